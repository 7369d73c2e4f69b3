package sign_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/sign"
)

// fixture reads a file that cosign 3.1.2 made; the keys' password is "secret".
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "cosign", name))
	require.NoError(t, err)
	return b
}

func TestSignaturesOfCosignAreAccepted(t *testing.T) {
	for _, test := range []struct{ key, artifact, bundle string }{
		{"cosign", "file", "ecdsa.sigstore.json"},
		{"ed25519", "file", "ed25519.sigstore.json"},
		{"cosign", "manifest.json", "manifest.sigstore.json"},
	} {
		t.Run(test.bundle, func(t *testing.T) {
			public, err := sign.ParsePublicKey(fixture(t, test.key+".pub"))
			require.NoError(t, err)
			private, err := sign.ParsePrivateKey(fixture(t, test.key+".key"), []byte("secret"))
			require.NoError(t, err)
			assert.True(t, public.Equal(private.Public), "cosign's encrypted key is read")
			bundles, keys := [][]byte{fixture(t, test.bundle)}, []*sign.PublicKey{public}
			_, err = sign.Verify(bundles, sign.Signers{Keys: keys}, sign.ArtifactOf(fixture(t, test.artifact)), sign.PredicateSignature)
			require.NoError(t, err)
			_, err = sign.Verify(bundles, sign.Signers{Keys: keys}, sign.ArtifactOf([]byte("something else")), sign.PredicateSignature)
			require.Error(t, err)
		})
	}
}

// TestCosignAcceptsOurSignatures asks the program that SPARKHOST_COSIGN names, which .ci/long builds.
func TestCosignAcceptsOurSignatures(t *testing.T) {
	cosign := os.Getenv("SPARKHOST_COSIGN")
	if cosign == "" {
		t.Skip("SPARKHOST_COSIGN names no cosign; .ci/long builds one")
	}
	for _, kind := range kinds {
		dir, k := t.TempDir(), generate(t, kind)
		write := func(name string, b []byte) string {
			path := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(path, b, 0o600))
			return path
		}
		b, err := k.SignBytes([]byte("module"))
		bundle := write("bundle.json", text(t, b, err))
		key, module := write("key.pub", k.Public.PEM()), write("module", []byte("module"))
		args := []string{"verify-blob", "--key", key, "--bundle", bundle, "--insecure-ignore-tlog=true"}
		out, err := exec.CommandContext(t.Context(), cosign, append(args, module)...).CombinedOutput()
		require.NoError(t, err, "%s: %s", kind, out)
		out, err = exec.CommandContext(t.Context(), cosign, append(args, write("other", []byte("other")))...).CombinedOutput()
		require.Error(t, err, "%s: %s", kind, out)
	}
}
