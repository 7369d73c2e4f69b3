package stance

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// seen measures one sentence against a hypothesis.
func seen(hypothesis, sentence string) *view {
	p := NewJudge(nil).Look(Question{Text: hypothesis}, told(sentence))
	return p.views[0]
}

func TestEachCueIsMeasured(t *testing.T) {
	tests := []struct {
		name, hypothesis, sentence string
		feature                    int
		want                       func(assert.TestingT, any, ...any) bool
	}{
		{"a small p-value", "Zinc helps.", "Zinc helped (p < 0.01).", fP, above},
		{"one by a power of ten", "Zinc helps.", "Zinc helped (p = 3×10(-7)).", fP, above},
		{"a great one", "Zinc helps.", "Zinc helped (P = 0.4).", fP, below},
		{"N.S.", "Zinc helps.", "Zinc 12 14 N.S.", fP, below},
		{"an interval that holds 1 of a ratio", "Zinc helps.", "Zinc had an OR of 1.1 (95% CI 0.9 to 1.3).", fInterval, below},
		{"one that leaves it out", "Zinc helps.", "Zinc had an OR of 1.6 (95% CI 1.2 to 2.3).", fInterval, above},
		{"one that holds 0 of a difference", "Zinc helps.", "Zinc changed it by 3 (95% CI -2 to 8).", fInterval, below},
		{"a ratio below 1", "Zinc helps.", "Zinc and colds, OR 0.6.", fRatio, below},
		{"directions of the same thing that differ", "Zinc increases growth of mice.", "Zinc reduced growth of mice.", fDirNear, below},
		{"directions that agree, one denied on each side", "Zinc does not increase growth.", "Zinc did not increase growth.", fDirNear, above},
		{"the object of a passive", "Zinc increases growth.", "Growth was reduced by zinc.", fDirObject, below},
		{"no evidence", "Zinc prevents colds.", "There was no evidence that zinc prevents colds.", fDeniedEvidence, above},
		{"not only", "Zinc prevents colds.", "Zinc prevents not only colds.", fDenied, zero},
		{"not unlikely", "Zinc prevents colds.", "Zinc is not unlikely to prevent colds.", fNegations, zero},
		{"a contrary by prefix", "Zinc is stable.", "Zinc is unstable.", fAnti, above},
		{"a contrary word", "The lesion was benign.", "The lesion was malignant.", fOpposite, above},
		{"another number of the same unit", "Zinc lasts 12 hours.", "Zinc lasts 30 hours.", fNumberConflict, above},
		{"the same number written otherwise", "Zinc lasts 12 hours.", "Zinc lasts 12.0 hours.", fNumberHeld, above},
		{"another year", "Zinc was found in 1746.", "Zinc was found in 1800.", fYearConflict, above},
		{"another entity in the place of one", "It was written by Mary Shelley.", "It was written by Mary Godwin.", fSubstituted, above},
		{"sides of a comparison that are changed", "Gold is heavier than zinc.", "Zinc is heavier than gold.", fReversed, above},
		{"sides of a comparison that are changed with its direction", "Gold is heavier than zinc.", "Zinc is lower than gold.", fReversed, below},
		{"a belief that is called wrong", "Zinc prevents colds.", "It is a myth, which trials refute, that zinc prevents colds.", fMisbelief, above},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want(t, float64(seen(tt.hypothesis, tt.sentence).features[tt.feature]))
		})
	}
}

func above(t assert.TestingT, v any, _ ...any) bool { return assert.Positive(t, v) }
func below(t assert.TestingT, v any, _ ...any) bool { return assert.Negative(t, v) }
func zero(t assert.TestingT, v any, _ ...any) bool  { return assert.Zero(t, v) }

func TestWordsAreAlignedInOtherForms(t *testing.T) {
	for _, tt := range []struct{ hypothesis, sentence string }{
		{"Chronic kidney disease", "CKD"}, {"CKD", "chronic kidney disease"}, {"inhibitors", "inhibition"}, {"12 mg", "12.0 mg"},
		{"Icelandic", "Iceland"}, {"coronavirus", "virus"},
	} {
		assert.Greater(t, seen(tt.hypothesis, tt.sentence).cover, 0.3, tt.hypothesis)
	}
	assert.Zero(t, seen("chronic kidney disease", "Basalt cools.").cover)
}

func TestRareWordsCountMore(t *testing.T) {
	rarity := map[uint64]float64{text.Hash([]byte("orvalin")): 1, text.Hash([]byte("mice")): 0.1}
	p := NewJudge(nil).Look(Question{Text: "orvalin mice", Rarity: rarity}, told("orvalin", "mice"))
	assert.Equal(t, "orvalin", p.views[0].Text)
	assert.Greater(t, p.views[0].cover, 0.7)
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

func TestALongHypothesisKeepsItsFirstTerms(t *testing.T) {
	h := newHypothesis(strings.Repeat("alpha beta gamma delta ", 1000), nil, newVocabulary())
	assert.Len(t, h.terms, 4)
	assert.LessOrEqual(t, len(h.Text), mostBytes)
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
