package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestPoliciesAndDocumentsHaveOneVocabularyOfTypes(t *testing.T) {
	assert.Equal(t, evidence.DocumentTypes(), schema.DocumentTypes())
}

func TestAPolicyCanLeaveOutTypesOfDocuments(t *testing.T) {
	letter, erratum := kinase, growth
	letter.Type, erratum.Type = "Letter", "published-erratum"
	body := func(types string) string { return "select { exclude_types = " + types + " }\n" + oneRound("") }
	r := answered(t, partsOf(t, body(`["letter"]`), shelfOf(letter, erratum, binding)), inhibits)
	require.Len(t, r.Result.Excluded, 1)
	assert.Equal(t, record.Excluded{Doc: letter.ID, Source: "local", Title: letter.Title, Year: letter.Year, Reason: "type letter"}, r.Result.Excluded[0])
	for _, c := range r.Result.Citations {
		assert.NotEqual(t, letter.ID, c.Doc)
	}
	r = answered(t, partsOf(t, body(`["letter", "erratum"]`), shelfOf(letter, erratum, binding)), inhibits)
	assert.Len(t, r.Result.Excluded, 2)
}

func TestATypeIsAFeatureThatTermsWeigh(t *testing.T) {
	trial, other, untyped := kinase, growth, binding
	trial.Type, other.Type = "randomized controlled trial", "journal-article"
	terms := `select {
		term "trials" {
			feature = document.type.randomized-trial
			weight  = 2
		}
	}
	`
	r := answered(t, partsOf(t, terms+oneRound(""), shelfOf(trial, other, untyped)), inhibits)
	got := map[string]any{}
	for _, d := range r.Documents {
		value, known := d.Feature("document.type.randomized-trial")
		got[d.Document.ID] = []any{value, known}
	}
	assert.Equal(t, map[string]any{trial.ID: []any{1.0, true}, other.ID: []any{0.0, true}, untyped.ID: []any{0.0, false}}, got)
	assert.Equal(t, trial.ID, r.Documents[0].Document.ID)
}
