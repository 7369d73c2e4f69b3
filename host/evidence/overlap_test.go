package evidence

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sets analyses texts in the whitespace form into sets over one vocabulary.
func sets(texts ...string) [][]uint32 {
	a, v := NewAnalyzer(Whitespace), NewVocabulary()
	var out [][]uint32
	for _, s := range texts {
		out = append(out, v.SetOf(a.Tokens(s)))
	}
	return out
}

func TestGoldenVectorsOfTheCatalogue(t *testing.T) {
	s := sets("rapamycin inhibits mtorc1 kinase in yeast", "rapamycin inhibits mtorc1", "rapamycin inhibits mtorc2", "torin activates mtorc1")
	assert.InDelta(t, 0.5, Jaccard(s[0], s[1]), 1e-6, "S1-10 A")
	assert.InDelta(t, 0.285714, Jaccard(s[0], s[2]), 1e-6, "S1-10 B")
	assert.InDelta(t, 0.125, Jaccard(s[0], s[3]), 1e-6, "S1-10 C")
	assert.Equal(t, 0.5, Jaccard(s[1], s[2]), "S3-01")

	s = sets("a b c d", "a b e")
	assert.Equal(t, 0.4, Jaccard(s[0], s[1]), "S3-01 strict")

	s = sets("rapamycin binds fkbp12", "rapamycin inhibits mtorc1 kinase in yeast cells")
	assert.InDelta(t, 0.333333, Containment(s[0], s[1]), 1e-6, "S0-08 containment")
	assert.InDelta(t, 0.111111, Jaccard(s[0], s[1]), 1e-6, "S0-08 Jaccard")

	s = sets("km cytochrome p450 substrate", "cytochrome p450 kinetics")
	assert.Equal(t, 0.5, Containment(s[0], s[1]), "S1-09")
}

func TestOverlapTakesTheSmallerSetAsWhole(t *testing.T) {
	assert.Equal(t, 1.0, Overlap([]uint32{1, 2}, []uint32{1, 2, 3}))
	assert.Equal(t, 1.0, Overlap([]uint32{1, 2, 3}, []uint32{1, 2}))
}

func TestEmptySetsMeasureZero(t *testing.T) {
	for _, m := range []Measure{ByContainment, ByJaccard, ByOverlap} {
		assert.Zero(t, m.Of(nil, nil), m)
		assert.Zero(t, m.Of([]uint32{1}, nil), m)
		assert.Zero(t, m.Of(nil, []uint32{1}), m)
	}
}

func TestParseMeasureReadsItsOwnNames(t *testing.T) {
	for _, m := range []Measure{ByContainment, ByJaccard, ByOverlap} {
		got, err := ParseMeasure(m.String())
		require.NoError(t, err)
		assert.Equal(t, m, got)
	}
	_, err := ParseMeasure("cosine")
	assert.EqualError(t, err, `unknown overlap measure "cosine": want containment, jaccard or overlap`)
	assert.Zero(t, Measure(9).Of([]uint32{1}, []uint32{1}))
}

func TestMeasureOfAppliesTheMeasureItNames(t *testing.T) {
	a, b := []uint32{1, 2, 3, 4}, []uint32{3, 4, 5}
	assert.Equal(t, 0.5, ByContainment.Of(a, b))
	assert.Equal(t, 0.4, ByJaccard.Of(a, b))
	assert.InDelta(t, 2.0/3, ByOverlap.Of(a, b), 1e-12)
}

func TestSetAlgebra(t *testing.T) {
	set := rapid.Custom(func(t *rapid.T) []uint32 { return Set(rapid.SliceOf(rapid.Uint32Range(0, 30)).Draw(t, "ids")) })
	rapid.Check(t, func(t *rapid.T) {
		a, b := set.Draw(t, "a"), set.Draw(t, "b")
		union, both := Union(a, b), Intersection(a, b)
		assert.Equal(t, Set(append(slices.Clone(a), b...)), union)
		assert.Equal(t, Union(b, a), union)
		assert.Equal(t, Intersection(b, a), both)
		assert.Equal(t, len(a)+len(b), len(union)+len(both))
		assert.ElementsMatch(t, a, append(Difference(a, b), both...))
		assert.Empty(t, Intersection(Difference(a, b), b))
		checkMeasures(t, a, b)
	})
}

func checkMeasures(t *rapid.T, a, b []uint32) {
	assert.Equal(t, Jaccard(a, b), Jaccard(b, a))
	assert.Equal(t, Overlap(a, b), Overlap(b, a))
	for _, m := range []Measure{ByContainment, ByJaccard, ByOverlap} {
		v := m.Of(a, b)
		assert.True(t, v >= 0 && v <= 1, "%s = %v", m, v)
		if len(a) > 0 {
			assert.Equal(t, 1.0, m.Of(a, a))
		}
	}
	assert.LessOrEqual(t, Jaccard(a, b), Containment(a, b))
	assert.LessOrEqual(t, Containment(a, b), Overlap(a, b))
}

func TestVocabularyNumbersTokensByFirstOccurrence(t *testing.T) {
	v := NewVocabulary()
	assert.Equal(t, []uint32{0, 1, 0, 2}, v.IDs([]string{"b", "a", "b", "c"}))
	assert.Equal(t, uint32(1), v.ID("a"))
	assert.Equal(t, []uint32{1, 2}, v.SetOf([]string{"c", "a", "c"}))
	_, known := v.Lookup("d")
	assert.False(t, known)
	assert.Equal(t, uint32(3), v.ID("e"), "a look-up gives no id")
}
