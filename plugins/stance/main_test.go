package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestGoldenAnswers(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }

func TestTheManifestIsValid(t *testing.T) { require.NoError(t, manifest.Validate()) }

func TestThereIsAWeightForEveryFeature(t *testing.T) {
	for _, weights := range [][]float64{questionSupports, questionContradicts, statementSupports, statementContradicts} {
		assert.Len(t, weights, features)
	}
}

// A row is one passage of a request.
type row struct {
	text      string
	document  float64
	relevance float64
}

// rowsOf makes passages of equal relevance, each of its own document.
func rowsOf(texts ...string) []row {
	rows := make([]row, len(texts))
	for i, text := range texts {
		rows[i] = row{text, float64(i), 1}
	}
	return rows
}

func request(t require.TestingT, config map[string]any, query string, rows []row, options ...string) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(rows)
	texts, documents, relevance := make([]string, n), make([]float64, n), make([]float64, n)
	for i, r := range rows {
		texts[i], documents[i], relevance[i] = r.text, r.document, r.relevance
	}
	text := func(name string, rows ...string) contract.Table {
		return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{contract.TextColumn("text", rows)}}
	}
	passages := text("passages", texts...)
	passages.Columns = append(passages.Columns, contract.NumbersColumn("document", documents, nil), contract.NumbersColumn("relevance", relevance, nil))
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{passages, text("query", query), text("options", options...)}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

// verified is the stance of a claim or question, the part stance and the findings.
func verified(t require.TestingT, query string, texts ...string) (stance, []float64, []contract.Finding) {
	a := call(t, request(t, nil, query, rowsOf(texts...))).Assess
	require.NotNil(t, a)
	return stance{a.Signals[0].Value, a.Signals[1].Value, a.Signals[2].Value}, a.Parts[0].Values, a.Findings
}

func TestPassagesTakeSides(t *testing.T) {
	tests := []struct {
		name, query, passage string
		side                 int
	}{
		{"the same direction supports", "Lithium increases grey matter volume.", "We found that lithium increased grey matter volume in patients.", 1},
		{"a synonym of it supports", "Torin reduces phosphorylation of kinase.", "Torin inhibited phosphorylation of the kinase.", 1},
		{"the opposite direction contradicts", "Lithium increases grey matter volume.", "Lithium decreased grey matter volume in patients.", -1},
		{"a negation contradicts", "Lithium increases grey matter volume.", "Lithium did not increase grey matter volume.", -1},
		{"the opposite denied supports", "Lithium does not increase grey matter volume.", "Lithium did not increase grey matter volume.", 1},
		{"a question is read as its claim", "Does lithium increase grey matter volume?", "Lithium did not increase grey matter volume.", -1},
		{"no association contradicts one", "Coffee is associated with gastric reflux.", "Coffee was not associated with gastric reflux (p = 0.41).", -1},
		{"another number contradicts", "The cohort had 120 falls per winter.", "The cohort had 45 falls per winter.", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, sides, findings := verified(t, tt.query, tt.passage)
			if tt.side > 0 {
				assert.Positive(t, sides[0])
				assert.Equal(t, "supports", findings[0].Kind)
			} else {
				assert.Negative(t, sides[0])
				assert.Equal(t, "contradicts", findings[0].Kind)
			}
		})
	}
}

func TestAnOutrightDenialMakesAClaimContradicted(t *testing.T) {
	claim, told := "Otters fear running water.", "Otters fear running water."
	before, _, _ := verified(t, claim, told)
	after, _, _ := verified(t, claim, told, "Otters do not fear running water.")
	believed, _, _ := verified(t, claim, told, "It is a popular belief that otters do not fear running water.")
	assert.Greater(t, before.supports, before.contradicts)
	assert.Greater(t, after.contradicts, after.supports)
	assert.Less(t, believed.contradicts, after.contradicts)
}

