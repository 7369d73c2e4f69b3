// Package realdata finds the real data that some tests read. They read it where it is asked for, as in CI, and are skipped elsewhere,
// even on a machine that has it: together they take minutes.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

const (
	folder   = "SPARKHOST_DATA"         // names the folder; without it, ../shared/data beside the repository
	required = "SPARKHOST_REQUIRE_DATA" // 1: what is missing fails a test
)

// Path returns the path of a file or folder of the real data, such as "scifact", which exists.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, must := os.Getenv(folder), os.Getenv(required) == "1"
	if dir == "" && !must {
		t.Skipf("reads real data, %s: set %s=1, or %s", name, required, folder)
	}
	if dir == "" {
		dir = beside(t)
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil && must {
		t.Fatalf("%s=1: %v", required, err)
	} else if err != nil {
		t.Skipf("no %s in the folder of %s", name, folder)
	}
	return path
}

// beside returns the folder of real data beside the repository, of which the folder of the test is a part.
func beside(t testing.TB) string {
	at, err := os.Getwd()
	for err == nil && at != filepath.Dir(at) {
		if _, missing := os.Stat(filepath.Join(at, "go.mod")); missing == nil {
			return filepath.Join(at, "..", "shared", "data")
		}
		at = filepath.Dir(at)
	}
	t.Fatalf("no go.mod above the folder of the test: %v", err)
	return ""
}
