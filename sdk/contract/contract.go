// Package contract defines the messages that cross the border between the host
// and a plugin: what a plugin says of itself ([Manifest]), what it is asked
// ([Request]) and what it answers ([Response]).
//
// Host and guest compile this same package, so it imports nothing of the host
// and uses no reflection. On the wire every message is Protocol Buffers
// (contract.proto is the normative schema) with packed fixed-width columns, so a batch
// is a few flat arrays. The canonical JSON form is what JSON guests get.
//
// # Purity
//
// A response is a function of the request alone. Results must not depend on the
// order of rows nor on how rows are split into batches, unless the contract says so;
// the conformance kit tests it.
package contract

// Kind says which of the three contracts a plugin implements.
type Kind uint8

// The contracts.
const (
	KindScore     Kind = 1 // one finite number per item
	KindAssess    Kind = 2 // named signals, findings, proposed queries
	KindCalibrate Kind = 3 // confidence and the terms that add up to it
)

// A Manifest is a plugin's description of itself. The host sends the declared
// inputs only, checks a policy's config against Params, and holds every answer
// to Outputs.
type Manifest struct {
	Name     string // lower_snake_case, unique within a policy
	Version  string // semantic version of the plugin
	Contract uint32 // newest contract version that the plugin speaks
	Kind     Kind
	Summary  string // one line for people
	Inputs   []Input
	Params   []Param
	Outputs  []Output
	// OldestContract is the oldest contract version that the plugin speaks; 0: Contract.
	OldestContract uint32
}

// An Input is a column that the plugin reads.
type Input struct {
	Table    string // such as "items", "options", "query"
	Column   string // such as "token_set", "year"
	Type     ColumnType
	Optional bool // the plugin also works without this column
}

// ParamType is the type of a parameter's value.
type ParamType uint8

// The parameter types.
const (
	TypeNumber  ParamType = 1
	TypeText    ParamType = 2
	TypeFlag    ParamType = 3
	TypeNumbers ParamType = 4
	TypeTexts   ParamType = 5
)

// A Value is a parameter's value; the field that Type names holds it.
type Value struct {
	Type    ParamType
	Number  float64
	Text    string
	Flag    bool
	Numbers []float64
	Texts   []string
}

// A Param declares one setting of a plugin's config.
type Param struct {
	Name     string
	Type     ParamType
	Default  Value
	Min, Max *float64 // inclusive bounds of a number, or of each of numbers; nil: none
	OneOf    []string // allowed texts; empty: any
	Doc      string
}

// OutputKind says where an output appears in a response.
type OutputKind uint8

// The output kinds.
const (
	OutputScore   OutputKind = 1 // the score itself (score contract; exactly one)
	OutputPart    OutputKind = 2 // one number per row of Output.Table
	OutputSignal  OutputKind = 3 // one number per request
	OutputFinding OutputKind = 4 // the kind of a finding; Min and Max bound its Weight
)

// An Output declares one number that the plugin returns and its inclusive range.
type Output struct {
	Name     string
	Kind     OutputKind
	Table    string // for parts and findings: the table whose rows it speaks of
	Min, Max float64
	Doc      string
}

// ColumnType is the physical type of a column.
type ColumnType uint8

// The column types.
const (
	ColumnNumbers ColumnType = 1 // one float64 per row
	ColumnTokens  ColumnType = 2 // a list of token ids per row (ragged)
	ColumnText    ColumnType = 3 // a UTF-8 string per row (ragged)
)

// A Column holds one value per row of its table.
//
// Numbers has one entry per row. For ragged columns Offsets has rows+1 ascending
// entries, the first 0, and row i is Tokens[Offsets[i]:Offsets[i+1]] or
// Text[Offsets[i]:Offsets[i+1]].
type Column struct {
	Name string
	Type ColumnType
	// Present has bit i (least significant first) set if row i's value is known. Empty:
	// all are known. The value of an unknown row is zero or empty and means nothing.
	Present []byte
	Numbers []float64
	Offsets []uint32
	Tokens  []uint32
	Text    []byte
}

// A Table is a named group of columns of equal length.
type Table struct {
	Name    string
	Rows    uint32
	Columns []Column
}

// A Setting is one parameter with its value.
type Setting struct {
	Name  string
	Value Value
}

// A Request is one call of a stage: config complete with defaults and sorted by
// name, and the declared tables.
type Request struct {
	Contract uint32
	Config   []Setting
	Tables   []Table
}

// A Part is one named number per row of a table.
type Part struct {
	Name   string
	Table  string
	Values []float64
}

// A ScoreResult answers a score request: one score per row of table "items".
type ScoreResult struct {
	Scores []float64
	Parts  []Part
}

// A Signal is one named number about the whole request.
type Signal struct {
	Name  string
	Value float64
}

// A Finding points at rows of a table and says what was found there.
type Finding struct {
	Kind   string // a declared OutputFinding
	Table  string
	Rows   []uint32
	Weight float64
	Text   string // for people
}

// An AssessResult answers an assess request.
type AssessResult struct {
	Signals  []Signal
	Parts    []Part
	Findings []Finding
	Queries  []string // proposed searches; the host decides
}

// A Term is one summand of a confidence.
type Term struct {
	Name   string
	Value  float64 // the feature
	Weight float64
	Delta  float64 // what it adds to the confidence
}

// A CalibrateResult answers a calibrate request. Base and every Delta are whole
// multiples of 1e-9, and Base plus the sum of all Deltas is exactly Confidence in
// that unit; the host checks it.
type CalibrateResult struct {
	Base       float64
	Terms      []Term
	Confidence float64
	Reasons    []string
}

// A Response carries the plugin's own error or exactly one result.
type Response struct {
	Error     string
	Score     *ScoreResult
	Assess    *AssessResult
	Calibrate *CalibrateResult
}
