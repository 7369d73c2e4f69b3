package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// claimed is what a claim's draft is made of.
const (
	claimed = "Rapamycin extends the lifespan of mice."
	terms   = "rapamycin extends lifespan mice"
)

func byTerms(set func(*config)) config {
	return with(func(c *config) {
		c.match = matchVerdictTerms
		set(c)
	})
}

func TestADraftOfWhichNoTextHoldsAllIsFoundByItsTerms(t *testing.T) {
	asIs := byTerms(func(*config) {})
	tests := []struct {
		name, text string
		c          config
		score      float64
	}{
		{"U34, as written: the whole phrase stands nowhere", "In mice, rapamycin did not extend lifespan.", defaults, 0},
		{"all of its terms in any order and form", "In mice, rapamycin did not extend lifespan.", asIs, 1},
		{"fewer terms say less", "Rapamycin did not dissolve in mice.", asIs, .5},
		{"one term says nothing", "Rapamycin did not dissolve.", asIs, 0},
		{"unless one is enough", "Rapamycin did not dissolve.", byTerms(func(c *config) { c.minTerms = 1 }), .25},
		{"a mere negation is half of a refutation", "Rapamycin extended no lifespan in mice.", asIs, .5},
		{"terms beyond the window are elsewhere", "Rapamycin did not. By contrast, lifespan of mice rose.", byTerms(func(c *config) { c.window = 3 }), 0},
		{"terms without a denial refute nothing", "Rapamycin extends the lifespan of mice.", asIs, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newReader(tt.c).draft(draft{text: claimed, key: terms, side: 1, verdict: true}, texts(tt.text))
			assert.InDelta(t, tt.score, got.score, 1e-12)
		})
	}
}

func TestTheMostTellingMarkerCountsByTheShareOfTermsNearIt(t *testing.T) {
	p := texts("No rapamycin extended lifespan of mice.", "Contrary to rapamycin, mice")
	got := newReader(byTerms(func(*config) {})).draft(draft{text: claimed, key: terms, side: 1, verdict: true}, p)
	assert.Equal(t, []finding{{1, .5, "Contrary to rapamycin, mice"}, {0, .5, "No rapamycin extended lifespan of mice"}}, got.findings, "equal ones by their texts")
}

func TestDenialsAgreeWithAVerdictThatDenies(t *testing.T) {
	p := texts("In mice, rapamycin did not extend lifespan.")
	const negated = "Rapamycin does not extend the lifespan of mice."
	tests := []struct {
		name        string
		text        string
		side, score float64
		negated     bool
	}{
		{"a claim that is supported is refuted by denials", claimed, 1, 1, false},
		{"one that is contradicted is not", claimed, -1, 0, true},
		{"one that is left open says nothing", claimed, 0, 0, false},
		{"a negated claim agrees with them", negated, 1, 0, true},
		{"whoever contradicts a negated claim affirms, and is refuted", negated, -1, 1, false},
		{"a denial of something else is none of the claim", "Torin is no drug. " + claimed, 1, 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newReader(byTerms(func(*config) {})).draft(draft{text: tt.text, key: terms, side: tt.side, verdict: true}, p)
			assert.InDelta(t, tt.score, got.score, 1e-12)
			assert.Equal(t, tt.negated, got.negated)
		})
	}
}

func TestATermlessDraftIsRefutedByNothing(t *testing.T) {
	got := newReader(byTerms(func(*config) {})).draft(draft{text: claimed, key: " ", side: 1, verdict: true}, texts("It did not."))
	assert.Zero(t, got.score)
}

func TestOnlyVerdictsAreFoundByTermsUnlessAllDraftsAre(t *testing.T) {
	p := texts("In mice, rapamycin did not extend lifespan.")
	for _, tt := range []struct {
		match          string
		verdict, other float64
	}{
		{matchPhrase, 0, 0},
		{matchVerdictTerms, 1, 0},
		{matchTerms, 1, 1},
	} {
		r := newReader(byTerms(func(c *config) { c.match = tt.match }))
		assert.Equal(t, tt.verdict, r.draft(draft{text: claimed, key: terms, side: 1, verdict: true}, p).score, "%s: a verdict", tt.match)
		assert.Equal(t, tt.other, r.draft(draft{text: claimed, key: terms, side: 1, verdict: false}, p).score, "%s: a draft with words of its own", tt.match)
	}
}
