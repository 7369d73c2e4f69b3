package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFormsAndSpellingsOfAWordShareTheirKey(t *testing.T) {
	for _, forms := range []string{
		"haemoglobin hemoglobin", "tumour tumor tumours", "randomised randomized", "sulphate sulfate", "labelled labeled",
		"bacterium bacteria bacterial", "oestrogen estrogen", "anaemia anemia", "inhibits inhibited inhibition inhibitor",
		"fibrosis fibrotic", "metastasis metastases metastatic", "inflammation inflammatory", "infection infectious infected",
		"metabolism metabolic", "deficiency deficient", "antagonist antagonism", "analysis analytic", "regulation regulatory",
		"leukaemia leukemia", "mitochondrion mitochondrial",
	} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			assert.Equal(t, keyOf([]byte(words[0])), keyOf([]byte(w)), "%s and %s", words[0], w)
		}
	}
}

func TestDifferentWordsKeepTheirKeys(t *testing.T) {
	for _, pair := range []string{"cell call", "rate ratio", "bat beat", "dose does", "mTORC1 mTORC2", "men mean"} {
		a, b, _ := strings.Cut(strings.ToLower(pair), " ")
		assert.NotEqual(t, keyOf([]byte(a)), keyOf([]byte(b)), pair)
	}
}

func wordsOf(t string) []string {
	var s scanner
	var out []string
	for _, w := range s.scan(t, mostWords) {
		out = append(out, t[w.from:w.to])
	}
	return out
}

func TestTextsAreCutIntoWords(t *testing.T) {
	assert.Equal(t, []string{"TNF", "α", "rose", "by", "1,250.5", "µ", "M", "in", "IL", "6", "cells", "é"}, wordsOf("TNFα rose by 1,250.5 µM in IL-6 cells. é"))
	assert.Empty(t, wordsOf(" ?! \xff "))
}

func TestGreekLettersAreSpelledOut(t *testing.T) {
	var s scanner
	a := s.scan("TNFα", 9)
	key, joined := a[1].key, a[1].joined
	b := s.scan("TNF-alpha", 9)
	assert.Equal(t, key, b[1].key)
	assert.Equal(t, joined, b[1].joined)
	assert.NotZero(t, joined)
}
