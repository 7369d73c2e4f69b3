package load_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// bound loads combined with bindings.
func bound(t *testing.T, models ...string) (*policy.Policy, hcl.Diagnostics) {
	t.Helper()
	set, diags := load.Load(load.Options{Path: "combined", Shipped: policies.FS, Models: models})
	if diags.HasErrors() {
		return nil, diags
	}
	p, more := set.Policy("")
	require.False(t, more.HasErrors(), more)
	return p, append(diags, more...)
}

func modelsOf(p *policy.Policy, role string) []string {
	var out []string
	for _, r := range p.Roles {
		if r.Role == role {
			out = append(out, r.Model)
		}
	}
	return out
}

func TestAModelOfTheFlagIsBoundToEveryRoleOrToTheOneItNames(t *testing.T) {
	p, _ := bound(t, "anthropic:claude-haiku-4-5", "judge=openai:gpt-4", "ollama:m", "judge=openai:gpt-5")
	assert.Equal(t, []string{"anthropic_claude_haiku_4_5", "ollama_m"}, modelsOf(p, "synthesis"), "the second is the fallback")
	assert.Equal(t, []string{"openai_gpt_4", "openai_gpt_5"}, modelsOf(p, "judge"), "a role of its own has none of the others")
	require.Len(t, p.Models, 4)
	assert.Equal(t, "ANTHROPIC_API_KEY", p.Models[0].KeyEnv)
}

func TestAModelOfTheFlagMakesAnotherPolicy(t *testing.T) {
	none, _ := bound(t)
	one, _ := bound(t, "ollama:m")
	other, _ := bound(t, "ollama:n")
	again, _ := bound(t, "ollama:m")
	assert.NotEqual(t, none.Digest, one.Digest)
	assert.NotEqual(t, one.Digest, other.Digest)
	assert.Equal(t, one.Digest, again.Digest)
}

func TestABindingThatIsNoneIsAMistakeOfItsOwn(t *testing.T) {
	_, diags := bound(t, "poet=ollama:m", "pigeon:x")
	require.Len(t, diags, 2)
	assert.Contains(t, listing(diags), `there is no role "poet"`)
	assert.Contains(t, listing(diags), `no flavour "pigeon"`)
}

func codes(diags hcl.Diagnostics) map[diag.Code][]string {
	out := map[diag.Code][]string{}
	for _, d := range diags {
		out[diag.Of(d)] = append(out[diag.Of(d)], d.Summary)
	}
	return out
}

func TestARoleThatNothingAsksAndABlockWithoutAModelAreWarnedOf(t *testing.T) {
	_, diags := bound(t, "ollama:m")
	assert.Empty(t, codes(diags)[diag.CodeUnusedRole], "who binds every role means those that are used")
	assert.Empty(t, codes(diags)[diag.CodeUnboundRole])

	_, diags = bound(t)
	assert.Empty(t, codes(diags)[diag.CodeUnboundRole], "a policy without models is a policy")

	set, diags := load.Load(load.Options{Path: "baseline", Shipped: policies.FS, Models: []string{"judge=ollama:m"}})
	require.False(t, diags.HasErrors())
	_, more := set.Policy("")
	unused := codes(append(diags, more...))[diag.CodeUnusedRole]
	require.Len(t, unused, 1)
	assert.Contains(t, unused[0], "Role judge is bound to a model, and nothing in policy \"baseline\" asks it")

	_, diags = bound(t, "planning=ollama:m")
	unbound := codes(diags)[diag.CodeUnboundRole]
	assert.NotEmpty(t, unbound)
	assert.Contains(t, unbound[0], "Role cheapest is bound to no model")
}
