package load_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func TestSourcesFromOutsideReplaceThoseOfThePolicy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte(`
source "arxiv" { interval = "7s" }
source "crossref" {}
policy "p" {
  extends = [as_written]
  sources = [local, crossref]
  order   = [one, two]
  intent "i" { queries = ["{question}"] }
  round "one" {
    intents = [i]
    sources = [local]
  }
  round "two" {
    intents = [i]
    sources = [local, crossref]
  }
}
`), 0o600))
	load := func(sources ...string) *policy.Policy {
		set, diags := load.Load(load.Options{Path: file, Shipped: policies.FS, Sources: sources})
		require.False(t, diags.HasErrors(), diags)
		p, diags := set.Policy("")
		require.False(t, diags.HasErrors(), diags)
		return p
	}
	own, other := load(), load("crossref", "arxiv")
	require.Len(t, other.Sources, 2)
	assert.Equal(t, []string{"crossref", "arxiv"}, []string{other.Sources[0].Name, other.Sources[1].Name}, "in the order of asking")
	assert.Equal(t, map[string]any{"interval": "7s"}, other.Sources[1].Config, "a block counts though the policy did not name its source")
	assert.Empty(t, other.Rounds[0].Sources, "a round that is left with none asks all")
	assert.Equal(t, []string{"crossref"}, other.Rounds[1].Sources)
	assert.NotEqual(t, own.Digest, other.Digest, "it is another policy")
	assert.Equal(t, own.Digest, load("local", "crossref").Digest, "and the same where nothing is replaced")
}
