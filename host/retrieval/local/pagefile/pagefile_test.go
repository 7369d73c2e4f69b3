package pagefile

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// write makes a file of the content, in pieces of uneven sizes.
func write(t testing.TB, content []byte) string {
	path := filepath.Join(t.TempDir(), "f")
	w, err := Create(path)
	require.NoError(t, err)
	for size := 1; len(content) > 0; size = size*3 + 1 {
		n, err := w.Write(content[:min(size, len(content))])
		require.NoError(t, err)
		content = content[n:]
	}
	require.NoError(t, w.Finish())
	require.NoError(t, w.Close())
	return path
}

func random(n int) []byte {
	b, r := make([]byte, n), rand.New(rand.NewPCG(1, uint64(n)))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func open(t testing.TB, path string) *File {
	p, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

func TestAViewReturnsWhatWasWritten(t *testing.T) {
	for _, size := range []int{0, 1, pageSize - 1, pageSize, pageSize + 1, 5*pageSize + 77} {
		content := random(size)
		p := open(t, write(t, content))
		assert.EqualValues(t, size, p.Len())
		require.NoError(t, p.CheckAll())
		rapid.Check(t, func(t *rapid.T) {
			off := rapid.IntRange(0, size).Draw(t, "off")
			n := rapid.IntRange(0, size-off).Draw(t, "n")
			b, err := p.View(int64(off), int64(n))
			require.NoError(t, err)
			assert.Equal(t, string(content[off:off+n]), string(b))
			b, err = p.Read(make([]byte, rapid.IntRange(0, 3*pageSize).Draw(t, "memory")), int64(off), int64(n))
			require.NoError(t, err)
			assert.Equal(t, string(content[off:off+n]), string(b))
		})
		for _, v := range [][2]int64{{-1, 1}, {0, int64(size) + 1}, {int64(size) + 1, 0}, {1, 1<<63 - 1}, {0, -1}} {
			_, err := p.View(v[0], v[1])
			assert.ErrorIs(t, err, ErrDamaged)
			_, err = p.Read(nil, v[0], v[1])
			assert.ErrorIs(t, err, ErrDamaged)
		}
	}
}

// Whichever byte of a file changes, opening it, or a view of the page, says so.
func TestEveryChangedByteIsFound(t *testing.T) {
	path := write(t, random(2*pageSize+100))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		bad := append([]byte(nil), good...)
		at := rapid.IntRange(0, len(bad)-1).Draw(t, "at")
		bad[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		p, err := Open(path)
		if err == nil {
			err = p.CheckAll()
			require.NoError(t, p.Close())
		}
		assert.ErrorIs(t, err, ErrDamaged)
	})
}

func TestAReadOfAChangedOrShortenedPageIsDamagedAndOthersAreNot(t *testing.T) {
	path := write(t, random(4*pageSize))
	p := open(t, path)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteAt([]byte("changed"), pageSize+5)
	require.NoError(t, err)
	for page := range int64(4) {
		_, err := p.Read(nil, page*pageSize+9000, 10)
		assert.Equal(t, page == 1, errors.Is(err, ErrDamaged), "page %d: %v", page, err)
	}
	require.NoError(t, f.Truncate(3*pageSize+5000))
	err = Guard(func() error {
		_, err := p.Read(nil, 3*pageSize, 10)
		return err
	})
	assert.ErrorIs(t, err, ErrDamaged)
}

func TestAShortenedFileIsDamaged(t *testing.T) {
	path := write(t, random(pageSize+9))
	info, err := os.Stat(path)
	require.NoError(t, err)
	for _, size := range []int64{info.Size() - 1, pageSize, footerSize, 3, 0} {
		require.NoError(t, os.Truncate(path, size))
		_, err := Open(path)
		assert.ErrorIs(t, err, ErrDamaged, "%d bytes", size)
	}
}

func TestAFileThatIsShortenedWhileItIsMappedIsAnErrorAndNoCrash(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("how a map of a shortened file reads differs between systems")
	}
	path := write(t, random(64*pageSize))
	p := open(t, path)
	require.NoError(t, os.Truncate(path, 0))
	err := Guard(func() error { return p.CheckAll() })
	assert.ErrorIs(t, err, ErrDamaged)
	assert.PanicsWithValue(t, "other", func() { _ = Guard(func() error { panic("other") }) })
}

func TestAFileIsNotWrittenOver(t *testing.T) {
	path := write(t, nil)
	_, err := Create(path)
	assert.ErrorIs(t, err, os.ErrExist)
}

func FuzzOpen(f *testing.F) {
	b, err := os.ReadFile(write(f, []byte("content")))
	require.NoError(f, err)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(path, b, 0o600))
		p, err := Open(path)
		if err != nil {
			return
		}
		_ = p.CheckAll()
		assert.NoError(t, p.Close())
	})
}
