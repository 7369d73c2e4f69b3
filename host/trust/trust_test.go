package trust_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/trust"
)

func generate(t *testing.T) *sign.PrivateKey {
	t.Helper()
	k, err := sign.Generate(sign.KindECDSA)
	require.NoError(t, err)
	return k
}

// file writes a module with the bundles that beside it lie.
func file(t *testing.T, wasm string, bundle []byte) *fetch.Module {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.wasm")
	require.NoError(t, os.WriteFile(path, []byte(wasm), 0o600))
	if bundle != nil {
		require.NoError(t, os.WriteFile(path+fetch.SignatureSuffix, bundle, 0o600))
	}
	m, err := fetch.Open(t.Context(), path, fetch.Options{})
	require.NoError(t, err)
	return m
}

func signed(t *testing.T, k *sign.PrivateKey, wasm string) []byte {
	t.Helper()
	b, err := k.SignBytes([]byte(wasm))
	require.NoError(t, err)
	text, err := b.JSON()
	require.NoError(t, err)
	return text
}

func TestEachWrongSignatureHasItsOwnCode(t *testing.T) {
	mine, stranger, old := generate(t), generate(t), generate(t)
	keys := []trust.Key{{Name: "mine", Public: mine.Public}, {Name: "old", Public: old.Public, Until: "2026-01-31"}}
	changed := func(bundle []byte) []byte { // a signature of the trusted key's hint that the stranger made
		var b, other map[string]any
		require.NoError(t, json.Unmarshal(bundle, &b))
		require.NoError(t, json.Unmarshal(signed(t, stranger, "m"), &other))
		b["messageSignature"] = other["messageSignature"]
		text, err := json.Marshal(b)
		require.NoError(t, err)
		return text
	}
	tests := []struct {
		name   string
		bundle []byte
		locked string
		strict bool
		keys   []trust.Key
		want   string // code; empty: accepted
	}{
		{"signed", signed(t, mine, "m"), "", true, keys, ""},
		{"signed by the locked signer", signed(t, mine, "m"), mine.Public.ID, true, keys, ""},
		{"unsigned where no signature is required", nil, "", false, keys, ""},
		{"nobody asks", []byte("nonsense"), "", false, nil, ""},
		{"unsigned", nil, "", true, keys, "T101"},
		{"no bundle", []byte("nonsense"), "", false, keys, "T102"},
		{"a certificate", []byte(`{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","verificationMaterial":{"certificate":{"rawBytes":""}},"messageSignature":{"signature":""}}`), "", false, keys, "T103"},
		{"another signer", signed(t, stranger, "m"), "", false, keys, "T104"},
		{"a changed signature", changed(signed(t, mine, "m")), "", false, keys, "T105"},
		{"a swapped signature", signed(t, mine, "another module"), "", false, keys, "T106"},
		{"an expired key", signed(t, old, "m"), "", false, keys, "T107"},
		{"another signer than the lock's", signed(t, mine, "m"), stranger.Public.ID, false, keys, "T108"},
		{"unsigned although the lock has a signer", nil, mine.Public.ID, false, keys, "T108"},
		{"the lock has a signer and nobody has a key", signed(t, mine, "m"), mine.Public.ID, false, nil, "T109"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := trust.Check{Today: "2026-02-01"}
			if test.keys != nil {
				c.Add(&trust.Trust{Where: "here", Require: test.strict, Keys: test.keys})
			}
			signer, err := c.Module(t.Context(), file(t, "m", test.bundle), fetch.Options{}, test.locked)
			if test.want == "" {
				require.NoError(t, err)
				assert.Equal(t, test.strict, signer == mine.Public.ID)
				return
			}
			require.ErrorIs(t, err, trust.ErrRefused)
			var refused *trust.Error
			require.True(t, errors.As(err, &refused))
			assert.Equal(t, test.want, refused.Code.ID)
		})
	}
}

func TestAKeyCountsUntilItsLastDay(t *testing.T) {
	k := generate(t)
	m := file(t, "m", signed(t, k, "m"))
	for day, good := range map[string]bool{"2026-01-30": true, "2026-01-31": true, "2026-02-01": false, "": true} {
		c := trust.Check{Today: day, Trusts: []*trust.Trust{{Keys: []trust.Key{{Public: k.Public, Until: "2026-01-31"}}}}}
		_, err := c.Module(t.Context(), m, fetch.Options{}, "")
		assert.Equal(t, good, err == nil, day)
	}
}

func TestTheDayOfTheOneThatVerifiedCountsAmongSeveralWithOneID(t *testing.T) {
	k := generate(t)
	again, err := sign.ParsePublicKey(k.Public.PEM())
	require.NoError(t, err)
	old, now := trust.Key{Name: "old", Public: again, Until: "2020-01-31"}, trust.Key{Name: "now", Public: k.Public}
	for _, keys := range [][]trust.Key{{old, now}, {now, old}} {
		c := trust.Check{Today: "2026-02-01", Trusts: []*trust.Trust{{Keys: keys}}}
		signer, err := c.Module(t.Context(), file(t, "m", signed(t, k, "m")), fetch.Options{}, "")
		require.NoError(t, err)
		assert.Equal(t, k.Public.ID, signer)
	}
}

func TestEveryTrustMustBeSatisfied(t *testing.T) {
	machine, team := generate(t), generate(t)
	c := trust.Check{Trusts: []*trust.Trust{{Keys: []trust.Key{{Public: machine.Public}}}, {Keys: []trust.Key{{Public: team.Public}}}}}
	for _, k := range []*sign.PrivateKey{machine, team} {
		_, err := c.Module(t.Context(), file(t, "m", signed(t, k, "m")), fetch.Options{}, "")
		require.ErrorIs(t, err, trust.ErrRefused)
	}
}

func TestATrustFileNamesItsMistakes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	k := generate(t)
	write("team.pub", string(k.Public.PEM()))
	good, err := trust.Read(write("trust.hcl", "require_signature = true\nkey \"team\" {\n  file  = \"team.pub\"\n  until = \"2030-01-31\"\n}\n"))
	require.NoError(t, err)
	assert.True(t, good.Require)
	assert.Equal(t, k.Public.ID, good.Keys[0].Public.ID)
	for text, want := range map[string]string{
		"":             "names no key",
		"key \"team\"": "trust.hcl",
		"keys = 1":     "Unsupported argument",
		"key \"team\" {\n file = \"none.pub\"\n}\n":                         "none.pub",
		"key \"team\" {\n file = \"trust.hcl\"\n}\n":                        "not PEM",
		"key \"team\" {\n file = \"team.pub\"\n until = \"31.1.2030\"\n}\n": "is not a date",
	} {
		_, err := trust.Read(write("trust.hcl", text))
		require.ErrorIs(t, err, trust.ErrFile)
		assert.ErrorContains(t, err, want)
	}
	_, err = trust.FromEnviron(func(string) (string, bool) { return filepath.Join(dir, "none.hcl"), true })
	require.ErrorIs(t, err, trust.ErrFile)
	none, err := trust.FromEnviron(func(string) (string, bool) { return "", false })
	require.NoError(t, err)
	assert.Nil(t, none)
}

func TestEveryCodeIsDocumented(t *testing.T) {
	b, err := os.ReadFile("../../docs/signing.md")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range trust.Codes() {
		assert.Contains(t, string(b), "| "+c.ID+" ")
		assert.False(t, seen[c.ID])
		seen[c.ID] = true
	}
}
