package testwasm

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFolderIsTheOneThatTheVariableNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "code")
	t.Setenv(Variable, dir)
	assert.Equal(t, dir, choose())
	assert.DirExists(t, dir)
}

func TestWithoutTheVariableTheFolderLiesInTheCachesOfTheUser(t *testing.T) {
	caches := t.TempDir()
	t.Setenv(Variable, "")
	t.Setenv("HOME", caches)
	t.Setenv("XDG_CACHE_HOME", caches)
	dir := choose()
	under, err := os.UserCacheDir()
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(under, "sparkhost-test", "wasm"), dir)
	assert.DirExists(t, dir)
}

func TestALinkLeadsFromAHomeToTheFolder(t *testing.T) {
	home := t.TempDir()
	Link(t, home)
	to, err := os.Readlink(filepath.Join(home, "wasm"))
	require.NoError(t, err)
	assert.Equal(t, Folder(), to)
}

func TestOldModulesAreRemovedAndNewOnesStay(t *testing.T) {
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, "compiled-1", "old"), filepath.Join(dir, "compiled-1", "new")
	for _, module := range []string{old, fresh} {
		require.NoError(t, os.MkdirAll(module, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(module, "code"), nil, 0o600))
	}
	ago := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(old, ago, ago))
	trim(dir, time.Now().Add(-time.Minute))
	assert.NoDirExists(t, old)
	assert.FileExists(t, filepath.Join(fresh, "code"))
}
