package main

import (
	"fmt"
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

func TestGoldenAnswers(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }

func TestTheManifestIsValid(t *testing.T) { require.NoError(t, manifest.Validate()) }

// A row is one sentence or passage of a request.
type row struct {
	text      string
	document  float64
	place     float64
	relevance float64
	addresses float64 // below 0: nobody judged
}

// rowsOf makes rows of equal relevance, each of its own document.
func rowsOf(texts ...string) []row {
	rows := make([]row, len(texts))
	for i, text := range texts {
		rows[i] = row{text, float64(i), 0, 1, -1}
	}
	return rows
}

func textTable(name string, rows ...string) contract.Table {
	return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{contract.TextColumn("text", rows)}}
}

// request asks about rows of table sentences or passages.
func request(t require.TestingT, config map[string]any, query, table string, rows []row, options ...string) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(rows)
	texts, known := make([]string, n), make([]bool, n)
	numbers := map[string][]float64{"document": make([]float64, n), "place": make([]float64, n), "relevance": make([]float64, n), "addresses": make([]float64, n)}
	for i, r := range rows {
		texts[i], numbers["document"][i], numbers["place"][i], numbers["relevance"][i] = r.text, r.document, r.place, r.relevance
		numbers["addresses"][i], known[i] = max(0, r.addresses), r.addresses >= 0
	}
	read := textTable(table, texts...)
	read.Columns = append(read.Columns, contract.NumbersColumn("document", numbers["document"], nil), contract.NumbersColumn("relevance", numbers["relevance"], nil))
	if table == "sentences" {
		read.Columns = append(read.Columns, contract.NumbersColumn("place", numbers["place"], nil), contract.NumbersColumn("addresses", numbers["addresses"], known))
	}
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{read, textTable("query", query), textTable("options", options...)}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.AssessResult {
	resp := sdktest.Call(t, plugin, req)
	require.Empty(t, resp.Error)
	return resp.Assess
}

// signal is the value of a signal.
func signal(t require.TestingT, a *contract.AssessResult, name string) float64 {
	i := slices.IndexFunc(a.Signals, func(s contract.Signal) bool { return s.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return a.Signals[i].Value
}

func TestSentencesAndPassagesAreJudgedAlike(t *testing.T) {
	for _, table := range []string{"sentences", "passages"} {
		a := call(t, request(t, nil, "Does lithium increase grey matter volume?", table, rowsOf("Lithium did not increase grey matter volume.", "Basalt cools slowly.")))
		assert.Greater(t, signal(t, a, "contradicts"), signal(t, a, "supports"))
		assert.Equal(t, table, a.Parts[0].Table)
		assert.Negative(t, a.Parts[0].Values[0])
		assert.Zero(t, a.Parts[0].Values[1], "a sentence that speaks of something else counts for nothing")
		require.NotEmpty(t, a.Findings)
		assert.Equal(t, "contradicts", a.Findings[0].Kind)
		assert.Equal(t, []uint32{0}, a.Findings[0].Rows)
		assert.Equal(t, "'not' before 'increase'", a.Findings[0].Text)
	}
}

func TestAPassageIsCutIntoSentences(t *testing.T) {
	a := call(t, request(t, nil, "Lithium increases grey matter volume.", "passages", rowsOf("Basalt cools slowly. Lithium increased grey matter volume. The dose was 12 mg.")))
	require.Len(t, a.Parts[0].Values, 1)
	assert.Positive(t, a.Parts[0].Values[0])
}

func TestNothingToCompareIsUndecided(t *testing.T) {
	for _, texts := range [][]string{nil, {""}, {"Basalt columns cool slowly."}} {
		a := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rowsOf(texts...)))
		assert.Equal(t, 1.0, signal(t, a, "undecided"))
		assert.Empty(t, a.Findings)
	}
	a := call(t, request(t, nil, "", "sentences", rowsOf("Lithium increased grey matter volume.")))
	assert.Equal(t, 1.0, signal(t, a, "undecided"))
}

func TestASentenceThatDoesNotAddressTheQuestionCountsForNothing(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.")
	rows[0].addresses = 0
	a := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows))
	assert.Equal(t, 1.0, signal(t, a, "undecided"))
	assert.Zero(t, a.Parts[0].Values[0])
	rows[0].addresses = 1
	a = call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows))
	assert.Less(t, signal(t, a, "undecided"), 1.0)
	assert.Positive(t, a.Parts[0].Values[0])
}

func TestWorksTakeSidesNotSentences(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.", "Again lithium increased grey matter volume.", "Lithium did not increase grey matter volume.")
	apart := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows))
	assert.Equal(t, 2.0, signal(t, apart, "for_works"))
	assert.Equal(t, 1.0, signal(t, apart, "against_works"))
	rows[1].document, rows[1].place = 0, 1
	together := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows))
	assert.Equal(t, 1.0, signal(t, together, "for_works"))
	agreed := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows[:2]))
	assert.Greater(t, signal(t, together, "disputed"), signal(t, agreed, "disputed"))
}

