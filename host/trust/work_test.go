package trust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/trust"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// As for other files of blocks, no fuzz target asserts it: the work of HCL's parser grows with the square of the mistakes, and such files are small.
func TestTheWorkOfATrustFileGrowsWithIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trust.hcl")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.pub"), []byte(generate(t).Public.PEM()), 0o600))
	read := func(text string) (*trust.Trust, error) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return trust.Read(path)
	}
	doubling.Numbered(t, 200, func(n int) {
		got, err := read(strings.Repeat("key \"k\" {\n  file = \"a.pub\"\n}\n", n))
		require.NoError(t, err)
		assert.Len(t, got.Keys, n)
	})
	doubling.Numbered(t, 200, func(n int) {
		_, err := read(strings.Repeat("key \"k\" {\n}\n", n))
		assert.ErrorIs(t, err, trust.ErrFile)
	})
}
