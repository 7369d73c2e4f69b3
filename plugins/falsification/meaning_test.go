package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestADraftIsRefutedByMeaning(t *testing.T) {
	asked := textTable("query", "text", "What do thiamine salts do to ospreys?")
	tests := []struct {
		name, statement, passage string
		refuted                  bool
	}{
		{"a verb in another form", "Thiamine salts raise osprey fertility.", "Thiamine salts did not raise osprey fertility.", true},
		{"the passive", "Thiamine salts raise osprey fertility.", "Osprey fertility was not raised by thiamine salts.", true},
		{"an affirmation", "Thiamine salts raise osprey fertility.", "Thiamine salts raised osprey fertility.", false},
		{"a denial of something else", "Thiamine salts raise osprey fertility.", "Lead did not lower the weight of grebes.", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := call(t, request(t, map[string]any{"match": matchMeaning}, texts("Ospreys nest on poles.", tt.passage), asked, draftTable(tt.statement, ""))).Assess
			if !tt.refuted {
				assert.Zero(t, got.Signals[0].Value)
				return
			}
			assert.Greater(t, got.Signals[0].Value, 0.5)
			assert.Equal(t, []uint32{1}, got.Findings[0].Rows)
		})
	}
}

func TestAnOptionIsCountedByMeaningOrByItsNounPhrase(t *testing.T) {
	asked := textTable("query", "text", "What do thiamine salts do?")
	options := textTable("options", "phrase", "raise osprey fertility", "lower osprey weight")
	options.Columns = append(options.Columns, contract.TextColumn("text", []string{"raise osprey fertility", "lower osprey weight"}))
	denied := texts("Thiamine salts did not raise osprey fertility.", "Thiamine salts do not raise the fertility of ospreys.", "Grebes were weighed.")
	for match, want := range map[string][]float64{matchPhrase: {1, 0}, matchNoun: {1, 0}, matchMeaning: {2, 0}} {
		got := call(t, request(t, map[string]any{"mode": "option", "match": match}, denied, asked, options)).Assess
		assert.Equal(t, want, got.Parts[0].Values, match)
	}
}

func TestTheNounPhraseLeavesTheVerbOut(t *testing.T) {
	for text, want := range map[string]string{
		"raise osprey fertility":                 "osprey fertility",
		"reduces the risk of cardiac arrhythmia": "cardiac arrhythmia",
		"FKBP12":                                 "FKBP12",
		"close to zero":                          "zero",
		"an increase in the resting potential of axons": "resting potential",
	} {
		assert.Equal(t, want, nounPhrase(text), text)
	}
}
