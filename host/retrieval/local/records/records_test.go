package records

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func write(t testing.TB, records [][]byte) string {
	path := filepath.Join(t.TempDir(), "r")
	w, err := Create(path, 4)
	require.NoError(t, err)
	for i, r := range records {
		require.NoError(t, w.Append(r, binary.LittleEndian.AppendUint32(nil, uint32(i))))
	}
	require.Error(t, w.Append(nil, nil), "a row of another size")
	require.NoError(t, w.Finish())
	require.NoError(t, w.Close())
	return path
}

func TestRecordsAndRowsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 70<<10), 0, 12).Draw(rt, "sizes")
		var want [][]byte
		for i, n := range sizes {
			want = append(want, bytes.Repeat([]byte{byte(i), byte(n)}, n/2))
		}
		cache, err := NewCache(2)
		require.NoError(t, err)
		f, err := Open(write(t, want), cache)
		require.NoError(t, err)
		defer f.Close()
		require.NoError(t, f.Check())
		require.Equal(t, len(want), f.Len())
		for i, w := range slices.Concat(want, want) {
			i %= len(want)
			got, err := f.Record(i)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(w, got), "record %d", i)
			assert.EqualValues(t, i, binary.LittleEndian.Uint32(f.Row(i)))
		}
		for _, i := range []int{-1, len(want)} {
			_, err := f.Record(i)
			assert.ErrorContains(t, err, "there are")
		}
	})
}

// Whatever the content under right checksums is, reading it ends with a record or an error.
func FuzzRecords(f *testing.F) {
	file, err := pagefile.Open(write(f, [][]byte{[]byte("one"), bytes.Repeat([]byte("two "), 9000), []byte("three")}))
	require.NoError(f, err)
	all, err := file.View(0, file.Len())
	require.NoError(f, err)
	f.Add(append([]byte(nil), all...), uint32(0), byte(0))
	for i := range 32 {
		f.Add(append([]byte(nil), all...), uint32(i*len(all)/32), byte(1<<(i%8)))
	}
	require.NoError(f, file.Close())
	f.Fuzz(func(t *testing.T, b []byte, at uint32, flip byte) {
		if len(b) > 0 {
			b = append([]byte(nil), b...)
			b[int(at)%len(b)] ^= flip
		}
		path := filepath.Join(t.TempDir(), "r")
		w, err := pagefile.Create(path)
		require.NoError(t, err)
		_, err = w.Write(b)
		require.NoError(t, err)
		require.NoError(t, w.Finish())
		r, err := Open(path, nil)
		if err != nil {
			return
		}
		defer r.Close()
		for i := range min(r.Len(), 10) {
			if _, err := r.Record(i); err != nil {
				assert.ErrorIs(t, err, ErrDamaged)
			}
			_ = r.Row(i)
		}
	})
}
