package contract

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func claims(rows int) *Request {
	texts := make([]string, rows)
	return &Request{Contract: Version, Tables: []Table{{Name: "claims", Rows: uint32(rows), Columns: []Column{TextColumn("text", texts)}}}}
}

func items(rows uint32) *Request {
	return &Request{Contract: Version, Tables: []Table{{Name: "items", Rows: rows}}}
}

func scoreManifest() *Manifest {
	return &Manifest{Name: "s", Version: "1.0.0", Contract: Version, Kind: KindScore, Outputs: []Output{
		{Name: "power", Kind: OutputScore, Max: 1},
		{Name: "margin", Kind: OutputPart, Table: "items", Min: -1, Max: 1},
		{Name: "far", Kind: OutputPart, Table: "options", Max: 1},
	}}
}

// refused checks that a response breaks the contract, with that text.
func refused(t *testing.T, r *Response, m *Manifest, req *Request, want string) {
	t.Helper()
	require.NoError(t, m.Validate())
	err := r.Check(m, req)
	require.ErrorIs(t, err, ErrBreach)
	assert.EqualError(t, err, "contract breach"+want)
}

func TestAResponseCarriesAnErrorOrOneResult(t *testing.T) {
	m, req := scoreManifest(), items(0)
	assert.NoError(t, (&Response{Error: "no"}).Check(m, req), "the plugin's own error is no breach")
	refused(t, &Response{}, m, req, ": 0 results in one response")
	refused(t, &Response{Error: "no", Score: &ScoreResult{}}, m, req, ": an error and a result in one response")
	refused(t, &Response{Score: &ScoreResult{}, Assess: &AssessResult{}}, m, req, ": 2 results in one response")
	refused(t, &Response{Assess: &AssessResult{}}, m, req, ": the result is of another kind than score")
	assert.NoError(t, (&Response{Score: &ScoreResult{}}).Check(m, req))
}

func TestScoresAreHeldToTheContract(t *testing.T) {
	part := func(table, name string, values ...float64) []Part { return []Part{{name, table, values}} }
	tests := []struct {
		name   string
		scores []float64
		parts  []Part
		want   string
	}{
		{"too few scores", []float64{1}, nil, ": power of table items: 1 values for 2 rows"},
		{"too many scores", []float64{1, 1, 1}, nil, ": power of table items: 3 values for 2 rows"},
		{"no number", []float64{0, math.NaN()}, nil, ": power of table items, row 1: is not a number"},
		{"infinity", []float64{math.Inf(-1), 0}, nil, ": power of table items, row 0: is infinite"},
		{"above the range", []float64{0, 1.5}, nil, ": power of table items, row 1: 1.5 is outside its range, 0 to 1"},
		{"below the range", []float64{0, -0.5}, nil, ": power of table items, row 1: -0.5 is outside its range, 0 to 1"},
		{"an undeclared part", []float64{0, 0}, part("items", "other", 1, 1), ": other of table items: the part is not declared"},
		{"a part of another table", []float64{0, 0}, part("x", "margin", 1, 1), ": margin of table x: the part is not declared"},
		{"a part of a table not sent", []float64{0, 0}, part("options", "far", 1), ": far of table options: the request has no such table"},
		{"a short part", []float64{0, 0}, part("items", "margin", 1), ": margin of table items: 1 values for 2 rows"},
		{"a part out of range", []float64{0, 0}, part("items", "margin", 1, -2), ": margin of table items, row 1: -2 is outside its range, -1 to 1"},
		{"a part twice", []float64{0, 0}, append(part("items", "margin", 1, 1), part("items", "margin", 1, 1)...), ": margin of table items: the part is given twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refused(t, &Response{Score: &ScoreResult{tt.scores, tt.parts}}, scoreManifest(), items(2), tt.want)
		})
	}
	ok := &Response{Score: &ScoreResult{[]float64{0, 1}, part("items", "margin", -1, 1)}}
	assert.NoError(t, ok.Check(scoreManifest(), items(2)))
	refused(t, ok, scoreManifest(), claims(2), ": power of table items: the request has no such table")
}

func TestABreachTellsItsFacts(t *testing.T) {
	err := (&Response{Score: &ScoreResult{Scores: []float64{0, 7}}}).Check(scoreManifest(), items(2))
	var breach *BreachError
	require.ErrorAs(t, err, &breach)
	assert.Equal(t, BreachError{"items", 1, "power", 7, "7 is outside its range, 0 to 1"}, *breach)
}

