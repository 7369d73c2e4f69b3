package load_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/sign"
)

// trusting loads a policy with a trust block, from a folder that holds the key team.pub.
func trusting(t *testing.T, block string) (*policy.Policy, string) {
	t.Helper()
	dir := t.TempDir()
	k, err := sign.Generate(sign.KindEd25519)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "team.pub"), k.Public.PEM(), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "no.pub"), []byte("no key"), 0o600))
	path := filepath.Join(dir, "p.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(frame(block, "")), 0o600))
	set, diags := load.Load(load.Options{Path: path})
	if diags.HasErrors() {
		return nil, diags.Error()
	}
	p, diags := set.Policy("")
	if diags.HasErrors() {
		return nil, diags.Error()
	}
	return p, ""
}

func TestAPolicyNamesTheKeysItTrusts(t *testing.T) {
	plain, _ := trusting(t, "")
	p, wrong := trusting(t, "trust {\n require_signature = true\n key \"team\" {\n file = \"team.pub\"\n until = \"2030-01-31\"\n }\n}\n")
	require.Empty(t, wrong)
	assert.True(t, p.Trust.Asks())
	require.Len(t, p.Trust.Keys, 1)
	assert.Equal(t, "2030-01-31", p.Trust.Keys[0].Until)
	_, err := sign.ParsePublicKey(p.Trust.Keys[0].PEM)
	require.NoError(t, err)
	assert.Equal(t, plain.Digest, p.Digest, "trust decides whether a run starts, not what it answers")
	for block, want := range map[string]string{
		"trust {\n require_signature = true\n}\n":                                        "trust requires signatures and names no key",
		"trust {\n key \"team\" {\n file = \"missing.pub\"\n }\n}\n":                     `The key file "missing.pub" cannot be read`,
		"trust {\n key \"team\" {\n file = \"no.pub\"\n }\n}\n":                          `The key file "no.pub" is not a public key`,
		"trust {\n key \"team\" {\n file = \"team.pub\"\n until = \"tomorrow\"\n }\n}\n": `"tomorrow" is not a date`,
		"trust {\n key \"team\" {\n }\n}\n":                                              "needs file",
	} {
		_, got := trusting(t, block)
		assert.Contains(t, got, want)
	}
}
