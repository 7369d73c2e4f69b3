// Package testwasm gives tests one folder of compiled plugins, so that a module is compiled once for all packages and not again in each.
package testwasm

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Variable names a folder to use in place of the default one.
const Variable = "SPARKHOST_TEST_WASM"

// kept limits how long compiled code stays in the default folder; go's own cache of builds has the same limit.
const kept = 5 * 24 * time.Hour

// folder is decided before a test can change the environment.
var folder = choose()

// Folder returns the folder of compiled plugins, which exists. Processes may share it: the sandbox seals each file.
// Only a machine without a folder for caches gets "", which means that every sandbox compiles for itself.
func Folder() string { return folder }

// Link puts the folder into the home folder of a host.
func Link(t testing.TB, home string) {
	t.Helper()
	if folder != "" {
		require.NoError(t, os.Symlink(folder, filepath.Join(home, "wasm")))
	}
}

func choose() string {
	dir := os.Getenv(Variable)
	if dir == "" {
		caches, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(caches, "sparkhost-test", "wasm")
		trim(dir, time.Now().Add(-kept))
	}
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}

// trim removes the modules that were compiled before a time. A process that wanted one compiles it again.
func trim(dir string, before time.Time) {
	modules, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	for _, module := range modules {
		if info, err := os.Stat(module); err == nil && info.ModTime().Before(before) {
			_ = os.RemoveAll(module)
		}
	}
}
