package postings

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// drawPostings draws the postings of a block, with gaps and frequencies from every range.
func drawPostings(t *rapid.T, base uint32) []posting {
	n := rapid.IntRange(1, blockSize).Draw(t, "n")
	most := uint32(1) << rapid.IntRange(0, 24).Draw(t, "bits")
	numbers := rapid.Uint32Range(0, most)
	if rapid.Bool().Draw(t, "a few are far greater") {
		numbers = rapid.Map(rapid.IntRange(0, 19), func(i int) uint32 {
			if i > 0 {
				return uint32(i % 3)
			}
			return most
		})
	}
	titles := rapid.Uint32Range(0, most-1)
	if rapid.Bool().Draw(t, "few titles") {
		titles = rapid.SampledFrom([]uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
	}
	out := make([]posting, n)
	for i := range out {
		doc := base + numbers.Draw(t, "gap")
		out[i] = posting{doc, numbers.Draw(t, "freq") + 1, titles.Draw(t, "title")}
		base = doc + 1
	}
	return out
}

func read(t require.TestingT, k *block) []posting {
	freqs := make([]uint32, blockSize)
	require.NoError(t, k.frequencies(freqs))
	out := make([]posting, k.n)
	for i := range out {
		out[i] = posting{k.docs[i], freqs[i] + 1, k.title(i)}
	}
	return out
}

func TestABlockReturnsItsPostings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Uint32Range(0, 1<<20).Draw(t, "base")
		want := drawPostings(t, base)
		b := appendBlock(nil, want, base)
		follows := rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "what follows")
		var k block
		require.NoError(t, k.decode(append(b, follows...), base, want[len(want)-1].doc))
		assert.Equal(t, want, read(t, &k))
	})
}

func TestABlockOfNeighboursThatHoldATermOnceTakesFourBytes(t *testing.T) {
	var many []posting
	for i := range uint32(blockSize) {
		many = append(many, posting{doc: 7 + i, freq: 1})
	}
	assert.Len(t, appendBlock(nil, many, 7), blockHead)
}

func TestAFewGreatValuesDoNotWidenTheOthers(t *testing.T) {
	for great, want := range map[int]int{0: 0, 1: 3, 2: 6, mostPatches: 3 * mostPatches, mostPatches + 1: blockSize * 10 / 8} {
		var all []posting
		for i := range uint32(blockSize) {
			all = append(all, posting{doc: i, freq: 1})
		}
		for i := range great {
			all[9*i].freq = 1000
		}
		b := appendBlock(nil, all, 0)
		assert.Len(t, b, blockHead+want, "%d great values", great)
		var k block
		require.NoError(t, k.decode(b, 0, blockSize-1))
		assert.Equal(t, all, read(t, &k))
	}
}

func TestAPatchOutsideOfABlockOrOfThirtyTwoBitsIsDamaged(t *testing.T) {
	values := make([]uint32, 3)
	for _, patches := range [][]byte{{}, {1}, {3, 1}, {0, 0x80}, {0, 2}} {
		_, err := unpackPatched(values, make([]byte, 16), patches, patching{width: 31, patches: 1})
		assert.ErrorIs(t, err, ErrDamaged, "%v", patches)
	}
	_, err := unpackPatched(values, make([]byte, 16), []byte{2, 1}, patching{width: 31, patches: 1})
	require.NoError(t, err)
	assert.Equal(t, []uint32{0, 0, 1 << 31}, values)
}

func TestAFewTitlesTakeAByteEachAndManyABit(t *testing.T) {
	for titles, want := range map[int]int{0: 0, 1: 1, 15: 15, 16: 16, 17: 16, blockSize: 16} {
		var all []posting
		for i := range uint32(blockSize) {
			all = append(all, posting{doc: i, freq: 1})
		}
		for i := range titles {
			all[i].title = 1
		}
		b := appendBlock(nil, all, 0)
		assert.Len(t, b, blockHead+want, "%d titles", titles)
		var k block
		require.NoError(t, k.decode(b, 0, blockSize-1))
		assert.Equal(t, all, read(t, &k))
		assert.Equal(t, titles > 0, k.inTitles())
	}
}

func TestABlockThatIsCutOrEndsElsewhereIsDamaged(t *testing.T) {
	few := []posting{{3, 2, 1}, {200, 70, 0}}
	for doc := range uint32(14) {
		few = slices.Insert(few, 1+int(doc), posting{4 + doc, 1, 0})
	}
	for _, postings := range [][]posting{{{3, 2, 1}, {9, 1, 0}, {200, 70, 3}}, few} {
		good := appendBlock(nil, postings, 2)
		var k block
		require.NoError(t, k.decode(good, 2, 200))
		for n := range good {
			err := k.decode(good[:n], 2, 200)
			if err == nil {
				err = k.frequencies(make([]uint32, blockSize))
			}
			assert.ErrorIs(t, err, ErrDamaged, "%d bytes", n)
		}
		assert.ErrorIs(t, k.decode(good, 2, 201), ErrDamaged)
		assert.ErrorIs(t, k.decode(good, 3, 200), ErrDamaged)
	}
}

func FuzzBlock(f *testing.F) {
	f.Add(appendBlock(nil, []posting{{3, 2, 1}, {9, 1, 0}}, 2), uint32(2), uint32(9))
	f.Add([]byte{127, 32, 32, 32}, uint32(0), uint32(1))
	f.Fuzz(func(t *testing.T, b []byte, base, last uint32) {
		var k block
		if k.decode(b, base, last) != nil {
			return
		}
		if k.frequencies(make([]uint32, blockSize)) != nil {
			return
		}
		got := read(t, &k)
		for i, p := range got {
			assert.True(t, p.doc >= base && p.doc <= last)
			if i > 0 {
				assert.Greater(t, p.doc, got[i-1].doc)
			}
		}
	})
}

func TestEveryPointLiesUnderTheFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Custom(func(t *rapid.T) point {
			return point{rapid.Uint32Range(1, 40).Draw(t, "freq"), rapid.Uint32Range(1, 400).Draw(t, "length")}
		})
		points := rapid.SliceOfN(draw, 1, 200).Draw(t, "points")
		var kept []point
		rest, err := readFront(append(appendFront(nil, front(append([]point(nil), points...))), 0xab), func(freq, length uint32) {
			kept = append(kept, point{freq, length})
		})
		require.NoError(t, err)
		assert.Equal(t, []byte{0xab}, rest)
		assert.LessOrEqual(t, len(kept), maxFront)
		for _, p := range points {
			assert.True(t, beaten(p, kept), "%v is not under %v", p, kept)
		}
	})
}

func beaten(p point, front []point) bool {
	for _, q := range front {
		if q.freq >= p.freq && q.length <= p.length {
			return true
		}
	}
	return false
}

func FuzzFront(f *testing.F) {
	f.Add(appendFront(nil, []point{{1, 3}, {2, 9}}))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		rest, err := readFront(b, func(uint32, uint32) {})
		if err == nil {
			assert.Less(t, len(rest), len(b))
		}
	})
}
