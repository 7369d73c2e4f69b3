package supply

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// entry is one file of an archive, without the archive's end.
func entry(t testing.TB, h *tar.Header, data string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	h.Size, h.Mode = int64(len(data)), 0o600
	require.NoError(t, w.WriteHeader(h))
	_, err := io.WriteString(w, data)
	require.NoError(t, err)
	require.NoError(t, w.Flush())
	return b.String()
}

// hollow is a file of GNU's sparse form: it has size bytes, none of which the archive holds.
func hollow(t testing.TB, name string, size int64) string {
	head := []byte(entry(t, &tar.Header{Name: name, Format: tar.FormatGNU}, ""))
	head[156] = tar.TypeGNUSparse
	copy(head[386:], fmt.Sprintf("%011o\x00%011o\x00", size, 0)) // its map: nothing, up to its end
	copy(head[483:], fmt.Sprintf("%011o\x00", size))
	copy(head[148:], "        ")
	sum := 0
	for _, c := range head {
		sum += int(c)
	}
	copy(head[148:], fmt.Sprintf("%06o\x00 ", sum))
	return string(head)
}

// A hundred files of a megabyte each were written out of 463 bytes, whatever the most was.
func TestAFolderOfFilesThatNobodyPackedIsRefused(t *testing.T) {
	var text strings.Builder
	for n := range 100 {
		text.WriteString(hollow(t, fmt.Sprint(n), 1<<20))
	}
	dir := t.TempDir()
	require.ErrorIs(t, unpack([]byte(packed(t, text.String())), dir, 10<<20), bounded.ErrTooLarge)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 9)
}

// TestTheWorkOfAFolderGrowsWithIt has many files, one long one, long names and headers that no file follows.
func TestTheWorkOfAFolderGrowsWithIt(t *testing.T) {
	dir := t.TempDir()
	end := string(make([]byte, 1024))
	read := func(text string) { assert.NoError(t, untar(strings.NewReader(text), dir, 1<<30)) }
	doubling.Repeated(t, "", entry(t, &tar.Header{Name: "a"}, "zinc"), end, read)
	doubling.Repeated(t, "", entry(t, &tar.Header{Name: "a", Format: tar.FormatPAX, PAXRecords: map[string]string{"VENDOR.a": "b"}}, ""), end, read)
	doubling.Repeated(t, "", entry(t, &tar.Header{Name: strings.Repeat("c/", 60) + "b", Format: tar.FormatGNU}, ""), end, read)
	doubling.Numbered(t, 64<<10, func(n int) { read(entry(t, &tar.Header{Name: "a"}, strings.Repeat("z", n)) + end) })
	doubling.Numbered(t, 16<<10, func(n int) {
		records := map[string]string{}
		for i := range n / 16 {
			records[fmt.Sprint("VENDOR.a", i)] = "b"
		}
		read(entry(t, &tar.Header{Name: "a", Format: tar.FormatPAX, PAXRecords: records}, "") + end)
	})
}

// FuzzWork holds folders, packed and unpacked, to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	const most = 4 << 20
	doubling.Fuzz(f, func(t testing.TB, text string) {
		_ = untar(strings.NewReader(text), t.TempDir(), most)
		_ = unpack([]byte(text), t.TempDir(), most)
	}, entry(f, &tar.Header{Name: "a/b"}, "zinc"), entry(f, &tar.Header{Name: "a", Format: tar.FormatPAX, PAXRecords: map[string]string{"VENDOR.a": "b"}}, ""),
		hollow(f, "a", 1<<10), packed(f, entry(f, &tar.Header{Name: "a"}, "zinc")))
}

func packed(t testing.TB, text string) string {
	z, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	return string(z.EncodeAll([]byte(text), nil))
}