func TestNothingToCompareIsUndecided(t *testing.T) {
	for _, texts := range [][]string{nil, {""}, {"Basalt columns cool slowly."}} {
		s, _, findings := verified(t, "Lithium increases grey matter volume.", texts...)
		assert.Equal(t, stance{undecided: 1}, s)
		assert.Empty(t, findings)
	}
}

func TestFindingsNameTheirCueForPeople(t *testing.T) {
	_, _, findings := verified(t, "Do mailed reminders raise mammography attendance?", "Letters of reminder did not raise attendance at mammography.")
	require.NotEmpty(t, findings)
	assert.Equal(t, "'not raise' near 'reminder', 'attendance', 'mammography'", findings[0].Text)
}

// chosen is the option with the best balance of support and contradiction.
func chosen(t require.TestingT, query string, texts []string, options ...string) string {
	a := call(t, request(t, map[string]any{"mode": modeOptions}, query, rowsOf(texts...), options...)).Assess
	require.NotNil(t, a)
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

func TestARequestWithoutWhatIsNeededIsRefused(t *testing.T) {
	noText := request(t, nil, "q", nil)
	noText.Tables[0].Columns = nil
	noQuery := request(t, nil, "q", nil)
	noQuery.Tables = noQuery.Tables[:1]
	noOption := request(t, map[string]any{"mode": modeOptions}, "q", nil, "a")
	noOption.Tables[2].Columns = nil
	for want, req := range map[string]*contract.Request{"passages.text": noText, "table query": noQuery, "options.text": noOption} {
		assert.Contains(t, call(t, req).Error, want)
	}
}

func TestOnlyTheMostRelevantPassagesAreRead(t *testing.T) {
	rows := rowsOf("Otters fear water.", "Otters do not fear water.")
	rows[1].relevance = 0.2
	a := call(t, request(t, map[string]any{"top_passages": 1.}, "Otters fear water.", rows)).Assess
	assert.Positive(t, a.Parts[0].Values[0])
	assert.Zero(t, a.Parts[0].Values[1])
}

// pieces are what drawn passages are made of.
var pieces = []string{
	"Lithium increased grey matter volume. ", "It did not reduce falls (p = 0.3). ", "However, no significant difference was found. ",
	"The dose was 12 mg. ", "In 45 % of cases ", "similar to placebo", "(p < 0.001)", "may suggest ", "µM ", "? ", "grey matter",
}

func drawRows(t *rapid.T) []row {
	rows := make([]row, rapid.IntRange(0, 6).Draw(t, "passages"))
	for i := range rows {
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 5).Draw(t, "pieces") {
			rows[i].text += piece
		}
		rows[i].document = float64(rapid.IntRange(0, 2).Draw(t, "document"))
		rows[i].relevance = rapid.Float64Range(0, 1).Draw(t, "relevance")
	}
	return rows
}

func TestProbabilitiesSumToOneAndTheOrderOfPassagesMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		query := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()).Draw(t, "query")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Perm(len(rows))
		shuffled := make([]row, len(rows))
		for i, from := range order {
			shuffled[i] = rows[from]
		}
		for _, mode := range []string{modeVerify, modeOptions} {
			config := map[string]any{"mode": mode}
			a := call(t, request(t, config, query, rows, "12 mg", "grey matter", "")).Assess
			b := call(t, request(t, config, query, shuffled, "12 mg", "grey matter", "")).Assess
			require.NotNil(t, a)
			assert.Equal(t, a.Signals, b.Signals)
			if mode == modeOptions {
				assert.Equal(t, a.Parts, b.Parts)
				continue
			}
			assert.InDelta(t, 1, a.Signals[0].Value+a.Signals[1].Value+a.Signals[2].Value, 1e-12)
			for i, from := range order {
				assert.Equal(t, a.Parts[0].Values[from], b.Parts[0].Values[i], fmt.Sprint(order))
			}
		}
	})
}
