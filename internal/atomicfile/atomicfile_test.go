package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// only asserts that the folder of path holds it and nothing else, with that content.
func only(t *testing.T, path, content string) {
	t.Helper()
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, content, string(got))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

func TestAFileIsReplacedWholeWithItsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, WriteBytes(path, 0o644, []byte("a longer first text")))
	require.NoError(t, WriteBytes(path, 0o600, []byte("second")))
	only(t, path, "second")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode())
	require.NoError(t, Cache(path, 0o600, []byte("third")))
	only(t, path, "third")
}

func TestAWriterThatFailsLeavesTheOldFileAndNothingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, WriteBytes(path, 0o644, []byte("old")))
	broken := errors.New("broken")
	err := Write(path, 0o644, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of the n")
		return broken
	})
	require.ErrorIs(t, err, broken)
	only(t, path, "old")
}

func TestAFolderThatIsMissingIsToldByTheNameOfTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "file")
	err := WriteBytes(path, 0o600, nil)
	require.ErrorIs(t, err, fs.ErrNotExist)
	assert.Contains(t, err.Error(), path)
	assert.NotContains(t, err.Error(), ".new-")
}

func TestAFolderInTheWayIsAnErrorThatLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "taken", "inside"), 0o700))
	require.Error(t, WriteBytes(filepath.Join(dir, "taken"), 0o644, []byte("text")))
	require.ErrorIs(t, WriteBytes(filepath.Join(dir, "nowhere", "file"), 0o644, nil), fs.ErrNotExist)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}
