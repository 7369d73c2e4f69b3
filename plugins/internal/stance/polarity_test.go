package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

func stem(word string) uint64 { return text.Stem([]byte(word)) }

func TestWordsThatOnlyOneSideHasAreFound(t *testing.T) {
	p, _ := oneWork(t, "Torvin reduces the growth of kelp.", "Torvin merely reduced growth 12 times. An unrelated talk about ships and harbours and sails and masts was given far away from everything.")
	words := p.Words()
	assert.Contains(t, words, Word{stem("merely"), false, 1}, "beside words of the claim")
	assert.Contains(t, words, Word{stem("kelp"), true, 1}, "no sentence has it")
	for _, w := range words {
		assert.NotContains(t, []uint64{stem("torvin"), stem("masts"), stem("12")}, w.Stem, "shared, far away, a number")
	}
}

func TestAWordCountsOnceAndAsItsMostHeededSentence(t *testing.T) {
	p, _ := oneWork(t, "Torvin reduces the growth of kelp.", "Torvin merely reduced the growth of kelp.", "Kelp merely grew.")
	n := 0
	for _, w := range p.Words() {
		if w.Stem == stem("merely") {
			n++
			assert.Equal(t, float32(1), w.Heed)
		}
	}
	assert.Equal(t, 1, n)
}

func TestWordsAddUpEachForLessTheMoreThereAre(t *testing.T) {
	p := &Polarity{Base: 0.5, Weights: map[uint64]Leaning{1: {Fresh: 1}, 2: {Fresh: 1, Missing: -2}}}
	assert.InDelta(t, 0.5, p.Score(nil), 1e-9)
	assert.InDelta(t, 0.5+1/1.4142, p.Score([]Word{{1, false, 1}}), 1e-4)
	assert.InDelta(t, 0.5+2/1.7321, p.Score([]Word{{1, false, 1}, {2, false, 1}}), 1e-4)
	assert.InDelta(t, 0.5-2/1.4142, p.Score([]Word{{2, true, 1}, {1, true, 1}, {3, false, 1}}), 1e-4, "words without a weight are not there")
}

func TestAPolarityIsReadAsItWasWritten(t *testing.T) {
	p := &Polarity{Base: 0.5, Weights: map[uint64]Leaning{9: {Fresh: 1}, 2: {Fresh: 3, Missing: -2}}}
	b := p.append(nil)
	read, err := parsePolarity(b)
	require.NoError(t, err)
	assert.Equal(t, p, read)
	assert.Equal(t, b, read.append(nil))
	for _, damaged := range [][]byte{b[:len(b)-1], append(b, 0), b[:7], nil} {
		_, err := parsePolarity(damaged)
		assert.ErrorIs(t, err, forest.ErrModel)
	}
}
