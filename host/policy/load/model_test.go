package load_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

const modelled = `
model "small" {
  endpoint  = "openai"
  flavour   = "ollama"
  base_url  = "http://127.0.0.1:11434/v1"
  name      = "qwen3:8b"
  timeout   = "20s"
  in_flight = 2
}

model "strong" {
  endpoint = "anthropic"
  name     = "claude-sonnet-4-6"
  key      = secret("ANTHROPIC_API_KEY")
  ceiling  = "0.25 USD"
}

policy "modelled" {
  extends = [as_written]
  allow "P406" { reason = "policies that extend it ask" }
  roles {
    cheapest  = model.small
    fastest   = model.small
    synthesis = model.strong
  }
}

policy "cheaper" {
  extends = [modelled]
  allow "P406" { reason = "policies that extend it ask" }
  roles { synthesis = model.small }
}
`

func TestRolesBindModels(t *testing.T) {
	set, diags := load.Load(load.Options{Path: write(t, "modelled.policy.hcl", modelled), Shipped: policies.FS})
	require.Empty(t, listing(diags))
	p, _ := set.Policy("modelled")
	bound := map[string]string{}
	for _, r := range p.Roles {
		bound[r.Role] = r.Model
	}
	assert.Equal(t, map[string]string{"cheapest": "small", "fastest": "small", "synthesis": "strong"}, bound)
	require.Len(t, p.Models, 2, "a model that two roles name is one model")
	small, strong := p.Models[0], p.Models[1]
	assert.Equal(t, "qwen3:8b", small.Model)
	assert.Equal(t, 20*time.Second, small.Timeout)
	assert.Equal(t, 2, small.InFlight)
	assert.Equal(t, "ANTHROPIC_API_KEY", strong.KeyEnv)
	assert.Equal(t, int64(250_000), strong.CeilingMicroUSD)

	cheaper, _ := set.Policy("cheaper")
	require.Len(t, cheaper.Models, 1, "a model that no role names any more is not opened")
	assert.NotEqual(t, p.Digest, cheaper.Digest)
}

func TestSettingsShowModelsAndNeverAKey(t *testing.T) {
	env := func(string) (string, bool) { return "sk-secret", true }
	set, diags := load.Load(load.Options{Path: write(t, "modelled.policy.hcl", modelled), Shipped: policies.FS, Env: env})
	require.Empty(t, listing(diags))
	all, err := set.Settings("modelled")
	require.NoError(t, err)
	got := map[string]string{}
	for _, s := range all {
		got[s.Path] = s.Value
		assert.NotContains(t, s.Value, "sk-secret")
	}
	assert.Equal(t, `secret("ANTHROPIC_API_KEY")`, got["model.strong.key"])
	assert.Equal(t, "strong", got["roles.synthesis"])
	assert.Equal(t, "none", got["roles.judge"])
}
