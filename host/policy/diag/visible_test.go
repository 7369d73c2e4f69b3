package diag

import (
	"bytes"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestASourceLineShowsWhatATerminalWouldActOn(t *testing.T) {
	tests := []struct {
		name, line, want string
	}{
		{"text stays, of every script", "gate \"تجربة é 旅\" {\tx", "gate \"تجربة é 旅\" {\tx"},
		{"a mark that turns the direction", "gate \"g\u202ex\" {", `gate "g\u202ex" {`},
		{"a command to the terminal", "gate \"\x1b[31mred\a\" {", `gate "\x1b[31mred\x07" {`},
		{"a command in one character", "gate \"\u009b31m\" {", `gate "\u009b31m" {`},
		{"a byte that is no text", "gate \"\x9b31m\" {", `gate "\x9b31m" {`},
		{"a carriage return that would overwrite the line", "gate \"a\rb\" {", `gate "a\x0db" {`},
		{"a line end that is none", "gate \"a\u2028b\" {", `gate "a\u2028b" {`},
	}
	for _, tt := range tests {
		for _, color := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				source := []byte(tt.line + "\n")
				at := hcl.Range{Filename: "p.hcl", Start: hcl.Pos{Line: 1, Column: 1}, End: hcl.Pos{Line: 1, Column: 5, Byte: 4}}
				var out bytes.Buffer
				err := Write(&out, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "no", Detail: "not \u202e so", Subject: &at}},
					map[string]*hcl.File{"p.hcl": {Bytes: source}}, color)
				require.NoError(t, err)
				said := out.String()
				if color && tt.line == tt.want {
					assert.Contains(t, said, "\x1b[", "colours are there where the text has no commands of its own")
					return
				}
				if !color || bytes.ContainsRune(source, escape) {
					assert.Contains(t, said, tt.want)
					assert.NotContains(t, said, "\x1b")
				}
				assert.Contains(t, said, `not \u202e so`)
				assert.NotContains(t, said, "\u202e")
				assert.NotContains(t, said, "\a")
			})
		}
	}
}

func TestAFilesNameBeginsNoLine(t *testing.T) {
	name := "nl\n::error::x.policy.hcl"
	at := hcl.Range{Filename: name, Start: hcl.Pos{Line: 1, Column: 1}, End: hcl.Pos{Line: 1, Column: 5, Byte: 4}}
	diags := hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "no", Detail: "so", Subject: &at, Context: &at}}
	var out bytes.Buffer
	require.NoError(t, Write(&out, diags, map[string]*hcl.File{name: {Bytes: []byte("gate \"g\" {\n")}}, false))
	assert.NotContains(t, out.String(), "\n::error::")
	assert.Contains(t, out.String(), `on nl\n::error::x.policy.hcl line 1`)
	assert.Contains(t, out.String(), `gate "g" {`, "its line is found all the same")
	assert.Equal(t, name, diags[0].Subject.Filename, "the diagnostic stays as it is")
}
