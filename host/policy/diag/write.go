package diag

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// mostShown is the longest source line, in bytes, that people are shown.
const mostShown = 2000

// Write writes diagnostics for people: code, place, source line, hint. Of files with lines that nobody could
// read, no line is shown. What a terminal would act on, of a file or of a name, is shown as an escape; a text that has
// commands to the terminal is shown without colour.
func Write(w io.Writer, diags hcl.Diagnostics, files map[string]*hcl.File, color bool) error {
	shown := make(map[string]*hcl.File, len(files))
	for name, f := range files {
		if f != nil && longestLine(f.Bytes) <= mostShown {
			shown[oneLine(name)] = f
		}
	}
	diags = onOneLine(diags)
	text, err := render(diags, shown, false)
	if err != nil {
		return err
	}
	if color && !strings.ContainsRune(text, escape) { // else no one could tell the writer's commands from the file's
		if text, err = render(diags, shown, true); err != nil {
			return err
		}
		_, err = io.WriteString(w, Visible(text, escape))
		return err
	}
	_, err = io.WriteString(w, Visible(text))
	return err
}

// onOneLine are diagnostics in which no file's name begins a line of its own: a program that reads along could take
// it for a command.
func onOneLine(diags hcl.Diagnostics) hcl.Diagnostics {
	at := func(r *hcl.Range) *hcl.Range {
		if r == nil {
			return nil
		}
		named := *r
		named.Filename = oneLine(r.Filename)
		return &named
	}
	out := make(hcl.Diagnostics, len(diags))
	for i, d := range diags {
		shown := *d
		shown.Subject, shown.Context = at(d.Subject), at(d.Context)
		out[i] = &shown
	}
	return out
}

func oneLine(name string) string { return strings.ReplaceAll(name, "\n", `\n`) }

func render(diags hcl.Diagnostics, files map[string]*hcl.File, color bool) (string, error) {
	var b bytes.Buffer
	for _, d := range diags {
		shown := map[string]*hcl.File{}
		if f := file(d, files); f != nil {
			d, shown[d.Subject.Filename] = near(d, f)
		}
		if err := hcl.NewDiagnosticTextWriter(&b, shown, 0, color).WriteDiagnostic(d); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func longestLine(text []byte) int {
	longest := 0
	for line := range bytes.Lines(text) {
		longest = max(longest, len(line))
	}
	return longest
}

// A Report is one diagnostic in JSON. Positions are 1-based; column counts
// characters and byte counts bytes from the start of the file, from 0.
type Report struct {
	Severity string `json:"severity"` // "error" or "warning"
	Code     string `json:"code"`     // "P401"
	Name     string `json:"name"`     // "unknown-name"
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Byte     int    `json:"byte,omitempty"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail,omitempty"`
}

// NewReport returns a diagnostic in its JSON form.
func NewReport(d *hcl.Diagnostic) Report {
	code := Of(d)
	r := Report{Severity: "error", Code: code.ID, Name: code.Name, Detail: d.Detail}
	r.Summary = strings.TrimPrefix(d.Summary, code.String()+": ")
	if d.Severity == hcl.DiagWarning {
		r.Severity = "warning"
	}
	if d.Subject != nil {
		r.File, r.Line, r.Column, r.Byte = d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column, d.Subject.Start.Byte
	}
	return r
}

// WriteJSON writes JSON lines: first the format's version, then one
// [Report] each.
func WriteJSON(w io.Writer, diags hcl.Diagnostics) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]int{"format_version": 1}); err != nil {
		return err
	}
	for _, d := range diags {
		if err := enc.Encode(NewReport(d)); err != nil {
			return err
		}
	}
	return nil
}