func TestAssessmentsAreHeldToTheContract(t *testing.T) {
	tests := []struct {
		name   string
		result AssessResult
		want   string
	}{
		{"an undeclared signal", AssessResult{Signals: []Signal{{"other", 0}}}, ": other: the signal is not declared"},
		{"a signal twice", AssessResult{Signals: []Signal{{"agreement", 0}, {"agreement", 1}}}, ": agreement: the signal is given twice"},
		{"a signal out of range", AssessResult{Signals: []Signal{{"agreement", 2}}}, ": agreement: 2 is outside its range, 0 to 1"},
		{"a part out of range", AssessResult{Parts: []Part{{"weight", "claims", []float64{0, 2}}}}, ": weight of table claims, row 1: 2 is outside its range, -1 to 1"},
		{"an undeclared finding", AssessResult{Findings: []Finding{{Kind: "x", Table: "claims"}}}, ": x of table claims: the finding is not declared"},
		{"a row beyond the last", AssessResult{Findings: []Finding{{Kind: "dispute", Table: "claims", Rows: []uint32{1, 2}}}}, ": dispute of table claims, row 2: points beyond the last of 2 rows"},
		{"a weight that is no number", AssessResult{Findings: []Finding{{Kind: "dispute", Table: "claims", Weight: math.NaN()}}}, ": dispute of table claims: is not a number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { refused(t, &Response{Assess: &tt.result}, fullManifest(), claims(2), tt.want) })
	}
	ok := &Response{Assess: &AssessResult{
		Signals: []Signal{{"agreement", 0.5}}, Parts: []Part{{"weight", "claims", []float64{0, 1}}},
		Findings: []Finding{{Kind: "dispute", Table: "claims", Rows: []uint32{0, 1}, Weight: 2}}, Queries: []string{"q"},
	}}
	assert.NoError(t, ok.Check(fullManifest(), claims(2)))
	refused(t, &Response{Assess: &AssessResult{Findings: ok.Assess.Findings}}, fullManifest(), items(1), ": dispute of table claims: the request has no such table")
}

func TestAConfidenceAddsUpExactly(t *testing.T) {
	m := &Manifest{Name: "c", Version: "1.0.0", Contract: Version, Kind: KindCalibrate, Outputs: []Output{{Name: "cap", Kind: OutputSignal, Min: -0.5}}}
	req := &Request{Contract: Version, Tables: []Table{{Name: "terms", Rows: 2, Columns: []Column{TextColumn("name", []string{"a", "b"})}}}}
	result := func() *CalibrateResult {
		return &CalibrateResult{Base: 0.7, Confidence: 0.6, Terms: []Term{{"b", 1, 0.1, 0.1}, {"cap", 0, 0, -0.4}, {"a", 2, 0.1, 0.2}}}
	}
	tests := []struct {
		name  string
		spoil func(*CalibrateResult)
		want  string
	}{
		{"a sum off by one unit", func(r *CalibrateResult) { r.Confidence = 0.600000001 }, ": confidence: base and deltas add up to 0.6, not to 0.600000001"},
		{"a base finer than the unit", func(r *CalibrateResult) { r.Base = 0.7000000001 }, ": base: 0.7000000001 is not a whole multiple of 1e-9"},
		{"a delta finer than the unit", func(r *CalibrateResult) { r.Terms[0].Delta = 0.1 + 2e-17 + 1e-16 }, ": b: 0.10000000000000012 is not a whole multiple of 1e-9"},
		{"a delta that is no number", func(r *CalibrateResult) { r.Terms[0].Delta = math.NaN() }, ": b: NaN is not a finite number of sensible size"},
		{"a confidence above one", func(r *CalibrateResult) { r.Confidence, r.Base = 1.1, 1.2 }, ": confidence: 1.1 is outside its range, 0 to 1"},
		{"a confidence below zero", func(r *CalibrateResult) { r.Confidence, r.Base = -0.1, 0 }, ": confidence: -0.1 is outside its range, 0 to 1"},
		{"a missing term", func(r *CalibrateResult) { r.Terms = r.Terms[:2] }, ": a of table terms, row 0: the term is missing"},
		{"a term twice", func(r *CalibrateResult) { r.Terms[0].Name = "a" }, ": a: the term is given twice"},
		{"an unknown term", func(r *CalibrateResult) { r.Terms[0].Name = "x" }, ": x: the term is neither in the request's table of 2 terms nor declared"},
		{"a declared term out of range", func(r *CalibrateResult) { r.Terms[1].Delta = 0.1 }, ": cap: 0.1 is outside its range, -0.5 to 0"},
		{"an infinite weight", func(r *CalibrateResult) { r.Terms[0].Weight = math.Inf(1) }, ": b: value 1 or weight +Inf is not finite"},
	}
	require.NoError(t, (&Response{Calibrate: result()}).Check(m, req))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := result()
			tt.spoil(r)
			refused(t, &Response{Calibrate: r}, m, req, tt.want)
		})
	}
}

func TestNanosRoundToTheUnitAndBack(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 3, 123456789, 999999999, 1e9, -700000001} {
		assert.Equal(t, n, Nanos(FromNanos(n)))
	}
	assert.EqualValues(t, 704e6, Nanos(0.72*0.8+0.128), "a sum with rounding errors")
}
