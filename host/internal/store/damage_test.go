package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const damagedDir = "SPARKHOST_TEST_DAMAGED_STORE"

// filled is a folder with a table or two and something in its log.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	d, err := Open(context.Background(), Options{Dir: dir})
	require.NoError(t, err)
	for i := range 3000 {
		sum := sha256.Sum256(fmt.Append(nil, i))
		require.NoError(t, d.Write(Entry{fmt.Appendf(nil, "key-%06d", i), bytes.Repeat(sum[:], 20)}))
	}
	require.NoError(t, d.Compact(context.Background()))
	require.NoError(t, d.Write(Entry{[]byte("last"), []byte("value")}))
	require.NoError(t, d.Close())
	return dir
}

// damages are the ways in which disks, copies and people damage a file.
func damages() map[string]func([]byte) []byte {
	fill := func(b []byte, from, to int, with byte) []byte {
		out := bytes.Clone(b)
		for i := max(0, from); i < min(to, len(out)); i++ {
			out[i] = with
		}
		return out
	}
	return map[string]func([]byte) []byte{
		"emptied":                func([]byte) []byte { return nil },
		"cut to a byte":          func(b []byte) []byte { return b[:1] },
		"cut to half":            func(b []byte) []byte { return b[:len(b)/2] },
		"cut by a byte":          func(b []byte) []byte { return b[:len(b)-1] },
		"cut by its footer":      func(b []byte) []byte { return b[:len(b)-64] },
		"appended to":            func(b []byte) []byte { return append(bytes.Clone(b), "garbage"...) },
		"appended to with zeros": func(b []byte) []byte { return append(bytes.Clone(b), make([]byte, 4096)...) },
		"zeroed":                 func(b []byte) []byte { return make([]byte, len(b)) },
		"all ones":               func(b []byte) []byte { return fill(b, 0, len(b), 0xff) },
		"zeroed at the end":      func(b []byte) []byte { return fill(b, len(b)-4096, len(b), 0) },
		"ones at the end":        func(b []byte) []byte { return fill(b, len(b)-4, len(b), 0xff) },
		"zeroed in its index":    func(b []byte) []byte { return fill(b, len(b)-200, len(b)-100, 0) },
		"zeroed at the front":    func(b []byte) []byte { return fill(b, 0, 4096, 0) },
		"zeroed in the middle":   func(b []byte) []byte { return fill(b, len(b)/2, len(b)/2+4096, 0) },
		"a flipped last length":  func(b []byte) []byte { return fill(b, len(b)-1, len(b), b[len(b)-1]^0x10) },
	}
}

// TestMain's process opens the folder that the environment names and says how it went.
func openDamaged(dir string) (said string) {
	d, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		return verdict(err)
	}
	found := d.Check()
	found = errors.Join(found, d.Scan(nil, func(_, _ []byte) error { return nil }), d.Write(Entry{[]byte("new"), []byte("value")}))
	return verdict(errors.Join(found, d.Close()))
}

func verdict(err error) string {
	switch {
	case err == nil:
		return "sound"
	case errors.Is(err, ErrCorrupt):
		return "corrupt"
	}
	return "unnamed: " + err.Error()
}

// Whatever happens to a table, the process that opens the folder lives, and says that the store is damaged. A process of its own opens
// it, since Badger ends the process where it finds no words.
func TestADamagedTableIsNamedAndEndsNoProcess(t *testing.T) {
	if dir := os.Getenv(damagedDir); dir != "" {
		fmt.Printf("verdict: %s\n", openDamaged(dir))
		return
	}
	whole := filled(t)
	tables, err := filepath.Glob(filepath.Join(whole, "*.sst"))
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	for name, damage := range damages() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
			table := filepath.Join(dir, filepath.Base(tables[0]))
			b, err := os.ReadFile(table)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(table, damage(b), 0o600))
			c := exec.Command(os.Args[0], "-test.run=^TestADamagedTableIsNamedAndEndsNoProcess$", "-test.v")
			c.Env = append(os.Environ(), damagedDir+"="+dir)
			out, err := c.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Contains(t, string(out), "verdict: corrupt")
		})
	}
}

// What a process left that was killed while it wrote a table is not damage: the manifest does not list it.
func TestATableThatNobodyListedIsNoDamage(t *testing.T) {
	dir := filled(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "999999.sst"), []byte("half"), 0o600))
	assert.Equal(t, "sound", openDamaged(dir))
}