func TestATeamsWeightsMoveTheAnswer(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.")
	plain := call(t, request(t, nil, "Lithium increases grey matter volume.", "sentences", rows))
	moved := call(t, request(t, map[string]any{"answer_weights": []any{-5.}, "decided_weights": []any{5.}}, "Lithium increases grey matter volume.", "sentences", rows))
	assert.Less(t, signal(t, moved, "supports"), signal(t, plain, "supports"))
	assert.Less(t, signal(t, moved, "undecided"), signal(t, plain, "undecided"))
}

func TestARequestWithoutWhatIsNeededIsRefused(t *testing.T) {
	noText := request(t, nil, "q", "sentences", nil)
	noText.Tables[0].Columns = nil
	noQuery := request(t, nil, "q", "sentences", nil)
	noQuery.Tables = noQuery.Tables[:1]
	noOption := request(t, map[string]any{"mode": modeOptions}, "q", "passages", nil, "a")
	noOption.Tables[2].Columns = nil
	for want, req := range map[string]*contract.Request{"sentences.text": noText, "table query": noQuery, "options.text": noOption} {
		assert.Contains(t, sdktest.Call(t, plugin, req).Error, want)
	}
}

func TestAQuestionOfTenThousandCharactersIsRead(t *testing.T) {
	long := strings.Repeat("lithium increases grey matter volume ", 300)
	a := call(t, request(t, nil, long, "sentences", rowsOf("Lithium increased grey matter volume.", strings.Repeat("lithium ", 5000))))
	assert.InDelta(t, 1, signal(t, a, "supports")+signal(t, a, "contradicts")+signal(t, a, "undecided"), 1e-12)
}

// pieces are what drawn sentences are made of.
var pieces = []string{
	"Lithium increased grey matter volume. ", "It did not reduce falls (p = 0.3). ", "However, no significant difference was found. ",
	"The dose was 12 mg. ", "In 45 % of cases ", "similar to placebo", "(p < 0.001)", "may suggest ", "µM ", "? ", "grey matter",
}

func drawRows(t *rapid.T) []row {
	rows := make([]row, rapid.IntRange(0, 6).Draw(t, "rows"))
	for i := range rows {
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 5).Draw(t, "pieces") {
			rows[i].text += piece
		}
		rows[i].document = float64(rapid.IntRange(0, 2).Draw(t, "document"))
		rows[i].place = float64(rapid.IntRange(0, 2).Draw(t, "place"))
		rows[i].relevance = rapid.Float64Range(0, 1).Draw(t, "relevance")
		rows[i].addresses = rapid.Float64Range(-1, 1).Draw(t, "addresses")
	}
	return rows
}

func TestProbabilitiesSumToOneAndTheOrderOfRowsMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		query := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()).Draw(t, "query")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Perm(len(rows))
		shuffled := make([]row, len(rows))
		for i, from := range order {
			shuffled[i] = rows[from]
		}
		for _, table := range []string{"sentences", "passages"} {
			a, b := call(t, request(t, nil, query, table, rows)), call(t, request(t, nil, query, table, shuffled))
			assert.Equal(t, a.Signals, b.Signals)
			assert.InDelta(t, 1, signal(t, a, "supports")+signal(t, a, "contradicts")+signal(t, a, "undecided"), 1e-12)
			for i, from := range order {
				assert.Equal(t, a.Parts[0].Values[from], b.Parts[0].Values[i], fmt.Sprint(order))
			}
		}
	})
}

// chosen is the option that is supported most.
func chosen(t *testing.T, query string, texts []string, options ...string) string {
	a := call(t, request(t, map[string]any{"mode": modeOptions}, query, "passages", rowsOf(texts...), options...))
	best := 0
	for i := range options {
		if a.Parts[0].Values[i]-a.Parts[1].Values[i] > a.Parts[0].Values[best]-a.Parts[1].Values[best] {
			best = i
		}
	}
	return options[best]
}
func TestOptionsAreToldApart(t *testing.T) {
	tests := []struct {
		name, query, want string
		texts, options    []string
	}{
		{"by a quantity", "What is the melting point of the alloy?", "231.9 K",
			[]string{"The melting point of the alloy is 232 K."}, []string{"77 K", "231.9 K", "310 K"}},
		{"by its unit", "How thick is the film of the alloy?", "12 nm",
			[]string{"The film of the alloy is 12 nm thick and was heated to 12 K."}, []string{"12 K", "12 nm"}},
		{"by what stands beside a quantity", "How long did otters dive?", "41 s",
			[]string{"In the same lake under the same weather, seals dived for 300 s, while otters dived for 41 s."}, []string{"300 s", "41 s"}},
		{"by direction", "What does the drug do to the channel?", "it inhibits the channel",
			[]string{"In oocytes the drug blocked the channel."}, []string{"it activates the channel", "it inhibits the channel"}},
		{"by a negation", "Which metal catalyses the coupling?", "palladium",
			[]string{"The coupling is catalysed by palladium.", "Cobalt does not catalyse the coupling."}, []string{"cobalt", "palladium"}},
		{"by the number of documents", "What is the age of the boundary?", "66.0 Ma",
			[]string{"The age of the boundary is 61.5 Ma.", "The age of the boundary is 66.0 Ma.", "The age of the boundary is 66.1 Ma."}, []string{"61.5 Ma", "66.0 Ma"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, chosen(t, tt.query, tt.texts, tt.options...))
			slices.Reverse(tt.options)
			assert.Equal(t, tt.want, chosen(t, tt.query, tt.texts, tt.options...))
		})
	}
}
