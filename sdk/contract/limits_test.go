package contract

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each limit is reached, which is fine, and passed by one.
func TestMessagesAreHeldToTheirLimits(t *testing.T) {
	request := func(change func(r *Request, n int)) func(n int) error {
		return func(n int) error {
			r := &Request{Contract: Version}
			change(r, n)
			return r.Validate()
		}
	}
	manifest := func(change func(m *Manifest, n int)) func(n int) error {
		return func(n int) error {
			m := scoreManifest()
			change(m, n)
			return m.Validate()
		}
	}
	assess := func(result func(n int) AssessResult) func(n int) error {
		return func(n int) error {
			a := result(n)
			return (&Response{Assess: &a}).Check(fullManifest(), claims(1))
		}
	}
	text := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name  string
		limit int
		with  func(n int) error
		want  string // of the error, behind the number
	}{
		{"names of tables", MaxNameBytes, request(func(r *Request, n int) { r.Tables = []Table{{Name: text(n)}} }), "bytes"},
		{"names of settings", MaxNameBytes, request(func(r *Request, n int) { r.Config = []Setting{{text(n), FlagValue(true)}} }), "bytes"},
		{"names of columns", MaxNameBytes, request(func(r *Request, n int) {
			r.Tables = []Table{{Name: "t", Columns: []Column{{Name: text(n), Type: ColumnNumbers}}}}
		}), "bytes"},
		{"names of plugins", MaxNameBytes, manifest(func(m *Manifest, n int) { m.Name = text(n) }), "bytes"},
		{"settings", MaxDeclared, request(func(r *Request, n int) {
			for i := range n {
				r.Config = append(r.Config, Setting{"s" + strconv.Itoa(1000+i), FlagValue(true)})
			}
		}), "settings"},
		{"tables", MaxTables, request(func(r *Request, n int) {
			for i := range n {
				r.Tables = append(r.Tables, Table{Name: "t" + strconv.Itoa(i)})
			}
		}), "tables"},
		{"columns", MaxColumns, request(func(r *Request, n int) {
			r.Tables = []Table{{Name: "t"}}
			for i := range n {
				r.Tables[0].Columns = append(r.Tables[0].Columns, NumbersColumn("c"+strconv.Itoa(i), nil, nil))
			}
		}), "columns"},
		{"rows", MaxRows, request(func(r *Request, n int) { r.Tables = []Table{{Name: "t", Rows: uint32(n)}} }), "rows"},
		{"numbers of a setting", MaxListed, request(func(r *Request, n int) { r.Config = []Setting{{"s", NumbersValue(make([]float64, n)...)}} }), "elements"},
		{"texts of a setting", MaxListed, request(func(r *Request, n int) { r.Config = []Setting{{"s", TextsValue(make([]string, n)...)}} }), "elements"},
		{"inputs", MaxDeclared, manifest(func(m *Manifest, n int) {
			for i := range n {
				m.Inputs = append(m.Inputs, Input{"t", "c" + strconv.Itoa(i), ColumnText, false})
			}
		}), "inputs"},
		{"parameters", MaxDeclared, manifest(func(m *Manifest, n int) {
			for i := range n {
				m.Params = append(m.Params, Param{Name: "p" + strconv.Itoa(i), Type: TypeFlag, Default: FlagValue(true)})
			}
		}), "parameters"},
		{"outputs", MaxDeclared, manifest(func(m *Manifest, n int) {
			m.Outputs = m.Outputs[:1]
			for i := range n - 1 {
				m.Outputs = append(m.Outputs, Output{Name: "o" + strconv.Itoa(i), Kind: OutputPart, Table: "items", Max: 1})
			}
		}), "outputs"},
		{"texts of a choice", MaxDeclared, manifest(func(m *Manifest, n int) {
			m.Params = []Param{{Name: "p", Type: TypeText, Default: TextValue("x"), OneOf: slices.Repeat([]string{"x"}, n)}}
		}), "texts to choose from"},
		{"a summary", MaxDocBytes, manifest(func(m *Manifest, n int) { m.Summary = text(n) }), "bytes of text"},
		{"what is said of a parameter", MaxDocBytes, manifest(func(m *Manifest, n int) {
			m.Params = []Param{{Name: "p", Type: TypeFlag, Default: FlagValue(true), Doc: text(n)}}
		}), "bytes of text"},
		{"what is said of an output", MaxDocBytes, manifest(func(m *Manifest, n int) { m.Outputs[0].Doc = text(n) }), "bytes of text"},
		{"a text of a choice", MaxDocBytes, manifest(func(m *Manifest, n int) {
			m.Params = []Param{{Name: "p", Type: TypeText, Default: TextValue(text(n)), OneOf: []string{text(n)}}}
		}), "bytes of text"},
		{"findings", MaxFindings, assess(func(n int) AssessResult {
			return AssessResult{Findings: slices.Repeat([]Finding{{Kind: "dispute", Table: "claims"}}, n)}
		}), "findings"},
		{"queries", MaxLines, assess(func(n int) AssessResult { return AssessResult{Queries: make([]string, n)} }), "queries"},
		{"a query", MaxTextBytes, assess(func(n int) AssessResult { return AssessResult{Queries: []string{text(n)}} }), "bytes of text"},
		{"a finding's text", MaxTextBytes, assess(func(n int) AssessResult {
			return AssessResult{Findings: []Finding{{Kind: "dispute", Table: "claims", Text: text(n)}}}
		}), "bytes of text"},
		{"reasons", MaxLines, func(n int) error {
			m := &Manifest{Name: "c", Version: "1.0.0", Contract: Version, Kind: KindCalibrate}
			return (&Response{Calibrate: &CalibrateResult{Reasons: make([]string, n)}}).Check(m, items(0))
		}, "reasons"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, tt.with(tt.limit))
			err := tt.with(tt.limit + 1)
			require.Error(t, err)
			assert.ErrorContains(t, err, strconv.Itoa(tt.limit+1)+" "+tt.want+", the most are "+strconv.Itoa(tt.limit))
		})
	}
}

// The bytes are zeros, which are no message: what is asked is whether they are looked at.
func TestMessagesOverTheirSizeAreNotDecoded(t *testing.T) {
	big := make([]byte, MaxMessageBytes+1) // never written, so no memory is used
	for name, message := range map[string]struct {
		limit  int
		decode func(b []byte) error
	}{
		"request":  {MaxMessageBytes, new(Request).Unmarshal},
		"response": {MaxMessageBytes, new(Response).Unmarshal},
		"manifest": {MaxManifestBytes, new(Manifest).Unmarshal},
	} {
		t.Run(name, func(t *testing.T) {
			err := message.decode(big[:message.limit])
			require.ErrorIs(t, err, ErrMalformed)
			assert.ErrorContains(t, err, "field number out of range")
			err = message.decode(big[:message.limit+1])
			require.ErrorIs(t, err, ErrMalformed)
			assert.ErrorContains(t, err, strconv.Itoa(message.limit+1)+" bytes, the most are "+strconv.Itoa(message.limit))
		})
	}
}
