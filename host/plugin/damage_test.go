package plugin

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cached loads m through a new cache in a folder, and returns folder and module.
func cached(t *testing.T) (dir string, wasm []byte) {
	t.Helper()
	dir, wasm = t.TempDir(), handmade().bytes()
	loadAnew(t, dir, wasm)
	return dir, wasm
}

// loadAnew loads and calls as a new process does.
func loadAnew(t *testing.T, dir string, wasm []byte) {
	t.Helper()
	h := newTestSandbox(t, Options{CacheDir: dir})
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{})
	require.NoError(t, err)
	_, _, err = p.Call(context.Background(), oneItem())
	require.NoError(t, err)
	require.NoError(t, h.Close(context.Background()))
}

func filesUnder(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		files[path] = string(b)
		return err
	}))
	return files
}

func TestADamagedCacheIsMadeAnew(t *testing.T) {
	dir, wasm := cached(t)
	whole := filesUnder(t, dir)
	require.Len(t, whole, 3, "machine code, its seal and the metered form")
	damages := map[string]func(b string) string{
		"emptied":       func(string) string { return "" },
		"cut in half":   func(b string) string { return b[:len(b)/2] },
		"cut at 10":     func(b string) string { return b[:min(10, len(b))] },
		"longer":        func(b string) string { return b + "x" },
		"all ones":      func(b string) string { return strings.Repeat("\xff", len(b)) },
		"without magic": func(b string) string { return "x" + b[1:] },
	}
	for _, n := range []int{0, 8, 15, 20, 24, 28, 31, 36, 40, 60, 64, 80, 200, 1000} {
		damages["flipped at "+string(rune('0'+n%10))+" of "+strings.Repeat("i", n/10)] = func(b string) string {
			flipped := []byte(b)
			flipped[n%len(b)] ^= 0xff
			return string(flipped)
		}
	}
	for file, b := range whole {
		for name, damage := range damages {
			t.Run(name+" is "+filepath.Ext(file), func(t *testing.T) {
				require.NoError(t, os.WriteFile(file, []byte(damage(b)), 0o600))
				loadAnew(t, dir, wasm)
				assert.Len(t, filesUnder(t, dir), 3)
				assert.Equal(t, whole[file], filesUnder(t, dir)[file], "it is whole again")
			})
		}
	}
}

func TestACacheThatCannotBeWrittenIsNoReasonToRefuseAModule(t *testing.T) {
	dir, wasm := cached(t)
	shelves, err := filepath.Glob(filepath.Join(dir, shelvesVersion, "*"))
	require.NoError(t, err)
	require.Len(t, shelves, 1)
	require.NoError(t, os.RemoveAll(shelves[0]))
	require.NoError(t, os.WriteFile(shelves[0], nil, 0o600), "a file where a folder should be")
	loadAnew(t, dir, wasm)
	loadAnew(t, dir, wasm)
	assert.Len(t, filesUnder(t, dir), 3, "it heals")
}

func TestAnIntactCacheIsNotTouched(t *testing.T) {
	dir, wasm := cached(t)
	var before, after []fs.FileInfo
	stat := func() (infos []fs.FileInfo) {
		for file := range filesUnder(t, dir) {
			info, err := os.Stat(file)
			require.NoError(t, err)
			infos = append(infos, info)
		}
		return infos
	}
	before = stat()
	loadAnew(t, dir, wasm)
	after = stat()
	for _, b := range before {
		same := false
		for _, a := range after {
			same = same || os.SameFile(a, b) && a.ModTime().Equal(b.ModTime())
		}
		assert.True(t, same, b.Name())
	}
}
