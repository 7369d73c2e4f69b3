package load_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

const secretive = `source "openalex" {
  key   = secret("OPENALEX_KEY")
  limit = 5
}

plugin "judge" {
  source = "builtin"
  config = { token = secret("JUDGE_TOKEN"), mode = "verify" }
}

policy "p" {
  sources = [openalex]
  order   = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  verify {
    stage "judge" { plugin = plugin.judge }
  }
}
`

func loadSecretive(t *testing.T, env map[string]string) *policy.Policy {
	t.Helper()
	set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", secretive), Env: func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}})
	require.Empty(t, listing(diags), "a policy is correct without its secrets")
	p, _ := set.Policy("")
	return p
}

func TestASecretReachesItsSettingAndOnlyItsNameCounts(t *testing.T) {
	with := loadSecretive(t, map[string]string{"OPENALEX_KEY": "hush", "JUDGE_TOKEN": "quiet"})
	assert.Equal(t, map[string]any{"key": "hush", "limit": 5.0}, with.Sources[0].Config)
	assert.Equal(t, []string{"key"}, with.Sources[0].Secret)
	assert.Equal(t, map[string]string{"key": "OPENALEX_KEY"}, with.Sources[0].Secrets)
	assert.Equal(t, "quiet", with.Plugins[0].Config["token"])
	assert.Empty(t, with.MissingSecrets())

	other := loadSecretive(t, map[string]string{"OPENALEX_KEY": "another", "JUDGE_TOKEN": "x"})
	without := loadSecretive(t, nil)
	assert.Equal(t, with.Digest, other.Digest, "the value of a secret is not part of the digest")
	assert.Equal(t, with.Digest, without.Digest)
	got := listing(without.MissingSecrets())
	assert.Contains(t, got, `1:1: error P307 secret: Source "openalex" needs the secret OPENALEX_KEY | Its setting key is secret("OPENALEX_KEY"). Set the environment variable OPENALEX_KEY.`)
	assert.Contains(t, got, `6:1: error P307 secret: Plugin "judge" needs the secret JUDGE_TOKEN`)
}

func TestTheNameOfASecretIsPartOfTheDigest(t *testing.T) {
	digest := func(text string) string {
		set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text)})
		require.Empty(t, listing(diags))
		p, _ := set.Policy("")
		return p.Digest
	}
	assert.NotEqual(t, digest(secretive), digest(strings.Replace(secretive, "OPENALEX_KEY", "OTHER_KEY", 1)))
}

func TestASecretIsNeverListed(t *testing.T) {
	set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", secretive), Env: func(string) (string, bool) { return "hush", true }})
	require.Empty(t, listing(diags))
	settings, err := set.Settings("")
	require.NoError(t, err)
	text, err := json.Marshal(settings)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "hush")
	assert.Contains(t, string(text), `secret(\"OPENALEX_KEY\")`)
}

func TestSecretsHaveNoOtherPlace(t *testing.T) {
	for name, text := range map[string]string{
		"a condition":     frame(gate(`secret("X") == "y"`), ""),
		"a local":         frame("", "locals {\n  x = secret(\"X\")\n}\n"),
		"a message":       frame("  gate \"g\" {\n    condition = answer.score > 1\n    message = secret(\"X\")\n  }\n", ""),
		"part of a text":  strings.Replace(secretive, `secret("OPENALEX_KEY")`, `"${secret("X")}"`, 1),
		"a stage":         strings.Replace(secretive, "stage \"judge\" { plugin = plugin.judge }", "stage \"judge\" {\n plugin = plugin.judge\n config = { token = secret(\"X\") }\n }", 1),
		"a computed name": strings.Replace(secretive, `"OPENALEX_KEY"`, `"${var.x}"`, 1),
	} {
		_, got := loadText(t, text)
		assert.Contains(t, got, "error", name)
		assert.Contains(t, got, "P305 sensitive: A secret is not allowed here", name)
	}
}
