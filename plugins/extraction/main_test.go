package main

import (
	"math/rand/v2"
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

// A row is one sentence of a request.
type row struct {
	text, title     string
	document, place float64
	relevance       float64
}

// rowsOf makes the sentences of one document.
func rowsOf(texts ...string) []row {
	rows := make([]row, len(texts))
	for i, text := range texts {
		rows[i] = row{text, "Voles of the northern moors", 0, float64(i), 1}
	}
	return rows
}

func request(t require.TestingT, config map[string]any, query string, rows []row, options ...string) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(rows)
	texts, titles := make([]string, n), make([]string, n)
	documents, places, relevance := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, r := range rows {
		texts[i], titles[i], documents[i], places[i], relevance[i] = r.text, r.title, r.document, r.place, r.relevance
	}
	text := func(name string, rows ...string) contract.Table {
		return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{contract.TextColumn("text", rows)}}
	}
	sentences := text("sentences", texts...)
	sentences.Columns = append(sentences.Columns, contract.TextColumn("title", titles), contract.NumbersColumn("document", documents, nil),
		contract.NumbersColumn("place", places, nil), contract.NumbersColumn("relevance", relevance, nil))
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{sentences, text("query", query), text("options", options...)}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

func signal(a *contract.AssessResult, name string) float64 {
	for _, s := range a.Signals {
		if s.Name == name {
			return s.Value
		}
	}
	return -1
}

var voles = []string{
	"We followed 120 bank voles on the northern moors for two winters.",
	"Most of the deaths were due to weasels, and only 9 % of the voles starved.",
	"The median lifetime of a bank vole was 8.4 months.",
}

func TestAnAnswerIsASpanOfItsSentence(t *testing.T) {
	a := call(t, request(t, nil, "What was the median lifetime of a bank vole?", rowsOf(voles...))).Assess
	require.NotEmpty(t, a.Findings)
	assert.Equal(t, "8.4 months", a.Findings[0].Text)
	assert.Equal(t, []uint32{2}, a.Findings[0].Rows)
	assert.Equal(t, a.Findings[0].Weight, signal(a, "answer_score"))
	assert.EqualValues(t, 1, signal(a, "type_match"))
	assert.EqualValues(t, 1, signal(a, "agreeing_works"))
}

func TestAnotherWorkWithTheSameAnswerAgrees(t *testing.T) {
	rows := append(rowsOf(voles...), row{"A bank vole reached a median lifetime of 8.4 months.", "Small mammals", 1, 0, 1})
	alone := call(t, request(t, nil, "What was the median lifetime of a bank vole?", rowsOf(voles...))).Assess
	both := call(t, request(t, nil, "What was the median lifetime of a bank vole?", rows)).Assess
	assert.EqualValues(t, 2, signal(both, "agreeing_works"))
	cited := both.Findings[len(both.Findings)-1]
	assert.Equal(t, both.Findings[0].Text, cited.Text, "the other work is pointed at, too")
	assert.NotEqual(t, both.Findings[0].Rows, cited.Rows)
	assert.LessOrEqual(t, cited.Weight, both.Findings[0].Weight)
	assert.Greater(t, signal(both, "answer_score"), signal(alone, "answer_score"))
	assert.Zero(t, signal(both, "spread"))
}

func TestAWorkAgreesOnceHoweverOftenItSaysSo(t *testing.T) {
	text := "A bank vole reached a median lifetime of 8.4 months."
	rows := append(rowsOf(voles...), row{text, "Small mammals", 1, 0, 1}, row{text, "Small mammals", 1, 1, 1})
	a := call(t, request(t, nil, "What was the median lifetime of a bank vole?", rows)).Assess
	assert.EqualValues(t, 2, signal(a, "agreeing_works"))
}

func TestValuesOfSeveralWorksSpread(t *testing.T) {
	rows := append(rowsOf(voles...), row{"The median lifetime of a bank vole was 4.2 months.", "Small mammals", 1, 0, 1})
	a := call(t, request(t, nil, "What was the median lifetime of a bank vole?", rows)).Assess
	assert.InDelta(t, 0.5, signal(a, "spread"), 1e-9)
}

func TestOptionsAreComparedByWhatTellsThemApart(t *testing.T) {
	config := map[string]any{"mode": modeOptions}
	a := call(t, request(t, config, "What killed most of the bank voles?", rowsOf(voles...), "hungry owls", "hungry weasels", "frost")).Assess
	support := a.Parts[0].Values
	assert.Greater(t, support[1], support[0])
	assert.Greater(t, support[1], support[2])
	assert.Zero(t, support[0])
	require.NotEmpty(t, a.Findings)
	assert.Equal(t, "supports", a.Findings[0].Kind)
	assert.Equal(t, []uint32{1}, a.Findings[0].Rows)
	assert.Equal(t, support[1], signal(a, "answer_score"))
}

func TestOptionsThatSayTheSameAreCounted(t *testing.T) {
	a := call(t, request(t, map[string]any{"mode": modeOptions}, "What killed the voles?", rowsOf(voles...), "the weasels", "Weasels.", "owls")).Assess
	assert.EqualValues(t, 1, signal(a, "equal_options"))
	assert.Equal(t, a.Parts[0].Values[0], a.Parts[0].Values[1])
}

