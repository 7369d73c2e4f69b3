package contract

import (
	"math"

	"pgregory.net/rapid"
)

// fullRequest uses every field of a request.
func fullRequest() *Request {
	text := TextColumn("venue", []string{"Cell", "", "näher"})
	text.Present = NewPresence([]bool{true, false, true})
	return &Request{
		Contract: Version,
		Config: []Setting{
			{"a", NumberValue(0.5)}, {"b", TextValue("relative")}, {"c", FlagValue(true)},
			{"d", NumbersValue(1, -2.5)}, {"e", TextsValue("x", "", "y")},
		},
		Tables: []Table{
			{Name: "items", Rows: 3, Columns: []Column{
				NumbersColumn("year", []float64{2001, 9, math.Copysign(0, -1)}, []bool{true, false, true}),
				TokensColumn("token_set", [][]uint32{{1, 2, math.MaxUint32}, nil, {7}}),
				text,
			}},
			{Name: "empty", Columns: []Column{TokensColumn("tokens", nil)}},
		},
	}
}

// fullResponse uses every field of a response, against the contract's "exactly one".
func fullResponse() *Response {
	parts := []Part{{"p", "items", []float64{1, 0}}}
	return &Response{
		Error: "no",
		Score: &ScoreResult{Scores: []float64{0.25, 0}, Parts: parts},
		Assess: &AssessResult{
			Signals:  []Signal{{"s", -1}, {"zero", 0}},
			Parts:    parts,
			Findings: []Finding{{Kind: "k", Table: "claims", Rows: []uint32{0, 4}, Weight: 0.5, Text: "why"}},
			Queries:  []string{"q", ""},
		},
		Calibrate: &CalibrateResult{Base: 0.7, Terms: []Term{{"t", 1, 0.1, 0.1}}, Confidence: 0.8, Reasons: []string{"r"}},
	}
}

// fullManifest uses every field of a manifest and is valid.
func fullManifest() *Manifest {
	return &Manifest{
		Name: "sample", Version: "1.2.3-rc.1", Contract: Version, OldestContract: OldestVersion, Kind: KindAssess, Summary: "a sample",
		Inputs: []Input{{"claims", "text", ColumnText, false}, {"claims", "year", ColumnNumbers, true}},
		Params: []Param{
			{Name: "share", Type: TypeNumber, Default: NumberValue(0.5), Min: Bound(0), Max: Bound(1), Doc: "d"},
			{Name: "mode", Type: TypeText, Default: TextValue("fast"), OneOf: []string{"fast", "slow"}},
			{Name: "strict", Type: TypeFlag, Default: FlagValue(false)},
			{Name: "levels", Type: TypeNumbers, Default: NumbersValue(1, 2), Min: Bound(0)},
			{Name: "names", Type: TypeTexts, Default: TextsValue()},
		},
		Outputs: []Output{
			{Name: "agreement", Kind: OutputSignal, Max: 1, Doc: "d"},
			{Name: "weight", Kind: OutputPart, Table: "claims", Min: -1, Max: 1},
			{Name: "dispute", Kind: OutputFinding, Table: "claims", Max: 2},
		},
	}
}

// anyRequest draws valid requests.
var anyRequest = rapid.Custom(func(t *rapid.T) *Request {
	req := &Request{Contract: Version}
	number := rapid.Float64Range(-1e300, 1e300)
	for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"items", "options", "known"}), rapid.ID).Draw(t, "tables") {
		rows := rapid.IntRange(0, 20).Draw(t, "rows")
		known := rapid.SliceOfN(rapid.Bool(), rows, rows).Draw(t, "known")
		tokens := rapid.SliceOfN(rapid.SliceOf(rapid.Uint32()), rows, rows).Draw(t, "tokens")
		texts := rapid.SliceOfN(rapid.String(), rows, rows).Draw(t, "texts")
		req.Tables = append(req.Tables, Table{Name: name, Rows: uint32(rows), Columns: []Column{
			NumbersColumn("n", rapid.SliceOfN(number, rows, rows).Draw(t, "numbers"), known),
			TokensColumn("t", tokens), TextColumn("s", texts),
		}})
	}
	if rapid.Bool().Draw(t, "configured") {
		req.Config = []Setting{{"a", NumberValue(number.Draw(t, "a"))}, {"b", TextsValue(rapid.SliceOf(rapid.String()).Draw(t, "b")...)}}
	}
	return req
})
