package cli

import (
	"io"
	"os"
	"sort"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// diagnosticFormats are the formats of commands that report diagnostics.
var diagnosticFormats = []string{"text", "json", "github", "sarif", "junit"}

// A policyVerdict is what `policy validate` found and what it means: the same for every format
// and for the exit code.
type policyVerdict struct {
	diags    hcl.Diagnostics
	strict   bool // warnings count as errors
	exit     int
	policies []correctPolicy // where exit is 0
}

// A correctPolicy is a policy without mistakes.
type correctPolicy struct {
	Name    string `json:"name"`
	Digest  string `json:"digest"`
	Rounds  int    `json:"rounds"`
	Plugins int    `json:"plugins"`
	Gates   int    `json:"gates"`
}

func verdictOf(diags hcl.Diagnostics, strict bool) *policyVerdict {
	v := &policyVerdict{diags: diags, strict: strict}
	if diags.HasErrors() || strict && len(diags) > 0 {
		v.exit = ExitPolicy
	}
	return v
}

// correct lists the policies of a set that was loaded without errors.
func correct(set *policy.Set) ([]correctPolicy, error) {
	var out []correctPolicy
	for _, name := range set.Names() {
		p, diags := set.Policy(name)
		if diags.HasErrors() {
			return nil, diags
		}
		out = append(out, correctPolicy{name, p.Digest, len(p.Rounds), len(p.Plugins), len(p.Gates)})
	}
	return out, nil
}

// writeVerdict writes a verdict for programs.
func writeVerdict(w io.Writer, format string, v *policyVerdict, files map[string]*hcl.File) error {
	switch format {
	case "json":
		return writeVerdictJSON(w, v)
	case "github":
		return report.WriteGitHub(w, workingDir(), findings(v.diags))
	case "sarif":
		return report.WriteSARIF(w, report.Tool{Version: host.Version, Dir: workingDir(), Exit: v.exit, Worked: true}, findings(v.diags))
	}
	return report.WriteJUnit(w, v.cases(files))
}

// writeVerdictJSON writes JSON lines: the format's version, the problems, the verdict.
func writeVerdictJSON(w io.Writer, v *policyVerdict) error {
	if err := diag.WriteJSON(visible.JSON(w), v.diags); err != nil {
		return err
	}
	enc := encoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Kind     string          `json:"kind"`
		Verdict  string          `json:"verdict"` // "correct" or "wrong"
		Errors   int             `json:"errors"`
		Warnings int             `json:"warnings"`
		Policies []correctPolicy `json:"policies"`
		ExitCode int             `json:"exit_code"`
	}{"summary", map[bool]string{true: "correct", false: "wrong"}[v.exit == ExitDone], len(v.diags) - v.warnings(), v.warnings(), append([]correctPolicy{}, v.policies...), v.exit})
}

func (v *policyVerdict) warnings() int {
	n := 0
	for _, d := range v.diags {
		if d.Severity == hcl.DiagWarning {
			n++
		}
	}
	return n
}

// cases makes one case of each file: an error where it cannot be read or parsed, a failure where
// it is wrong. What has no place is a case of its own.
func (v *policyVerdict) cases(files map[string]*hcl.File) []report.Case {
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
	for _, d := range v.diags {
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
func (v *policyVerdict) note(c *report.Case, d *hcl.Diagnostic) {
	text := diagnosticLine(d)
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

// findings are diagnostics for [report].
func findings(diags hcl.Diagnostics) []report.Finding {
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

// workingDir is the folder that reports name files relative to; empty if it is not known.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}
