package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

// request builds a request with the passages and further tables of one text column.
func request(t require.TestingT, config map[string]any, passages []passage, further ...contract.Table) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(passages)
	texts, sections := make([]string, n), make([]string, n)
	relevance, against := make([]float64, n), make([]float64, n)
	for row, p := range passages {
		texts[row], sections[row], relevance[row], against[row] = p.text, p.section, p.relevance, flag(p.against)
	}
	table := contract.Table{Name: "passages", Rows: uint32(n), Columns: []contract.Column{
		contract.TextColumn("text", texts), contract.TextColumn("section", sections),
		contract.NumbersColumn("relevance", relevance, nil), contract.NumbersColumn("against", against, nil),
	}}
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: append([]contract.Table{table}, further...)}
}

func textTable(name, column string, rows ...string) contract.Table {
	return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{contract.TextColumn(column, rows)}}
}

func draftTable(text, phrase string) contract.Table {
	t := textTable("draft", "text", text)
	t.Columns = append(t.Columns, contract.TextColumn("phrase", []string{phrase}))
	return t
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

func mode(name string) map[string]any { return map[string]any{"mode": name} }

func TestTheManifestIsValid(t *testing.T) {
	require.NoError(t, manifest.Validate())
}

func TestTheDefaultsAreThoseOfTheCatalogue(t *testing.T) {
	assert.Equal(t, defaults, configOf(request(t, nil, nil)))
}

func TestModeDraftAnswersWithAScore(t *testing.T) {
	got := call(t, request(t, nil, texts(plain, denied), draftTable("Rapamycin acts.", "rapamycin"))).Assess
	assert.Equal(t, []contract.Signal{{Name: "score", Value: .5}, {Name: "hits", Value: 1}, {Name: "draft_negated"}}, got.Signals)
	assert.Equal(t, []contract.Finding{{Kind: "refutes", Table: "passages", Rows: []uint32{1}, Weight: .5, Text: "rapamycin does not"}}, got.Findings)
}

func TestModeOptionAnswersWithPartsOfOptions(t *testing.T) {
	options := textTable("options", "phrase", "rapamycin", "torin", "")
	got := call(t, request(t, mode("option"), texts(denied, plain, denied), options)).Assess
	assert.Empty(t, got.Signals)
	assert.Equal(t, []contract.Part{
		{Name: "hits", Table: "options", Values: []float64{2, 0, 0}},
		{Name: "passages", Table: "options", Values: []float64{3, 0, 0}},
		{Name: "falsified", Table: "options", Values: []float64{1, 0, 0}},
		{Name: "rate", Table: "options", Values: []float64{2. / 3, 0, 0}},
	}, got.Parts)
	require.Len(t, got.Findings, 2)
	assert.Equal(t, "rapamycin: rapamycin does not", got.Findings[0].Text)
}

func TestModeVerifierTakesTermsOrTheCoreTermsOfTheQuestion(t *testing.T) {
	refuted := texts("Inhibition of kinases did not help.")
	terms := textTable("terms", "text", "inhibit*", "kinase*")
	core := textTable("query", "core_terms", "inhibits kinase")
	for _, table := range []contract.Table{terms, core} {
		got := call(t, request(t, mode("verifier"), refuted, table)).Assess
		assert.Equal(t, []contract.Signal{{Name: "contradictions", Value: 1}, {Name: "flags", Value: 1}}, got.Signals)
		assert.Equal(t, []contract.Part{
			{Name: "hits", Table: "passages", Values: []float64{1}},
			{Name: "contradicts", Table: "passages", Values: []float64{1}},
		}, got.Parts)
		assert.Equal(t, "contradicts", got.Findings[0].Kind)
	}
}

func TestPassagesWithoutTheirOptionalColumnsCountInFull(t *testing.T) {
	req := request(t, nil, texts(denied), draftTable("", "rapamycin"))
	req.Tables[0].Columns = req.Tables[0].Columns[:1]
	assert.Equal(t, .5, call(t, req).Assess.Signals[0].Value)
	verifier := request(t, mode("verifier"), texts("rapamycin did not act"), textTable("terms", "text", "rapamycin"))
	verifier.Tables[0].Columns = verifier.Tables[0].Columns[:1]
	assert.Equal(t, 1., call(t, verifier).Assess.Signals[0].Value)
}

func TestAPassageOfUnknownRelevanceWeighsNothing(t *testing.T) {
	req := request(t, nil, texts(denied), draftTable("", "rapamycin"))
	req.Tables[0].Columns[2] = contract.NumbersColumn("relevance", []float64{1}, []bool{false})
	assert.Zero(t, call(t, req).Assess.Signals[0].Value)
}

func TestARequestWithoutWhatItsModeNeedsIsRefused(t *testing.T) {
	tests := []struct {
		name string
		req  *contract.Request
		want string
	}{
		{"no passages", &contract.Request{Contract: contract.Version}, "passages.text"},
		{"no draft", request(t, nil, nil), "table draft"},
		{"two drafts", request(t, nil, nil, textTable("draft", "phrase", "a", "b")), "one row"},
		{"no options", request(t, mode("option"), nil), "options.phrase"},
		{"no terms", request(t, mode("verifier"), nil), "terms.text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Contains(t, call(t, tt.req).Error, tt.want) })
	}
}

func TestAnswersHoldTheContractForAllPassages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		passages := rapid.SliceOfN(rapid.Custom(drawPassage), 0, 8).Draw(t, "passages")
		if len(passages) > 0 {
			passages[0].text = rapid.String().Draw(t, "text")
		}
		phrase := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()).Draw(t, "phrase")
		for _, req := range []*contract.Request{
			request(t, nil, passages, draftTable(phrase+" is so", phrase)),
			request(t, mode("option"), passages, textTable("options", "phrase", phrase, "rapamycin")),
			request(t, mode("verifier"), passages, textTable("terms", "text", phrase, "mice*")),
		} {
			got := call(t, req)
			require.Empty(t, got.Error)
			require.NotNil(t, got.Assess)
		}
	})
}
