package contractjson

import "github.com/sparkhost/sparkhost/sdk/contract"

// The tags "most" are the limits of package contract, which [contract.Response.Check] looks at again.
type response struct {
	Error     string     `json:"error,omitempty"`
	Score     *score     `json:"score,omitempty"`
	Assess    *assess    `json:"assess,omitempty"`
	Calibrate *calibrate `json:"calibrate,omitempty"`
}

type score struct {
	Scores []float64 `json:"scores" most:"4194304"`
	Parts  []part    `json:"parts" most:"256"`
}

type part struct {
	Name   string    `json:"name"`
	Table  string    `json:"table"`
	Values []float64 `json:"values" most:"4194304"`
}

type assess struct {
	Signals  []signal  `json:"signals" most:"256"`
	Parts    []part    `json:"parts" most:"256"`
	Findings []finding `json:"findings" most:"100000"`
	Queries  []string  `json:"queries" most:"1000"`
}

type signal struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

type finding struct {
	Kind   string   `json:"kind"`
	Table  string   `json:"table"`
	Rows   []uint32 `json:"rows" most:"4194304"`
	Weight float64  `json:"weight"`
	Text   string   `json:"text"`
}

type calibrate struct {
	Base       float64  `json:"base"`
	Terms      []term   `json:"terms" most:"4194304"`
	Confidence float64  `json:"confidence"`
	Reasons    []string `json:"reasons" most:"1000"`
}

type term struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
	Delta  float64 `json:"delta"`
}

// MarshalResponse returns the canonical JSON form of r. It refuses NaN and infinities.
func MarshalResponse(r *contract.Response) ([]byte, error) {
	out := response{Error: r.Error}
	if s := r.Score; s != nil {
		out.Score = &score{Scores: some(s.Scores), Parts: partsOut(s.Parts)}
	}
	if a := r.Assess; a != nil {
		out.Assess = &assess{
			Signals: convert(a.Signals, func(s contract.Signal) signal { return signal(s) }),
			Parts:   partsOut(a.Parts),
			Findings: convert(a.Findings, func(f contract.Finding) finding {
				f.Rows = some(f.Rows)
				return finding(f)
			}),
			Queries: some(a.Queries),
		}
	}
	if c := r.Calibrate; c != nil {
		terms := convert(c.Terms, func(t contract.Term) term { return term(t) })
		out.Calibrate = &calibrate{Base: c.Base, Terms: terms, Confidence: c.Confidence, Reasons: some(c.Reasons)}
	}
	return encode("response", out)
}

// What an answer may hold of elements of all its lists together, and as many again for each row of the request.
const (
	mostElements       = 250_000
	mostElementsOfARow = 256
)

// UnmarshalAnswer reads the response to a request whose largest table has that many rows. It is [UnmarshalResponse], but refuses lists
// that are longer than any answer's, before they take memory and time.
func UnmarshalAnswer(data []byte, rows uint32) (*contract.Response, error) {
	return unmarshalResponse(data, room{int(rows) + contract.MaxDeclared, mostElements + mostElementsOfARow*int(rows)})
}

// UnmarshalResponse reads a response from its JSON form; keys that are unknown, given twice or not in lower case
// are refused. The
// error matches [contract.ErrMalformed]. Hold the result to the contract with
// [contract.Response.Check].
func UnmarshalResponse(data []byte) (*contract.Response, error) {
	return unmarshalResponse(data, anyRoom)
}

func unmarshalResponse(data []byte, r room) (*contract.Response, error) {
	var in response
	if err := decodeMessage("response", data, contract.MaxMessageBytes, r, &in); err != nil {
		return nil, err
	}
	out := &contract.Response{Error: in.Error}
	if s := in.Score; s != nil {
		out.Score = &contract.ScoreResult{Scores: s.Scores, Parts: partsIn(s.Parts)}
	}
	if a := in.Assess; a != nil {
		out.Assess = &contract.AssessResult{
			Signals:  convert(a.Signals, func(s signal) contract.Signal { return contract.Signal(s) }),
			Parts:    partsIn(a.Parts),
			Findings: convert(a.Findings, func(f finding) contract.Finding { return contract.Finding(f) }),
			Queries:  a.Queries,
		}
	}
	if c := in.Calibrate; c != nil {
		terms := convert(c.Terms, func(t term) contract.Term { return contract.Term(t) })
		out.Calibrate = &contract.CalibrateResult{Base: c.Base, Terms: terms, Confidence: c.Confidence, Reasons: c.Reasons}
	}
	return out, nil
}

func partsOut(parts []contract.Part) []part {
	return convert(parts, func(p contract.Part) part {
		p.Values = some(p.Values)
		return part(p)
	})
}

func partsIn(parts []part) []contract.Part {
	return convert(parts, func(p part) contract.Part { return contract.Part(p) })
}

// convert maps a list; the result is never nil, as null would be another form of empty.
func convert[A, B any](list []A, one func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, v := range list {
		out = append(out, one(v))
	}
	return out
}

func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
