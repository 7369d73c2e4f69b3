package bounded_test

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

func TestAFileIsReadUpToItsBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o600))
	b, err := bounded.ReadFile(path, 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(b))
	_, err = bounded.ReadFile(path, 4)
	require.ErrorIs(t, err, bounded.ErrTooLarge)
	assert.ErrorContains(t, err, "file: too large: more than 4 bytes")
	_, err = bounded.ReadFile(path+"?", 4)
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestAnEndlessFileEnds(t *testing.T) {
	const zeros = "/dev/zero"
	if _, err := os.Stat(zeros); err != nil {
		t.Skip("there is no endless file here")
	}
	_, err := bounded.ReadFile(zeros, 1<<20)
	assert.ErrorIs(t, err, bounded.ErrTooLarge)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(zeros, link))
	for _, path := range []string{zeros, link, t.TempDir()} {
		_, err = bounded.ReadRegular(path, 1<<20)
		assert.ErrorIs(t, err, bounded.ErrNotRegular)
	}
}

func TestALineIsReadUpToItsBound(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("one\n"+strings.Repeat("x", 100)+"\nlast"), 16)
	line, err := bounded.ReadLine(r, 101)
	require.NoError(t, err)
	assert.Equal(t, "one\n", string(line))
	line, err = bounded.ReadLine(r, 101)
	require.NoError(t, err)
	assert.Len(t, line, 101)
	line, err = bounded.ReadLine(r, 101)
	assert.Equal(t, "last", string(line))
	assert.ErrorIs(t, err, io.EOF)
	_, err = bounded.ReadLine(bufio.NewReaderSize(strings.NewReader(strings.Repeat("x", 100)), 16), 99)
	assert.ErrorIs(t, err, bounded.ErrTooLarge)
}
