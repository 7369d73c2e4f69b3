package sign_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func generate(t *testing.T, kind string) *sign.PrivateKey {
	t.Helper()
	k, err := sign.Generate(kind)
	require.NoError(t, err)
	return k
}

func text(t *testing.T, b *sign.Bundle, err error) []byte {
	t.Helper()
	require.NoError(t, err)
	out, err := b.JSON()
	require.NoError(t, err)
	return out
}

var kinds = []string{sign.KindECDSA, sign.KindEd25519}

func TestASignatureIsAcceptedForItsKeyAndModuleAlone(t *testing.T) {
	module, other := []byte("a module"), []byte("another module")
	for _, kind := range kinds {
		mine, stranger := generate(t, kind), generate(t, kind)
		a := sign.ArtifactOf(module)
		b, err := mine.SignBytes(module)
		bytes := text(t, b, err)
		b, err = mine.SignStatement(sign.PredicateSignature, nil, sign.SubjectOf("m.wasm", a.Digest))
		statement := text(t, b, err)
		b, err = mine.SignStatement("https://example.org/else", nil, sign.SubjectOf("m.wasm", a.Digest))
		elsewhere := text(t, b, err)
		tests := []struct {
			name   string
			bundle []byte
			key    *sign.PrivateKey
			module []byte
			want   error
		}{
			{"bytes", bytes, mine, module, nil},
			{"a statement", statement, mine, module, nil},
			{"another module under a signature of bytes", bytes, mine, other, sign.ErrOther},
			{"another module under a statement", statement, mine, other, sign.ErrOther},
			{"another signer of bytes", bytes, stranger, module, sign.ErrUnknown},
			{"another signer of a statement", statement, stranger, module, sign.ErrUnknown},
			{"a statement of another kind", elsewhere, mine, module, sign.ErrUnsigned},
			{"no JSON", []byte("x"), mine, module, sign.ErrMalformed},
			{"neither of both forms", []byte(`{"mediaType":"` + sign.MediaType + `"}`), mine, module, sign.ErrMalformed},
			{"another media type", []byte(strings.Replace(string(bytes), "dev.sigstore", "example", 1)), mine, module, sign.ErrMalformed},
			{"a certificate", []byte(strings.Replace(string(bytes), `"publicKey":{`, `"certificate":{"rawBytes":"AA=="},"publicKey":{`, 1)), mine, module, sign.ErrKeyless},
		}
		for _, test := range tests {
			t.Run(kind+"/"+test.name, func(t *testing.T) {
				s, err := sign.Verify([][]byte{test.bundle}, sign.Signers{Keys: []*sign.PublicKey{generate(t, kind).Public, test.key.Public}}, sign.ArtifactOf(test.module), sign.PredicateSignature)
				if test.want != nil {
					require.ErrorIs(t, err, test.want)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, mine.Public.ID, s.Signer)
			})
		}
	}
}

func TestASignatureOfAManifestCountsWhereThatManifestHoldsTheModule(t *testing.T) {
	k := generate(t, sign.KindECDSA)
	manifest := sign.ArtifactOf([]byte("manifest")).Digest
	b, err := k.SignStatement(sign.PredicateSignature, nil, sign.SubjectOf("repository", manifest))
	bundles := [][]byte{text(t, b, err)}
	a := sign.ArtifactOf([]byte("module"))
	_, err = sign.Verify(bundles, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, a, sign.PredicateSignature)
	require.ErrorIs(t, err, sign.ErrOther)
	a.Manifests = []string{manifest}
	_, err = sign.Verify(bundles, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, a, sign.PredicateSignature)
	require.NoError(t, err)
}

func TestOneGoodSignatureAmongOthersIsEnough(t *testing.T) {
	good, stranger := generate(t, sign.KindEd25519), generate(t, sign.KindECDSA)
	module := []byte("module")
	b, err := stranger.SignBytes(module)
	bundles := [][]byte{[]byte("{}"), text(t, b, err)}
	_, err = sign.Verify(bundles, sign.Signers{Keys: []*sign.PublicKey{good.Public}}, sign.ArtifactOf(module), sign.PredicateSignature)
	require.ErrorIs(t, err, sign.ErrUnknown, "the reason is the one that came nearest")
	b, err = good.SignBytes(module)
	s, err := sign.Verify(append(bundles, text(t, b, err)), sign.Signers{Keys: []*sign.PublicKey{good.Public}}, sign.ArtifactOf(module), sign.PredicateSignature)
	require.NoError(t, err)
	assert.Equal(t, good.Public.ID, s.Signer)
}

