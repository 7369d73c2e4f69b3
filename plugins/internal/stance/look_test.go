package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

func TestRareWordsCountMore(t *testing.T) {
	rarity := map[uint64]float64{text.Hash([]byte("orvalin")): 1, text.Hash([]byte("mice")): 0.1}
	p := NewJudge(nil).Look(Question{Text: "orvalin mice", Rarity: rarity}, told("orvalin", "mice"))
	assert.Equal(t, "orvalin", p.views[0].Text)
	assert.Greater(t, p.views[0].Cover, 0.7)
}

func TestOnlyTheBestSentencesAreMeasured(t *testing.T) {
	sentences := told(make([]string, 500)...)
	for i := range sentences {
		sentences[i].Text = "Otters dive."
	}
	sentences[300].Text = "Otters dive deep."
	p := NewJudge(nil).Look(Question{Text: "Otters dive deep."}, sentences)
	assert.Len(t, p.views, mostViews)
	assert.Equal(t, 300, p.views[0].row)
}

func TestAModelOfOtherFeaturesIsRefused(t *testing.T) {
	_, err := ParseModel([]byte("nothing"))
	require.Error(t, err)
	m := judged(t).model
	wrong := *m
	wrong.Side = m.Answer
	_, err = ParseModel(wrong.Append(nil))
	assert.ErrorIs(t, err, ErrFeatures)
}

func TestNothingReadIsUndecided(t *testing.T) {
	for _, sentences := range [][]Sentence{nil, told(""), told("Basalt cools slowly.")} {
		v := judged(t).Judge(Question{Text: "Lithium increases volume."}, sentences, Corrections{})
		assert.Equal(t, &Verdict{Undecided: 1}, v)
	}
	assert.False(t, math.IsNaN(judged(t).Judge(Question{}, told("Basalt cools."), Corrections{}).Supports))
}
