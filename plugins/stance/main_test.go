package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
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

// request asks about rows of table sentences.
func request(t require.TestingT, config map[string]any, query string, rows []row) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(rows)
	texts, known := make([]string, n), make([]bool, n)
	numbers := map[string][]float64{"document": make([]float64, n), "place": make([]float64, n), "relevance": make([]float64, n), "addresses": make([]float64, n)}
	for i, r := range rows {
		texts[i], numbers["document"][i], numbers["place"][i], numbers["relevance"][i] = r.text, r.document, r.place, r.relevance
		numbers["addresses"][i], known[i] = max(0, r.addresses), r.addresses >= 0
	}
	read := textTable("sentences", texts...)
	read.Columns = append(read.Columns, contract.NumbersColumn("document", numbers["document"], nil), contract.NumbersColumn("relevance", numbers["relevance"], nil),
		contract.NumbersColumn("place", numbers["place"], nil), contract.NumbersColumn("addresses", numbers["addresses"], known))
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{read, textTable("query", query)}}
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

func TestASentenceIsJudgedWithItsCue(t *testing.T) {
	a := call(t, request(t, nil, "Does lithium increase grey matter volume?", rowsOf("Lithium did not increase grey matter volume.", "Basalt cools slowly.")))
	assert.Greater(t, signal(t, a, "contradicts"), signal(t, a, "supports"))
	assert.Negative(t, a.Parts[0].Values[0])
	assert.Zero(t, a.Parts[0].Values[1], "a sentence that speaks of something else counts for nothing")
	require.NotEmpty(t, a.Findings)
	assert.Equal(t, "contradicts", a.Findings[0].Kind)
	assert.Equal(t, []uint32{0}, a.Findings[0].Rows)
	assert.Equal(t, "'not' before 'increase'", a.Findings[0].Text)
}

func TestNothingToCompareIsUndecided(t *testing.T) {
	for _, texts := range [][]string{nil, {""}, {"Basalt columns cool slowly."}} {
		a := call(t, request(t, nil, "Lithium increases grey matter volume.", rowsOf(texts...)))
		assert.Equal(t, 1.0, signal(t, a, "undecided"))
		assert.Empty(t, a.Findings)
	}
	a := call(t, request(t, nil, "", rowsOf("Lithium increased grey matter volume.")))
	assert.Equal(t, 1.0, signal(t, a, "undecided"))
}

func TestASentenceThatDoesNotAddressTheQuestionCountsForNothing(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.")
	rows[0].addresses = 0
	a := call(t, request(t, nil, "Lithium increases grey matter volume.", rows))
	assert.Equal(t, 1.0, signal(t, a, "undecided"))
	assert.Zero(t, a.Parts[0].Values[0])
	rows[0].addresses = 1
	a = call(t, request(t, nil, "Lithium increases grey matter volume.", rows))
	assert.Less(t, signal(t, a, "undecided"), 1.0)
	assert.Positive(t, a.Parts[0].Values[0])
}

func TestWorksTakeSidesNotSentences(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.", "Again lithium increased grey matter volume.", "Lithium did not increase grey matter volume.")
	apart := call(t, request(t, nil, "Lithium increases grey matter volume.", rows))
	assert.Equal(t, 2.0, signal(t, apart, "for_works"))
	assert.Equal(t, 1.0, signal(t, apart, "against_works"))
	rows[1].document, rows[1].place = 0, 1
	together := call(t, request(t, nil, "Lithium increases grey matter volume.", rows))
	assert.Equal(t, 1.0, signal(t, together, "for_works"))
	agreed := call(t, request(t, nil, "Lithium increases grey matter volume.", rows[:2]))
	assert.Greater(t, signal(t, together, "disputed"), signal(t, agreed, "disputed"))
}

func TestATeamsWeightsMoveTheAnswer(t *testing.T) {
	rows := rowsOf("Lithium increased grey matter volume.")
	plain := call(t, request(t, nil, "Lithium increases grey matter volume.", rows))
	moved := call(t, request(t, map[string]any{"answer_weights": []any{-5.}, "decided_weights": []any{5.}}, "Lithium increases grey matter volume.", rows))
	assert.Less(t, signal(t, moved, "supports"), signal(t, plain, "supports"))
	assert.Less(t, signal(t, moved, "undecided"), signal(t, plain, "undecided"))
}

func TestARequestWithoutWhatIsNeededIsRefused(t *testing.T) {
	noText := request(t, nil, "q", nil)
	noText.Tables[0].Columns = nil
	noQuery := request(t, nil, "q", nil)
	noQuery.Tables = noQuery.Tables[:1]
	for want, req := range map[string]*contract.Request{"sentences.text": noText, "table query": noQuery} {
		assert.Contains(t, sdktest.Call(t, plugin, req).Error, want)
	}
}

func TestAQuestionOfTenThousandCharactersIsRead(t *testing.T) {
	long := strings.Repeat("lithium increases grey matter volume ", 300)
	a := call(t, request(t, nil, long, rowsOf("Lithium increased grey matter volume.", strings.Repeat("lithium ", 5000))))
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
		a, b := call(t, request(t, nil, query, rows)), call(t, request(t, nil, query, shuffled))
		assert.Equal(t, a.Signals, b.Signals)
		assert.InDelta(t, 1, signal(t, a, "supports")+signal(t, a, "contradicts")+signal(t, a, "undecided"), 1e-12)
		for i, from := range order {
			assert.Equal(t, a.Parts[0].Values[from], b.Parts[0].Values[i], fmt.Sprint(order))
		}
	})
}

func TestASentenceTooUnclearForAStanceStillLeans(t *testing.T) {
	a := call(t, request(t, nil, "Do people with marnosis profit from tea?", rowsOf(
		"People with marnosis profit from tea.", "The tea group coped with marnosis somewhat more easily.", "Basalt cools slowly.")))
	stances, leans := partOf(t, a, "stance"), partOf(t, a, "leans")
	for i := range stances {
		assert.True(t, leans[i] == 0 || math.Abs(leans[i]) >= stance.Leans, "%d: %v", i, leans)
		assert.GreaterOrEqual(t, leans[i]*float64(cmp.Compare(stances[i], 0)), math.Abs(stances[i]), "it leans to the side of its stance, and no less")
	}
	assert.Zero(t, stances[1])
	assert.Positive(t, leans[1])
	assert.Zero(t, leans[2])
}

func partOf(t *testing.T, a *contract.AssessResult, name string) []float64 {
	for _, p := range a.Parts {
		if p.Name == name {
			return p.Values
		}
	}
	t.Fatal("no part ", name)
	return nil
}
