package supply_test

import (
	"archive/tar"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// shelf is a store in memory.
type shelf map[string][]byte

func (s shelf) PutFile(_ context.Context, name string, data []byte) error {
	s[name] = bytes.Clone(data)
	return nil
}

func (s shelf) File(_ context.Context, name string) ([]byte, error) { return s[name], nil }

func folder(t *testing.T, when time.Time) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": "1", "below/b.json": "22", "empty": ""} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.Chtimes(path, when, when))
	}
	return dir
}

func TestAFolderTravelsWholeUnderADigestOfItsContents(t *testing.T) {
	s := shelf{}
	one, err := supply.PackFolder(t.Context(), s, folder(t, time.Unix(1, 0)))
	require.NoError(t, err)
	other, err := supply.PackFolder(t.Context(), s, folder(t, time.Unix(2, 0)))
	require.NoError(t, err)
	assert.Equal(t, one.Digest, other.Digest)
	dir := t.TempDir()
	require.NoError(t, supply.UnpackFolder(t.Context(), s, *one, dir))
	for name, want := range map[string]string{"a.json": "1", "below/b.json": "22", "empty": ""} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
	s[one.Digest][20] ^= 1
	assert.ErrorContains(t, supply.UnpackFolder(t.Context(), s, *one, dir), "submit the batch again")
}

// packed is a folder as somebody else may pack it.
func packed(t *testing.T, fill func(w *tar.Writer)) (shelf, batch.File) {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	require.NoError(t, err)
	w := tar.NewWriter(z)
	fill(w)
	require.NoError(t, w.Close())
	require.NoError(t, z.Close())
	f := batch.File{Digest: record.Digest(b.Bytes())}
	return shelf{f.Digest: b.Bytes()}, f
}

func TestAFolderThatNamesFilesOutsideOfItselfIsRefused(t *testing.T) {
	s, f := packed(t, func(w *tar.Writer) { require.NoError(t, w.WriteHeader(&tar.Header{Name: "../out"})) })
	err := supply.UnpackFolder(t.Context(), s, f, filepath.Join(t.TempDir(), "in"))
	assert.ErrorContains(t, err, "outside of its folder")
}

func TestAFileOfAFolderThatIsTooLongIsRefusedAndNotCut(t *testing.T) {
	const size = 64<<20 + 1
	s, f := packed(t, func(w *tar.Writer) {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: "long.json", Size: size}))
		_, err := w.Write(make([]byte, size))
		require.NoError(t, err)
	})
	dir := t.TempDir()
	err := supply.UnpackFolder(t.Context(), s, f, dir)
	require.ErrorIs(t, err, bounded.ErrTooLarge)
	assert.ErrorContains(t, err, `file "long.json": too large: more than 64 MiB`)
	assert.NoFileExists(t, filepath.Join(dir, "long.json"))
}
