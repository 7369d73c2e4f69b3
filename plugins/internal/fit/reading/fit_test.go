package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

func corpusOf(texts ...string) []document {
	out := make([]document, len(texts))
	for i, text := range texts {
		out[i].id = string(rune('a' + i))
		out[i].cut("", text, "")
	}
	return out
}

func TestASearchFindsDocumentsByTheirRarestWords(t *testing.T) {
	x := newIndex(corpusOf("Otters swim. Otters dive.", "Otters drown in nets.", "Seals swim.", ""))
	assert.Equal(t, []int{1, 0}, x.search("Do otters drown?", 5))
	assert.Equal(t, []int{1}, x.search("Do otters drown?", 1))
	assert.Empty(t, x.search("the of and", 5))
	assert.Equal(t, 1.0, x.rarity(0), "a word that no document has")
}

func TestAUCIsTheChanceOfTheRightOrder(t *testing.T) {
	assert.InDelta(t, 0.75, auc([]float64{2, 3}, []float64{1, 2.5}), 1e-12)
	assert.InDelta(t, 0.5, auc([]float64{1}, []float64{1}), 1e-12)
	assert.True(t, math.IsNaN(auc(nil, []float64{1})))
	assert.InDelta(t, 0.5, above([]float64{0.1, 0.25}, 0.25), 1e-12)
}

func TestEvidenceIsFoundInItsSentences(t *testing.T) {
	d := corpusOf("Otters swim. They often drown in nets. Seals do not.")[0]
	assert.Equal(t, map[int]bool{1: true, 2: true}, quoted(d.sentences, "often drown in nets || Seals do not."))
}

// drawn makes bags whose class is told by one feature.
func drawn() []bag {
	var bags []bag
	for i := range 40 {
		yes := i%2 == 0
		b := bag{pack: "p", corpus: "p", terms: 4, rows: make([]row, 3)}
		for k := range b.rows {
			r := &b.rows[k]
			r.f[reading.FeatHere] = 0.1 + 0.01*float64((i*7+k)%10)
			r.f[reading.FeatMissing] = 0.1 * float64((i*5+k)%7)
			r.gold = yes
		}
		if yes {
			b.addressed, b.rows[1].f[reading.FeatHere], b.rows[1].label = 1, 0.9, 1
		} else {
			b.corpus = "other"
		}
		bags = append(bags, b)
	}
	return bags
}

func TestAFitFindsTheFeatureThatTells(t *testing.T) {
	bags := drawn()
	m := fit(bags)
	for i := range bags {
		assert.Equal(t, bags[i].addressed == 1, bags[i].score(m) > 0.5, i)
	}
	assert.Positive(t, m.Weights[reading.FeatHere])
	assert.Equal(t, m, fit(drawn()), "equal data, equal weights")
}

func TestAFeatureActsOnlyItsWay(t *testing.T) {
	bags := drawn()
	for i := range bags {
		for k := range bags[i].rows { // what is missing now goes with what addresses
			bags[i].rows[k].f[reading.FeatMissing] = float64(bags[i].addressed)
			bags[i].rows[k].f[reading.FeatHere] = 0.5
		}
	}
	assert.Zero(t, fit(bags).Weights[reading.FeatMissing])
}

func TestAMissingPackIsNamed(t *testing.T) {
	err := run(t.TempDir(), "unused", "", false, &bytes.Buffer{})
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "a pack is missing")
	assert.ErrorContains(t, err, "-data")
}

func TestACheckChangesNothing(t *testing.T) {
	name := filepath.Join(t.TempDir(), "model")
	require.NoError(t, keep(name, []byte("a"), false))
	require.NoError(t, keep(name, []byte("a"), true))
	require.ErrorIs(t, keep(name, []byte("b"), true), errDiffers)
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "a", string(got))
}
