package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
		{"NS", "Zinc helps.", "Zinc 12 14 NS.", fP, below},
		{"one above a bound", "Zinc helps.", "Zinc helped (P > 0.05).", fP, below},
		{"the best of two", "Zinc helps.", "Zinc helped (P = 0.01) and slept (P = 0.4, N.S.).", fP, above},
		{"a number that is no p-value", "Zinc helps.", "Zinc helped (r = 0.4).", fP, zero},
		{"a p that is none", "Zinc helps.", "Zinc helped (P = 12).", fP, zero},
		{"a letter at the end", "Zinc helps.", "Zinc helped p", fP, zero},
		{"an interval that holds 1 of a ratio", "Zinc helps.", "Zinc had an OR of 1.1 (95% CI 0.9 to 1.3).", fInterval, below},
		{"one that leaves it out", "Zinc helps.", "Zinc had an OR of 1.6 (95% CI 1.2 to 2.3).", fInterval, above},
		{"the first of two", "Zinc helps.", "Zinc had an OR of 1.6 (95% CI 1.2 to 2.3) and then 1.1 (95% CI 0.9 to 1.3).", fInterval, above},
		{"one of a difference that leaves 0 out", "Zinc helps.", "Zinc changed it by 3 (95% CI 0.9 to 8).", fInterval, above},
		{"two numbers that are none", "Zinc helps.", "Zinc raised it from 0 to 8.", fInterval, zero},
		{"numbers in the wrong order", "Zinc helps.", "Zinc raised it, with 95% CI 8 to 0.", fInterval, zero},
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
		{"a range that holds the number", "Zinc lasts 12 hours.", "Zinc lasts between 10 and 14 hours.", fNumberConflict, zero},
		{"a range that says its unit twice", "Zinc lasts 12 hours.", "Zinc lasts between 10 hours and 14 hours.", fNumberConflict, zero},
		{"two numbers that are no range", "Zinc lasts 12 hours.", "Zinc lasts 10 hours and tin 14 hours.", fNumberConflict, above},
		{"numbers of a list", "Zinc lasts 12 hours.", "Zinc was seen at 10, 14 hours.", fNumberConflict, above},
		{"a range that does not", "Zinc lasts 30 hours.", "Zinc lasts between 10 and 14 hours.", fNumberConflict, above},
		{"the same number written otherwise", "Zinc lasts 12 hours.", "Zinc lasts 12.0 hours.", fNumberHeld, above},
		{"another year", "Zinc was found in 1746.", "Zinc was found in 1800.", fYearConflict, above},
		{"another entity in the place of one", "It was written by Mary Shelley.", "It was written by Mary Godwin.", fSubstituted, above},
		{"sides of a comparison that are changed", "Gold is heavier than zinc.", "Zinc is heavier than gold.", fReversed, above},
		{"sides of a comparison that are changed with its direction", "Gold is heavier than zinc.", "Zinc is lower than gold.", fReversed, below},
		{"a belief that is called wrong", "Zinc prevents colds.", "It is a myth, which trials refute, that zinc prevents colds.", fMisbelief, above},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want(t, float64(viewed(tt.hypothesis, tt.sentence).Features[tt.feature]))
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
		assert.Greater(t, viewed(tt.hypothesis, tt.sentence).Cover, 0.3, tt.hypothesis)
	}
	assert.Zero(t, viewed("chronic kidney disease", "Basalt cools.").Cover)
}

func TestALongHypothesisKeepsItsFirstTerms(t *testing.T) {
	h := New(strings.Repeat("alpha beta gamma delta ", 1000), nil, NewVocabulary())
	assert.Len(t, h.terms, 4)
	assert.LessOrEqual(t, len(h.Text), mostBytes)
}
