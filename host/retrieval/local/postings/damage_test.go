package postings

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

func contextThatEnds(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithCancel(t.Context())
}

// content is that of a segment's file.
func content(t testing.TB, docs []text) []byte {
	b := NewBuilder()
	for _, d := range docs {
		require.NoError(t, b.Add(d.counts, d.whole, d.title))
	}
	path := filepath.Join(t.TempDir(), "s")
	require.NoError(t, b.Write(path))
	f, err := pagefile.Open(path)
	require.NoError(t, err)
	defer f.Close()
	all, err := f.View(0, f.Len())
	require.NoError(t, err)
	return append([]byte(nil), all...)
}

// A file whose checksums are right may still hold anything: reading and searching it ends, with hits or an error.
func FuzzSegment(f *testing.F) {
	docs := texts(1, 300, 60)
	good := content(f, docs)
	f.Add(good, uint32(0), byte(0))
	for i := range 64 {
		f.Add(good, uint32(i*len(good)/64), byte(1<<(i%8)))
	}
	f.Fuzz(func(t *testing.T, b []byte, at uint32, flip byte) {
		if len(b) > 0 {
			b = append([]byte(nil), b...)
			b[int(at)%len(b)] ^= flip
		}
		searchBytes(t, b, docs)
	})
}

func searchBytes(t testing.TB, b []byte, docs []text) {
	path := filepath.Join(t.TempDir(), "s")
	w, err := pagefile.Create(path)
	require.NoError(t, err)
	_, err = w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Finish())
	s, err := OpenSegment(path)
	if err != nil {
		return
	}
	defer s.Close()
	all := filepath.Join(filepath.Dir(path), "all")
	if s.Documents() == 0 || WriteDictionary(all, []*Segment{s}, nil) != nil {
		return
	}
	d, err := OpenDictionary(all)
	require.NoError(t, err)
	defer d.Close()
	n := uint32(s.Documents())
	x, err := NewIndex([]Part{{s, []Run{{0, n, 0}}}}, d, Totals{uint64(n), 1000, 100})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		q := randomQuery(r, docs)
		q.Known = []uint32{0, n - 1}
		_, _, err := x.Search(t.Context(), q)
		if err != nil {
			assert.ErrorIs(t, err, ErrDamaged)
		}
	}
}

func TestASegmentOfNoKindIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	require.NoError(t, os.WriteFile(path, []byte("no segment"), 0o600))
	_, err := OpenSegment(path)
	assert.ErrorIs(t, err, pagefile.ErrDamaged)
	_, err = OpenDictionary(path)
	assert.ErrorIs(t, err, pagefile.ErrDamaged)
}

func TestRunsThatDoNotFitAreDamaged(t *testing.T) {
	docs := texts(1, 10, 20)
	x := build(t, docs, 1, rand.New(rand.NewPCG(1, 1)))
	s := x.parts[0].Segment
	for name, runs := range map[string][]Run{
		"none":               {},
		"past the end":       {{0, 11, 0}},
		"twice":              {{0, 5, 0}, {4, 5, 5}},
		"of nothing":         {{0, 0, 0}, {0, 10, 0}},
		"with a hole":        {{0, 5, 0}, {5, 5, 6}},
		"too few":            {{0, 9, 0}},
		"around the numbers": {{1<<32 - 1, 2, 0}},
		"not from the start": {{0, 10, 1}},
	} {
		_, err := NewIndex([]Part{{s, runs}}, x.dictionary, totals(docs))
		assert.ErrorIs(t, err, ErrDamaged, name)
	}
}

func TestATermInATitleAloneIsRefused(t *testing.T) {
	assert.ErrorContains(t, NewBuilder().Add([]Count{{"x", 1, 2}}, 1, 1), `term "x"`)
	assert.ErrorContains(t, NewBuilder().Add([]Count{{"x", 0, 0}}, 1, 1), `term "x"`)
}
