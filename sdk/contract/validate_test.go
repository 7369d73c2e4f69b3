package contract

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValidateNamesWhatIsWrongWithARequest(t *testing.T) {
	items := func(r *Request) *Table { return &r.Tables[0] }
	column := func(i int) func(*Request) *Column { return func(r *Request) *Column { return &items(r).Columns[i] } }
	year, tokens, venue := column(0), column(1), column(2)
	tests := []struct {
		name  string
		spoil func(*Request)
		want  string
	}{
		{"another contract", func(r *Request) { r.Contract = 2 }, "request: it is of contract 2, this plugin speaks contract 1: use a sparkhost release that speaks it, or build the plugin with a newer SDK"},
		{"settings out of order", func(r *Request) { r.Config[0].Name = "z" }, "request: setting b: not in ascending order of names"},
		{"a setting twice", func(r *Request) { r.Config[1].Name = "a" }, "request: setting a: not in ascending order of names"},
		{"a setting without a name", func(r *Request) { r.Config[0].Name = "" }, `request: setting : "" is not a lower_snake_case name`},
		{"a setting of no type", func(r *Request) { r.Config[0].Value.Type = 6 }, "request: setting a: unknown type 6"},
		{"a setting with two values", func(r *Request) { r.Config[0].Value.Text = "x" }, "request: setting a: holds a value of another type than its own"},
		{"a setting that is no number", func(r *Request) { r.Config[0].Value.Number = math.NaN() }, "request: setting a: not finite"},
		{"an infinite number in a list", func(r *Request) { r.Config[3].Value.Numbers[0] = math.Inf(1) }, "request: setting d: not finite"},
		{"a text that is not UTF-8", func(r *Request) { r.Config[1].Value.Text = "\xff" }, "request: setting b: not UTF-8"},
		{"a list text that is not UTF-8", func(r *Request) { r.Config[4].Value.Texts[0] = "\xff" }, "request: setting e: not UTF-8"},
		{"a table without a name", func(r *Request) { items(r).Name = "" }, `request: table : "" is not a lower_snake_case name`},
		{"a table twice", func(r *Request) { items(r).Name = "empty" }, "request: empty: table given twice"},
		{"a column without a name", func(r *Request) { year(r).Name = "" }, `request: items.: "" is not a lower_snake_case name`},
		{"a column twice", func(r *Request) { year(r).Name = "venue" }, "request: items.venue: column given twice"},
		{"a column of no type", func(r *Request) { year(r).Type = 4 }, "request: items.year: unknown column type 4"},
		{"too few numbers", func(r *Request) { year(r).Numbers = year(r).Numbers[:2] }, "request: items.year: 2 numbers for 3 rows"},
		{"an infinite number", func(r *Request) { year(r).Numbers[0] = math.Inf(-1) }, "request: items.year: row 0 is not finite"},
		{"a value that is unknown", func(r *Request) { year(r).Numbers[1] = 7 }, "request: items.year: row 1 is unknown and not zero"},
		{"numbers beside text", func(r *Request) { year(r).Text = []byte("x") }, "request: items.year: a column of numbers holds something else"},
		{"a mask of another length", func(r *Request) { year(r).Present = []byte{1, 1} }, "request: items.year: presence mask of 2 bytes for 3 rows"},
		{"a mask with surplus bits", func(r *Request) { year(r).Present = []byte{0x0d} }, "request: items.year: presence mask has bits beyond the last row"},
		{"too few offsets", func(r *Request) { tokens(r).Offsets = tokens(r).Offsets[:3] }, "request: items.token_set: 3 offsets for 3 rows"},
		{"no offsets at all", func(r *Request) { tokens(r).Offsets = nil }, "request: items.token_set: 0 offsets for 3 rows"},
		{"a late first offset", func(r *Request) { tokens(r).Offsets[0] = 1 }, "request: items.token_set: first offset is not 0"},
		{"descending offsets", func(r *Request) { tokens(r).Offsets[1] = 4 }, "request: items.token_set: offsets of row 1 descend"},
		{"offsets beyond the tokens", func(r *Request) { tokens(r).Offsets[3] = 5 }, "request: items.token_set: last offset is 5, not 4"},
		{"tokens beside numbers", func(r *Request) { tokens(r).Numbers = []float64{1} }, "request: items.token_set: a column of tokens holds something else"},
		{"tokens that are unknown", func(r *Request) { tokens(r).Present = []byte{6} }, "request: items.token_set: row 0 is unknown and not empty"},
		{"text beside tokens", func(r *Request) { venue(r).Tokens = []uint32{1} }, "request: items.venue: a column of text holds something else"},
		{"offsets beyond the text", func(r *Request) { venue(r).Offsets[3] = 11 }, "request: items.venue: last offset is 11, not 10"},
		{"a letter cut in two", func(r *Request) { venue(r).Offsets[3]--; venue(r).Text = venue(r).Text[:9]; venue(r).Text[8] = 0xc3 }, "request: items.venue: row 2 is not UTF-8"},
	}
	require.NoError(t, fullRequest().Validate())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := fullRequest()
			tt.spoil(req)
			err := req.Validate()
			require.ErrorIs(t, err, ErrInvalid)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestValidateNamesWhatIsWrongWithAManifest(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Manifest)
		want  string
	}{
		{"a name in capitals", func(m *Manifest) { m.Name = "Sample" }, `manifest: name: "Sample" is not a lower_snake_case name`},
		{"a name with a path", func(m *Manifest) { m.Name = "a/b" }, `manifest: name: "a/b" is not a lower_snake_case name`},
		{"a short version", func(m *Manifest) { m.Version = "1.2" }, `manifest: version: "1.2" is not a semantic version such as 1.0.0`},
		{"a version of words", func(m *Manifest) { m.Version = "1.2.x" }, `manifest: version: "1.2.x" is not a semantic version such as 1.0.0`},
		{"a version that writes to terminals", func(m *Manifest) { m.Version = "1.2.3-\x1b[2J" }, `manifest: version: "1.2.3-\x1b[2J" is not a semantic version such as 1.0.0`},
		{"a version with an empty suffix", func(m *Manifest) { m.Version = "1.2.3-" }, `manifest: version: "1.2.3-" is not a semantic version such as 1.0.0`},
		{"another contract", func(m *Manifest) { m.Contract = 0 }, "manifest: contract: it was built for contract 0, this host speaks contract 1: use the sparkhost release that it was built for, or build it with the SDK of this one"},
		{"a kind beyond the last", func(m *Manifest) { m.Kind = 4 }, "manifest: kind: unknown kind 4"},
		{"a summary that is not UTF-8", func(m *Manifest) { m.Summary = "\xff" }, "manifest: summary: not UTF-8"},
		{"an input without a column", func(m *Manifest) { m.Inputs[0].Column = "" }, `manifest: input claims.: "" is not a lower_snake_case name`},
		{"an input of no type", func(m *Manifest) { m.Inputs[0].Type = 0 }, "manifest: input claims.text: unknown column type 0"},
		{"an input twice", func(m *Manifest) { m.Inputs[1].Column = "text" }, "manifest: input claims.text: declared twice"},
		{"a parameter without a name", func(m *Manifest) { m.Params[0].Name = "" }, `manifest: param : "" is not a lower_snake_case name`},
		{"a parameter twice", func(m *Manifest) { m.Params[0].Name = "mode" }, "manifest: param mode: declared twice"},
		{"a parameter of no type", func(m *Manifest) { m.Params[0].Type = 9 }, "manifest: param share: unknown type 9"},
		{"bounds of a text", func(m *Manifest) { m.Params[1].Min = Bound(0) }, "manifest: param mode: bounds belong to numbers only"},
		{"a choice of numbers", func(m *Manifest) { m.Params[0].OneOf = []string{"1"} }, "manifest: param share: a choice of texts belongs to texts only"},
		{"a bound that is no number", func(m *Manifest) { m.Params[0].Max = Bound(math.NaN()) }, "manifest: param share: a bound is not finite"},
		{"bounds swapped", func(m *Manifest) { m.Params[0].Min = Bound(2) }, "manifest: param share: its bounds are the wrong way round"},
		{"a default of another type", func(m *Manifest) { m.Params[0].Default = TextValue("x") }, "manifest: param share: its default has another type"},
		{"a default beyond the bounds", func(m *Manifest) { m.Params[0].Default = NumberValue(2) }, "manifest: param share: its default is 2, the most is 1"},
		{"an output in capitals", func(m *Manifest) { m.Outputs[0].Name = "A" }, `manifest: output A: "A" is not a lower_snake_case name`},
		{"an output of no kind", func(m *Manifest) { m.Outputs[0].Kind = 0 }, "manifest: output agreement: unknown kind of output 0"},
		{"a score of an assess plugin", func(m *Manifest) { m.Outputs[0].Kind = OutputScore }, "manifest: output agreement: its kind does not belong to this contract"},
		{"a part of no table", func(m *Manifest) { m.Outputs[1].Table = "" }, "manifest: output weight: speaks of no table"},
		{"a signal of a table", func(m *Manifest) { m.Outputs[0].Table = "claims" }, "manifest: output agreement: only parts and findings have a table"},
		{"an endless range", func(m *Manifest) { m.Outputs[0].Max = math.Inf(1) }, "manifest: output agreement: its range is not finite or the wrong way round"},
		{"a range swapped", func(m *Manifest) { m.Outputs[0].Min = 2 }, "manifest: output agreement: its range is not finite or the wrong way round"},
		{"an output twice", func(m *Manifest) { m.Outputs = append(m.Outputs, m.Outputs[0]) }, "manifest: output agreement: declared twice"},
		{"two faults, both told", func(m *Manifest) { m.Name, m.Kind = "", 0 },
			"manifest: name: \"\" is not a lower_snake_case name\nmanifest: kind: unknown kind 0"},
	}
	require.NoError(t, fullManifest().Validate())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := fullManifest()
			tt.spoil(m)
			err := m.Validate()
			require.ErrorIs(t, err, ErrInvalid)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestAScorePluginDeclaresOneScore(t *testing.T) {
	m := &Manifest{Name: "s", Version: "1.0.0", Contract: Version, Kind: KindScore}
	assert.EqualError(t, m.Validate(), "manifest: outputs: a score plugin declares exactly one score, this one 0")
	m.Outputs = []Output{{Name: "a", Kind: OutputScore, Max: 1}}
	assert.NoError(t, m.Validate())
	m.Outputs = append(m.Outputs, Output{Name: "b", Kind: OutputSignal, Max: 1})
	assert.ErrorContains(t, m.Validate(), "its kind does not belong to this contract")
}

func TestACalibratePluginMayDeclareTermsOfItsOwn(t *testing.T) {
	m := &Manifest{Name: "c", Version: "1.0.0", Contract: Version, Kind: KindCalibrate}
	m.Outputs = []Output{{Name: "cap", Kind: OutputSignal, Min: -1, Max: 1}}
	assert.NoError(t, m.Validate())
	m.Outputs[0].Kind, m.Outputs[0].Table = OutputPart, "terms"
	assert.Error(t, m.Validate())
}
