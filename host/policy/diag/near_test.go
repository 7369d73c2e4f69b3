package diag

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLinesAreShownAsHclShowsThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"", "a = 1", "block \"x\" {", "}", "é = \"e\u0301\"", "# \u202e", "\r", "\ufeff"})
		text := []byte(strings.Join(rapid.SliceOfN(line, 1, 12).Draw(t, "lines"), "\n"))
		f, _ := hclsyntax.ParseConfig(text, "f", hcl.InitialPos)
		at := func(name string) hcl.Pos {
			n := rapid.IntRange(0, len(text)).Draw(t, name)
			return hcl.Pos{Line: bytes.Count(text[:n], []byte("\n")) + 1, Column: 1, Byte: n}
		}
		between := func(a, b hcl.Pos) *hcl.Range {
			if b.Byte < a.Byte {
				a, b = b, a
			}
			return &hcl.Range{Filename: "f", Start: a, End: b}
		}
		d := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "s", Subject: between(at("a"), at("b"))}
		if rapid.Bool().Draw(t, "context") {
			d.Context = between(at("c"), at("d"))
		}
		var want bytes.Buffer
		require.NoError(t, hcl.NewDiagnosticTextWriter(&want, map[string]*hcl.File{"f": f}, 0, true).WriteDiagnostic(d))
		got, err := render(hcl.Diagnostics{d}, map[string]*hcl.File{"f": f}, true)
		require.NoError(t, err)
		assert.Equal(t, want.String(), got)
	})
}

func TestOfTheLinesBeforeOnlyTheirNumberIsRead(t *testing.T) {
	text := strings.Repeat("a = \"a long line\"\n", 10_000) + "b = 1\n"
	at := hcl.Pos{Line: 10_001, Column: 1, Byte: len(text) - 6}
	d, f := near(&hcl.Diagnostic{Subject: &hcl.Range{Filename: "f", Start: at, End: at}}, &hcl.File{Bytes: []byte(text + text)})
	assert.Equal(t, strings.Repeat("\n", 10_000)+"b = 1", string(f.Bytes))
	assert.Equal(t, 10_000, d.Subject.Start.Byte)
}
