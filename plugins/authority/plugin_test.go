package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestGoldenAnswers(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }

func TestNormaliseMakesSpellingsEqual(t *testing.T) {
	tests := []struct{ name, venue, want string }{
		{"case and white space do not count", "  NaTure\t", "nature"},
		{"punctuation separates words", "N. Engl. J. Med.", "n engl j med"},
		{"an ampersand is a word", "Chemistry&Biology", "chemistry and biology"},
		{"a leading article is dropped", "The Lancet", "lancet"},
		{"an article alone stays", "The", "the"},
		{"letters of other scripts stay", "Ärzteblatt", "ärzteblatt"},
		{"nothing stays nothing", "–", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, normalise(tt.venue)) })
	}
}

func TestTheFirstTierThatHasAVenueDecides(t *testing.T) {
	tiers := []tier{newTier([]string{"A", " | "}, 0.3), newTier([]string{"a", "b"}, 0.2)}
	assert.Equal(t, 0.3, adjustment(tiers, "a"))
	assert.Equal(t, 0.2, adjustment(tiers, "B"))
	assert.Zero(t, adjustment(tiers, "c"))
	assert.Zero(t, adjustment(tiers, " "), "an empty venue matches no empty spelling")
}

func TestTheShippedListsAreWhatTheCatalogueAsksFor(t *testing.T) {
	assert.Len(t, generalVenues, 5)
	assert.Len(t, csVenues, 20)
	assert.Len(t, preprintVenues, 3)
}

// requestOf builds a request for three columns, complete with defaults.
func requestOf(t require.TestingT, counts, years []float64, venues []string) *contract.Request {
	settings, err := manifest.Settings(map[string]any{"citations": "per_year", "reference_year": 2020})
	require.NoError(t, err)
	columns := []contract.Column{
		contract.NumbersColumn("citation_count", counts, nil),
		contract.NumbersColumn("year", years, nil),
		contract.TextColumn("venue", venues),
	}
	return &contract.Request{
		Contract: contract.Version, Config: settings,
		Tables: []contract.Table{{Name: "items", Rows: uint32(len(counts)), Columns: columns}},
	}
}

func TestAScoreDoesNotDependOnTheRestOfTheBatchAndKeepsTheContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "rows")
		counts := rapid.SliceOfN(rapid.Float64Range(-10, 1e13), n, n).Draw(t, "counts")
		years := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), n, n).Draw(t, "years")
		venues := rapid.SliceOfN(rapid.SampledFrom([]string{"", "arXiv x", "Cell", "other"}), n, n).Draw(t, "venues")
		req := requestOf(t, counts, years, venues)
		all, err := score(req)
		require.NoError(t, err)
		require.NoError(t, (&contract.Response{Score: all}).Check(&manifest, req))
		row := rapid.IntRange(0, n-1).Draw(t, "row")
		one, err := score(requestOf(t, counts[row:row+1], years[row:row+1], venues[row:row+1]))
		require.NoError(t, err)
		require.Equal(t, all.Scores[row], one.Scores[0])
	})
}
