package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
)

// oneSided is a policy that gets P803, with more in it.
func oneSided(t *testing.T, name, parent, more string) string {
	t.Helper()
	return "policy \"" + name + "\" {\n  extends = [" + parent + "]\n" + more + "\n}\n"
}

func TestAWarningIsAllowedByCodeWithAReason(t *testing.T) {
	const allow = "  allow \"P803\" {\n    reason = \"evidence against is searched by hand\"\n  }\n"
	const pro = "  order = [primary]\n"
	load := func(text string) (*load.Set, string) {
		set, diags := load.Load(load.Options{Path: write(t, "x.policy.hcl", text), Shipped: shippedPolicies()})
		return set, listing(diags)
	}
	set, problems := load(oneSided(t, "x", "as_written", pro))
	require.Contains(t, problems, "warning P803")
	plain, _ := set.Policy("x")
	set, problems = load(oneSided(t, "x", "as_written", pro+allow))
	require.Empty(t, problems)
	allowed, _ := set.Policy("x")
	assert.Equal(t, plain.Digest, allowed.Digest, "what is said of a policy is not what it means")
	settings, err := set.Settings("x")
	require.NoError(t, err)
	for _, s := range settings {
		assert.NotContains(t, s.Path, "allow")
	}

	_, problems = load(oneSided(t, "x", "parent", "") + oneSided(t, "parent", "as_written", pro+allow))
	assert.Contains(t, problems, "warning P803", "a reason is that of the policy that gives it")
	_, problems = load(oneSided(t, "x", "as_written", pro+"  allow \"P803\" { reason = \" \" }\n"))
	assert.Contains(t, problems, "P203 missing: allow \"P803\" has no reason")
	_, problems = load(oneSided(t, "x", "as_written", pro+"  allow \"P803\" {}\n"))
	assert.Contains(t, problems, "P203 missing")
	_, problems = load(oneSided(t, "x", "as_written", "  allow \"P405\" { reason = \"r\" }\n"))
	assert.Contains(t, problems, "P208 label", "what is never meant is corrected")
	_, problems = load(oneSided(t, "x", "as_written", pro+"  allow \"P802\" { reason = \"r\" }\n"))
	assert.Contains(t, problems, "warning P803", "of another code")
}
