package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestTheManifestIsValid(t *testing.T) { require.NoError(t, manifest.Validate()) }

func TestTheShippedModelIsRead(t *testing.T) { require.NoError(t, broken) }

// A row is one sentence of a request.
type row struct {
	text, title, section string
	document, place      float64
}

func rowsOf(texts ...string) []row {
	rows := make([]row, len(texts))
	for i, text := range texts {
		rows[i] = row{text: text, document: float64(i)}
	}
	return rows
}

func table(name string, texts ...string) contract.Table {
	return contract.Table{Name: name, Rows: uint32(len(texts)), Columns: []contract.Column{contract.TextColumn("text", texts)}}
}

// request is one of the question over rows; words have rarities.
func request(t require.TestingT, config map[string]any, query string, rows []row, words map[string]float64) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(rows)
	texts, titles, sections := make([]string, n), make([]string, n), make([]string, n)
	documents, places := make([]float64, n), make([]float64, n)
	for i, r := range rows {
		texts[i], titles[i], sections[i], documents[i], places[i] = r.text, r.title, r.section, r.document, r.place
	}
	sentences := table("sentences", texts...)
	sentences.Columns = append(sentences.Columns, contract.TextColumn("title", titles), contract.TextColumn("section", sections),
		contract.NumbersColumn("document", documents, nil), contract.NumbersColumn("place", places, nil))
	req := &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{sentences, table("query", query)}}
	if words != nil {
		names := slices.Sorted(maps.Keys(words))
		rarities := make([]float64, len(names))
		for i, name := range names {
			rarities[i] = words[name]
		}
		w := table("words", names...)
		w.Columns = append(w.Columns, contract.NumbersColumn("rarity", rarities, nil))
		req.Tables = append(req.Tables, w)
	}
	return req
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

func answered(t require.TestingT, config map[string]any, query string, rows []row) *contract.AssessResult {
	a := call(t, request(t, config, query, rows, nil)).Assess
	require.NotNil(t, a)
	return a
}

func TestSentencesThatAddressTheQuestionAreFound(t *testing.T) {
	a := answered(t, nil, "Does rapamycin inhibit mTORC1?", rowsOf("Basalt cools slowly.", "We show that rapamycin does not inhibit mTORC1.", "Rapamycin was bought."))
	require.Equal(t, "addressed", a.Signals[0].Name)
	assert.Greater(t, a.Signals[0].Value, 0.5)
	assert.Equal(t, 1.0, a.Signals[1].Value, "works")
	assert.Zero(t, a.Signals[2].Value, "unknown words")
	assert.Zero(t, a.Parts[0].Values[0])
	assert.Equal(t, a.Signals[0].Value, a.Parts[0].Values[1])
	assert.Less(t, a.Parts[0].Values[2], 0.5)
	require.Len(t, a.Findings, 2)
	assert.Equal(t, contract.Finding{Kind: "addresses", Table: "sentences", Rows: []uint32{1}, Weight: a.Parts[0].Values[1], Text: "subject: rapamycin, mTORC1; relation: inhibit"}, a.Findings[0])
	assert.Equal(t, "misses", a.Findings[1].Kind)
	assert.Equal(t, "no word for: inhibit, mTORC1", a.Findings[1].Text)
}

func TestNothingThatOnlySharesWordsAddressesTheQuestion(t *testing.T) {
	tests := []struct {
		query, text string
		rarity      map[string]float64
	}{
		{"Is the earth flat?", "Archaea make up much of the biomass on earth.", map[string]float64{"earth": 0.8, "flat": 0.8}},
		{"Is the Moon made of cheese?", "Bacteria were made to grow on cheese.", map[string]float64{"moon": 1, "made": 0.4, "cheese": 0.9}},
		{"Do unicorns exist?", "Two forms exist.", map[string]float64{"unicorns": 1, "exist": 0.5}},
		{"Vaccines cause autism.", "West Nile virus is carried by mosquitoes, and vaccines against it are sought.", map[string]float64{"vaccines": 0.5, "cause": 0.3, "autism": 0.8}},
		{"Melting point of tungsten?", "Products were characterised by melting point analysis.", map[string]float64{"melting": 0.7, "point": 0.4, "tungsten": 1}},
		{"", "Otters swim.", nil},
		{"Is it so?", "It is so.", nil},
		{"¿Es plana la tierra redonda?", "The earth is round.", nil},
	}
	for _, tt := range tests {
		a := call(t, request(t, nil, tt.query, rowsOf(tt.text), tt.rarity)).Assess
		require.NotNil(t, a)
		assert.Less(t, a.Signals[0].Value, 0.25, tt.query)
	}
}

