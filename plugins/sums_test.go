package plugins_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins"
)

// what to do when one of the tests below fails.
const rebuild = "run `make plugins` (it installs TinyGo, on Debian) and commit what it writes"

// sums reads SHA256SUMS: digests in hex by path from the root of the repository.
func sums(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile("SHA256SUMS")
	require.NoError(t, err)
	byPath := map[string]string{}
	for line := range strings.Lines(string(b)) {
		sum, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		require.True(t, ok, line)
		byPath[path] = sum
	}
	return byPath
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func TestShippedModulesAreThoseOfSHA256SUMS(t *testing.T) {
	listed := sums(t)
	for _, name := range plugins.Names() {
		wasm, err := plugins.Open(name)
		require.NoError(t, err)
		assert.Equal(t, listed["plugins/"+name+"/"+name+".wasm"], digest(wasm), "%s: %s", name, rebuild)
	}
}

// As far as that can be known without TinyGo, the modules are built from the sources beside them.
func TestShippedModulesWereBuiltAfterTheLastChangeOfTheirSources(t *testing.T) {
	listed := sums(t)
	for _, path := range sources(t) {
		b, err := os.ReadFile(filepath.Join("..", path))
		require.NoError(t, err)
		assert.Equal(t, listed[path], digest(b), "%s is new or has changed since: %s", path, rebuild)
		delete(listed, path)
	}
	for path := range listed {
		if filepath.Ext(path) != ".wasm" {
			assert.Fail(t, path+" is gone: "+rebuild)
		}
	}
}

// sources lists what `sources` of the script build does.
func sources(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{
		"plugins/build", "scripts/toolchains/tinygo", "scripts/toolchains/tinygo.json",
		"sdk/*.go", "sdk/contract/*.go", "plugins/*/*.go", "plugins/internal/*/*.go", "plugins/*/*.model",
	} {
		found, err := filepath.Glob(filepath.Join("..", pattern))
		require.NoError(t, err)
		for _, path := range found {
			paths = append(paths, strings.TrimPrefix(filepath.ToSlash(path), "../"))
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
}