func TestNoChangedByteOfAnEnvelopeVerifies(t *testing.T) {
	keys := []*sign.PrivateKey{generate(t, sign.KindECDSA), generate(t, sign.KindEd25519)}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(keys).Draw(t, "key")
		module := rapid.SliceOf(rapid.Byte()).Draw(t, "module")
		b, err := k.SignStatement(sign.PredicateSignature, json.RawMessage(`{"a":1}`), sign.SubjectOf("m", sign.ArtifactOf(module).Digest))
		require.NoError(t, err)
		into, sig := b.Parts()
		if rapid.Bool().Draw(t, "signature") {
			into = sig
		}
		at := rapid.IntRange(0, len(*into)-1).Draw(t, "at")
		(*into)[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		text, err := b.JSON()
		require.NoError(t, err)
		_, err = sign.Verify([][]byte{text}, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, sign.ArtifactOf(module), sign.PredicateSignature)
		require.Error(t, err)
	})
}

func TestKeysAreReadAsTheyAreWritten(t *testing.T) {
	for _, kind := range kinds {
		k := generate(t, kind)
		for _, password := range []string{"", "secret"} {
			pem, err := k.PEM([]byte(password))
			require.NoError(t, err)
			again, err := sign.ParsePrivateKey(pem, []byte(password))
			require.NoError(t, err)
			assert.Equal(t, k.Public.ID, again.Public.ID)
			assert.Equal(t, password != "", strings.Contains(string(pem), "ENCRYPTED SIGSTORE PRIVATE KEY"))
			if password != "" {
				_, err = sign.ParsePrivateKey(pem, []byte("other"))
				require.ErrorIs(t, err, sign.ErrPassword)
			}
		}
		public, err := sign.ParsePublicKey(k.Public.PEM())
		require.NoError(t, err)
		assert.True(t, public.Equal(k.Public))
		_, err = sign.ParsePrivateKey(k.Public.PEM(), nil)
		require.ErrorIs(t, err, sign.ErrKey)
	}
	_, err := sign.ParsePublicKey([]byte("x"))
	require.ErrorIs(t, err, sign.ErrKey)
}

func TestEqualInputsGiveEqualBundles(t *testing.T) {
	for _, kind := range kinds {
		k := generate(t, kind)
		one, err := k.SignBytes([]byte("module"))
		first := text(t, one, err)
		two, err := k.SignBytes([]byte("module"))
		assert.Equal(t, first, text(t, two, err))
	}
}

func FuzzVerify(f *testing.F) {
	k, err := sign.Generate(sign.KindEd25519)
	require.NoError(f, err)
	b, err := k.SignBytes([]byte("x"))
	require.NoError(f, err)
	seed, err := b.JSON()
	require.NoError(f, err)
	f.Add(seed)
	f.Fuzz(func(t *testing.T, bundle []byte) {
		_, err := sign.Verify([][]byte{bundle}, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, sign.ArtifactOf([]byte("y")), sign.PredicateSignature)
		require.Error(t, err, "nothing signs y")
	})
}

// FuzzWork holds bundles and keys, which nobody has verified yet, to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	k, err := sign.Generate(sign.KindECDSA)
	require.NoError(f, err)
	signed, err := k.SignBytes([]byte("x"))
	require.NoError(f, err)
	stated, err := k.SignStatement(sign.PredicateSignature, nil, sign.SubjectOf("m#", "00"), sign.SubjectOf("n#", "00"))
	require.NoError(f, err)
	one, err := signed.JSON()
	require.NoError(f, err)
	two, err := stated.JSON()
	require.NoError(f, err)
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = sign.Verify([][]byte{[]byte(text)}, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, sign.ArtifactOf([]byte("y")), sign.PredicateSignature)
		if b, err := sign.ParseBundle([]byte(text)); err == nil {
			_, _ = b.Statement()
		}
		_, _ = sign.ParsePublicKey([]byte(text))
		_, _ = sign.ParsePrivateKey([]byte(text), nil)
	}, string(one), string(two), string(k.Public.PEM()), "-----BEGIN PUBLIC KEY-----\na: b\n\nMFkw\n-----END PRIVATE KEY-----\n")
}