func TestSettingsDecideWhatCounts(t *testing.T) {
	rows := rowsOf("Rapamycin inhibits mTORC1.", "Rapamycin inhibits it.", "Rapamycin was bought.")
	rows[0].section = "methods"
	query := "Does rapamycin inhibit mTORC1?"
	a := answered(t, nil, query, rows)
	assert.Greater(t, answered(t, map[string]any{"section_malus": 0.}, query, rows).Parts[0].Values[0], a.Parts[0].Values[0])
	assert.Zero(t, answered(t, map[string]any{"counts_from": 1.}, query, rows).Signals[1].Value)
	assert.Equal(t, 3.0, answered(t, map[string]any{"counts_from": 0.}, query, rows).Signals[1].Value)
	assert.Empty(t, answered(t, map[string]any{"findings": 0., "misses": 0.}, query, rows).Findings)
	rows[2].title = "Inhibition of mTORC1"
	assert.Greater(t, answered(t, nil, query, rows).Parts[0].Values[2], answered(t, map[string]any{"title": 0.}, query, rows).Parts[0].Values[2])
}

func TestAPolicyCanBringItsOwnWeights(t *testing.T) {
	weights := make([]float64, 1+len(shipped.Weights))
	a := answered(t, map[string]any{"weights": weights}, "Do otters swim?", rowsOf("Otters swim."))
	assert.Equal(t, 0.5, a.Signals[0].Value)
	req := request(t, map[string]any{"weights": weights[1:]}, "Do otters swim?", rowsOf("Otters swim."), nil)
	assert.Contains(t, call(t, req).Error, "setting weights")
}

func TestARequestWithoutWhatIsNeededIsRefused(t *testing.T) {
	noText := request(t, nil, "q", nil, nil)
	noText.Tables[0].Columns = nil
	noQuery := request(t, nil, "q", nil, nil)
	noQuery.Tables = noQuery.Tables[:1]
	for want, req := range map[string]*contract.Request{"sentences.text": noText, "table query": noQuery} {
		assert.Contains(t, call(t, req).Error, want)
	}
}

func TestRareWordsOfTheLiteratureWeighMore(t *testing.T) {
	rows := rowsOf("The earth turns.")
	of := func(earth, flat float64) float64 {
		return call(t, request(t, nil, "Is the earth flat?", rows, map[string]float64{"earth": earth, "flat": flat})).Assess.Signals[2].Value
	}
	assert.InDelta(t, 2.0/3, of(0.4, 0.8), 1e-9, "share of the weight")
	assert.InDelta(t, 1.0/3, of(0.8, 0.4), 1e-9)
}

func TestTenThousandSentencesAndCharactersAreRead(t *testing.T) {
	texts := make([]string, 10_000)
	for i := range texts {
		texts[i] = "Otters swim in the river (OSR)."
	}
	a := answered(t, nil, strings.Repeat("otters rapamycin ", 600), rowsOf(texts...))
	assert.Positive(t, a.Signals[0].Value)
}

func TestTheOrderOfRowsMakesNoDifference(t *testing.T) {
	pieces := []string{"Rapamycin ", "inhibits ", "mTORC1. ", "sirolimus (rapamycin) ", "12 % ", ""}
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 5), func(s []string) string { return strings.Join(s, "") })
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]row, rapid.IntRange(0, 6).Draw(t, "rows"))
		for i := range rows {
			rows[i] = row{text: text.Draw(t, "text"), title: text.Draw(t, "title"), document: float64(i % 2), place: float64(rapid.IntRange(0, 3).Draw(t, "place"))}
		}
		query := text.Draw(t, "query")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Perm(len(rows))
		shuffled := make([]row, len(rows))
		for i, from := range order {
			shuffled[i] = rows[from]
		}
		a, b := answered(t, nil, query, rows), answered(t, nil, query, shuffled)
		require.Equal(t, a.Signals, b.Signals)
		for p := range a.Parts {
			for i, from := range order {
				require.Equal(t, a.Parts[p].Values[from], b.Parts[p].Values[i])
			}
		}
		require.Len(t, b.Findings, len(a.Findings))
		for i := range a.Findings {
			require.Equal(t, a.Findings[i].Weight, b.Findings[i].Weight)
			require.Equal(t, a.Findings[i].Text, b.Findings[i].Text)
		}
	})
}
