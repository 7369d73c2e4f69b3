// Package verdict reports whether policies are correct, as text for people or in a format of CI systems.
package verdict

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// Formats are the formats of commands that report diagnostics.
var Formats = []string{"text", "json", "github", "sarif", "junit"}

// A Verdict holds what `policy validate` found and what it means: the same for every format
// and for the exit code.
type Verdict struct {
	Diags    hcl.Diagnostics
	strict   bool // warnings count as errors
	Exit     int
	Policies []CorrectPolicy // where exit is 0
}

// A CorrectPolicy is a policy without mistakes.
type CorrectPolicy struct {
	Name    string `json:"name"`
	Digest  string `json:"digest"`
	Rounds  int    `json:"rounds"`
	Plugins int    `json:"plugins"`
	Gates   int    `json:"gates"`
}

// Of returns the verdict that diagnostics lead to; strict counts warnings as errors.
func Of(diags hcl.Diagnostics, strict bool) *Verdict {
	v := &Verdict{Diags: diags, strict: strict}
	if diags.HasErrors() || strict && len(diags) > 0 {
		v.Exit = shell.ExitPolicy
	}
	return v
}

// Correct lists the policies of a set that was loaded without errors.
func Correct(set *load.Set) ([]CorrectPolicy, error) {
	var out []CorrectPolicy
	for _, name := range set.Names() {
		p, diags := set.Policy(name)
		if diags.HasErrors() {
			return nil, diags
		}
		out = append(out, CorrectPolicy{name, p.Digest, len(p.Rounds), len(p.Plugins), len(p.Gates)})
	}
	return out, nil
}

// Write writes a verdict for programs.
func Write(w io.Writer, format string, v *Verdict, files map[string]*hcl.File) error {
	switch format {
	case "json":
		return writeVerdictJSON(w, v)
	case "github":
		return report.WriteGitHub(w, WorkingDir(), Findings(v.Diags))
	case "sarif":
		return report.WriteSARIF(w, report.Tool{Version: host.Version, Dir: WorkingDir(), Exit: v.Exit, Worked: true}, Findings(v.Diags))
	}
	return report.WriteJUnit(w, v.cases(files))
}

// writeVerdictJSON writes JSON lines: the format's version, the problems, the verdict.
func writeVerdictJSON(w io.Writer, v *Verdict) error {
	if err := diag.WriteJSON(visible.JSON(w), v.Diags); err != nil {
		return err
	}
	enc := shell.Encoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Kind     string          `json:"kind"`
		Verdict  string          `json:"verdict"` // "correct" or "wrong"
		Errors   int             `json:"errors"`
		Warnings int             `json:"warnings"`
		Policies []CorrectPolicy `json:"policies"`
		ExitCode int             `json:"exit_code"`
	}{"summary", map[bool]string{true: "correct", false: "wrong"}[v.Exit == shell.ExitDone], len(v.Diags) - v.warnings(), v.warnings(), append([]CorrectPolicy{}, v.Policies...), v.Exit})
}

func (v *Verdict) warnings() int {
	n := 0
	for _, d := range v.Diags {
		if d.Severity == hcl.DiagWarning {
			n++
		}
	}
	return n
}

// cases makes one case of each file: an error where it cannot be read or parsed, a failure where
// it is wrong. What has no place is a case of its own.
func (v *Verdict) cases(files map[string]*hcl.File) []report.Case {
	byFile := map[string]*report.Case{}
	at := func(file string) *report.Case {
		c := byFile[file]
		if c == nil {
			c = &report.Case{Class: "policy validate", Name: file}
			byFile[file] = c
		}
		return c
	}
	for name := range files {
		at(name)
	}
	for _, d := range v.Diags {
		file := "the policy as a whole"
		if d.Subject != nil {
			file = d.Subject.Filename
		}
		v.note(at(file), d)
	}
	var out []report.Case
	for _, c := range byFile {
		out = append(out, *c)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// note adds a diagnostic to the case of its file.
func (v *Verdict) note(c *report.Case, d *hcl.Diagnostic) {
	text := Line(d)
	if d.Severity == hcl.DiagWarning && !v.strict {
		c.Out += text + "\n"
		return
	}
	if c.Text == "" {
		c.Message = text
	}
	c.Text += text + "\n"
	if code, ok := d.Extra.(diag.Code); ok && code.Phase == "A" {
		c.Outcome = report.Errored
	} else if c.Outcome == report.Passed {
		c.Outcome = report.Failed
	}
}

// Findings are diagnostics for [Report].
func Findings(diags hcl.Diagnostics) []report.Finding {
	var out []report.Finding
	for _, d := range diags {
		r := diag.NewReport(d)
		f := report.Finding{Level: report.LevelError, Rule: r.Code, Name: r.Name, Message: sentence(r.Summary, r.Detail)}
		if d.Severity == hcl.DiagWarning {
			f.Level = report.LevelWarning
		}
		if s := d.Subject; s != nil {
			f.File, f.Region = s.Filename, report.Region{Line: s.Start.Line, Column: s.Start.Column, EndLine: s.End.Line, EndColumn: s.End.Column}
		}
		out = append(out, f)
	}
	return out
}

// sentence joins a summary and its detail.
func sentence(summary, detail string) string {
	if detail == "" {
		return summary
	}
	return summary + ". " + detail
}

// WorkingDir returns the folder that reports name files relative to; empty if it is not known.
func WorkingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// Line returns a diagnostic in one line.
func Line(d *hcl.Diagnostic) string {
	where := ""
	if d.Subject != nil {
		where = fmt.Sprintf("%s:%d:%d: ", d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column)
	}
	return strings.TrimSuffix(where+d.Summary+". "+d.Detail, ". ")
}