func TestARequestWithoutWhatIsNeededIsRefused(t *testing.T) {
	noText := request(t, nil, "q", rowsOf("a"))
	noText.Tables[0].Columns = nil
	noQuery := request(t, nil, "q", nil)
	noQuery.Tables = noQuery.Tables[:1]
	noOption := request(t, map[string]any{"mode": modeOptions}, "q", nil, "a")
	noOption.Tables[2].Columns = nil
	for want, req := range map[string]*contract.Request{"sentences.text": noText, "table query": noQuery, "options.text": noOption} {
		assert.Contains(t, call(t, req).Error, want)
	}
}

// What a host cannot give leaves the answer possible: without documents, places and words each sentence stands alone.
func TestColumnsAndTablesThatAreMissingAreUnknown(t *testing.T) {
	req := request(t, nil, "What was the median lifetime of a bank vole?", rowsOf(voles...))
	req.Tables[0].Columns = req.Tables[0].Columns[:1]
	req.Tables = req.Tables[:2]
	a := call(t, req).Assess
	require.NotEmpty(t, a.Findings)
	assert.Equal(t, "8.4 months", a.Findings[0].Text)
}

func TestQuestionsThatCannotBeAnsweredAreBorne(t *testing.T) {
	for name, query := range map[string]string{
		"empty": "", "stop words": "What is it that they are?", "marks": "??? … !", "no letters": "12 34",
		"long": strings.Repeat("Which voles of the moor died of what? ", 280), "another language": "Wie lange lebt eine Rötelmaus im Moor?",
		"another script": "鼠的寿命是多少？",
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []string{modeAnswer, modeOptions} {
				a := call(t, request(t, map[string]any{"mode": mode}, query, rowsOf(voles...), "weasels", "all of the above", "none of these", "")).Assess
				require.NotNil(t, a)
				if name == "empty" || name == "stop words" || name == "marks" {
					assert.Zero(t, signal(a, "answer_score"))
				}
			}
		})
	}
}

func TestWithoutSentencesThereIsNoAnswer(t *testing.T) {
	for _, mode := range []string{modeAnswer, modeOptions} {
		a := call(t, request(t, map[string]any{"mode": mode}, "What killed most of the voles?", nil, "weasels", "owls")).Assess
		require.NotNil(t, a)
		assert.Zero(t, signal(a, "answer_score"))
		assert.Empty(t, a.Findings)
	}
}

func TestOnlyTheMostRelevantSentencesAreRead(t *testing.T) {
	rows := rowsOf(voles...)
	rows[2].relevance = 0.2
	a := call(t, request(t, map[string]any{"sentences": 2.}, "What was the median lifetime of a bank vole?", rows)).Assess
	for _, f := range a.Findings {
		assert.NotEqual(t, "8.4 months", f.Text)
	}
}

// pieces are what drawn sentences are made of.
var pieces = []string{
	"Weasels killed 40 % of the voles", "the median lifetime was 8.4 months (95% CI 7.9-9.1)", "due to", "bank voles (BV)", "did not", "BRCA2-deficient cells",
	"HR 0.62", "n = 12", ", ", ". ", "by 3 mg/kg", "IL-6", "Rattus rattus", "in Norway", "33 to 43 bp", "which", "P<0.001", "µM", "(", ")", "than placebo, respectively",
}

func drawRows(t *rapid.T) []row {
	rows := make([]row, rapid.IntRange(0, 8).Draw(t, "sentences"))
	for i := range rows {
		rows[i].text = strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces"), " ")
		rows[i].document = float64(rapid.IntRange(0, 2).Draw(t, "document"))
		rows[i].title = pieces[int(rows[i].document)]
		rows[i].place = float64(i)
		rows[i].relevance = 1 / (1 + rows[i].document)
	}
	return rows
}

func TestTheOrderOfSentencesMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		query := rapid.OneOf(rapid.SampledFrom([]string{"How long do bank voles live?", "Why do BV die?", "One animal lives in Norway. What kills it?", "Which gene of BRCA2 cells?"}), rapid.String()).Draw(t, "query")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Perm(len(rows))
		shuffled := make([]row, len(rows))
		for i, from := range order {
			shuffled[i] = rows[from]
		}
		for _, mode := range []string{modeAnswer, modeOptions} {
			config := map[string]any{"mode": mode}
			a := call(t, request(t, config, query, rows, "8.4 months", "weasels", "")).Assess
			b := call(t, request(t, config, query, shuffled, "8.4 months", "weasels", "")).Assess
			require.NotNil(t, a)
			assert.Equal(t, a.Signals, b.Signals)
			assert.Equal(t, a.Parts, b.Parts)
			assert.Equal(t, a.Queries, b.Queries)
			require.Len(t, b.Findings, len(a.Findings))
			for i := range a.Findings {
				assert.Equal(t, a.Findings[i].Text, b.Findings[i].Text)
				assert.Equal(t, rows[a.Findings[i].Rows[0]], shuffled[b.Findings[i].Rows[0]])
				assert.LessOrEqual(t, len(strings.Fields(a.Findings[i].Text)), 20)
				if mode == modeAnswer {
					assert.Contains(t, rows[a.Findings[i].Rows[0]].text, a.Findings[i].Text)
					assert.LessOrEqual(t, len(strings.Fields(a.Findings[i].Text)), 15)
				}
			}
		}
	})
}
