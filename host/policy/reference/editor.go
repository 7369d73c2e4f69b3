package reference

import (
	"io"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// WriteEditorSchema writes the language for programs that complete and explain it: for each kind
// of file its blocks and attributes with form, range, default, documentation and the language that
// brought them, then what expressions may name and call. It is made from the tables that drive
// decoding. Format version 1.
func WriteEditorSchema(w io.Writer) error {
	file, tests := schema.File(), schema.Tests()
	out := editorSchema{
		FormatVersion: 1, Language: schema.Language,
		Files: []editorFile{
			{"*" + schema.Suffix, editorBody(&file)},
			{"*.policytest.hcl", editorBody(&tests)},
		},
		Features: editorFeatures(), Metrics: editorMetrics(schema.Metrics()), Placeholders: schema.Placeholders(),
	}
	for _, t := range schema.Tables() {
		out.Tables = append(out.Tables, editorTable(t))
	}
	for _, name := range schema.FunctionNames() {
		out.Functions = append(out.Functions, editorFunction{name, signatures[name]})
	}
	return writeJSON(w, out)
}

type editorSchema struct {
	FormatVersion int              `json:"format_version"`
	Language      int              `json:"language"`
	Files         []editorFile     `json:"files"`
	Functions     []editorFunction `json:"functions"`
	Features      []editorMetric   `json:"features"`     // what terms weigh
	Metrics       []editorMetric   `json:"metrics"`      // what conditions read
	Tables        []editorTable    `json:"tables"`       // what deny names
	Placeholders  []string         `json:"placeholders"` // of query templates, in braces
}

type editorFile struct {
	Pattern string    `json:"pattern"`
	Body    bodyTable `json:"body"`
}

type bodyTable struct {
	Attributes []attrTable  `json:"attributes"`
	Blocks     []blockTable `json:"blocks"`
	Free       bool         `json:"free,omitempty"` // attributes of any other name are settings
}

type attrTable struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"` // in words
	Form     any      `json:"form"` // JSON Schema of the literal form
	Doc      string   `json:"doc"`
	Default  any      `json:"default,omitempty"`
	Required bool     `json:"required,omitempty"` // once everything is inherited
	OneOf    []string `json:"one_of,omitempty"`
	Refers   string   `json:"refers,omitempty"`  // to the label of such a block
	Measure  string   `json:"measure,omitempty"` // must stand beside this attribute
	Since    int      `json:"since"`
}

type blockTable struct {
	Name   string    `json:"name"`
	Label  string    `json:"label,omitempty"`
	Labels []string  `json:"labels,omitempty"` // the only ones
	Many   bool      `json:"many,omitempty"`   // may appear several times
	Doc    string    `json:"doc"`
	Body   bodyTable `json:"body"`
}

type editorMetric struct {
	Path  string   `json:"path"` // rounds.*.x: of a round by name
	Type  string   `json:"type"`
	Min   *float64 `json:"min,omitempty"`
	Max   *float64 `json:"max,omitempty"`
	OneOf []string `json:"one_of,omitempty"`
	Doc   string   `json:"doc"`
}

type editorTable struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Doc     string   `json:"doc"`
}

type editorFunction struct {
	Name      string `json:"name"`
	Signature string `json:"signature"`
}

var signatures = map[string]string{
	"abs": "abs(number) number", "clamp": "clamp(x, low, high) number", "coalesce": "coalesce(value, fallback…): the first that is not null",
	"contains": "contains(list, value) bool", "length": "length(list) number", "max": "max(number…) number", "min": "min(number…) number",
}

func editorBody(b *schema.Block) bodyTable {
	out := bodyTable{Attributes: []attrTable{}, Blocks: []blockTable{}, Free: b.Free}
	for i := range b.Attrs {
		a := &b.Attrs[i]
		row := attrTable{
			Name: a.Name, Kind: string(a.Kind), Form: formOf(a), Doc: a.Doc, Required: a.Required, OneOf: a.OneOf, Refers: a.Refers,
			Measure: a.Measure, Since: max(1, a.Since),
		}
		if a.Default != nil {
			row.Default = jsonDefault(a)
		}
		out.Attributes = append(out.Attributes, row)
	}
	for i := range b.Blocks {
		c := &b.Blocks[i]
		out.Blocks = append(out.Blocks, blockTable{
			Name: c.Name, Label: c.Label, Labels: c.Labels, Many: c.Many || c.Label != "", Doc: c.Doc, Body: editorBody(c),
		})
	}
	return out
}

func editorFeatures() []editorMetric {
	var metrics []schema.Metric
	for _, f := range schema.Features() {
		for _, path := range f.Paths() {
			metrics = append(metrics, schema.Metric{Path: path, Type: schema.MetricNumber, Min: f.Min, Max: f.Max, Doc: f.Doc})
		}
	}
	return editorMetrics(metrics)
}

func editorMetrics(metrics []schema.Metric) []editorMetric {
	var out []editorMetric
	for _, m := range metrics {
		row := editorMetric{Path: m.Path, Type: string(m.Type), OneOf: m.OneOf, Doc: m.Doc}
		if m.Type == schema.MetricNumber && m.Min > -schema.Unbounded {
			row.Min = &m.Min
		}
		if m.Type == schema.MetricNumber && m.Max < schema.Unbounded {
			row.Max = &m.Max
		}
		out = append(out, row)
	}
	return out
}
