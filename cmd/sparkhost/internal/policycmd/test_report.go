package policycmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/verdict"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/suite"
)

// writePolicyTestJSON writes JSON lines: the format's version, problems of files, tests, then
// the summary with coverage and exit code.
func writePolicyTestJSON(w io.Writer, out *testOutcome) error {
	enc := shell.Encoder(w)
	enc.SetEscapeHTML(false)
	lines := []any{map[string]int{"format_version": 1}}
	for _, d := range out.Problems {
		lines = append(lines, struct {
			Kind string `json:"kind"`
			diag.Report
		}{"problem", diag.NewReport(d)})
	}
	for _, t := range out.Tests {
		lines = append(lines, testLine{"test", t.Name, t.Policy, status(t), t.At.File, t.At.Line, testProblems(t.Problems)})
	}
	for _, line := range append(lines, summaryLine(out)) {
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

type testLine struct {
	Kind     string        `json:"kind"`
	Name     string        `json:"name"`
	Policy   string        `json:"policy"`
	Status   string        `json:"status"` // passed, failed or error
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Problems []diag.Report `json:"problems"`
}

type uncoveredLine struct {
	Where   string `json:"where"`
	Text    string `json:"text"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Outcome bool   `json:"outcome"`
}

type testSummary struct {
	Kind     string          `json:"kind"`
	Tests    int             `json:"tests"`
	Failed   int             `json:"failed"`
	Coverage float64         `json:"coverage"`
	Outcomes int             `json:"outcomes"`
	Seen     int             `json:"seen"`
	Missing  []uncoveredLine `json:"missing"`
	Failures []string        `json:"failures"`
	ExitCode int             `json:"exit_code"`
}

func summaryLine(out *testOutcome) testSummary {
	c := out.Coverage
	s := testSummary{"summary", len(out.Tests), out.Failed(), c.Share(), c.Outcomes, c.Seen, []uncoveredLine{}, append([]string{}, out.failures...), out.exit}
	for _, m := range c.Missing {
		s.Missing = append(s.Missing, uncoveredLine{m.Where, m.Text, m.At.File, m.At.Line, m.At.Column, m.Outcome})
	}
	return s
}

func testProblems(diags hcl.Diagnostics) []diag.Report {
	out := []diag.Report{}
	for _, d := range diags {
		out = append(out, diag.NewReport(d))
	}
	return out
}

// findings returns the report for annotations: problems, failures, and under a coverage that is too
// small each way that a decision never went.
func (o *testOutcome) findings() []report.Finding {
	out := verdict.Findings(o.Problems)
	for _, t := range o.Tests {
		for _, f := range verdict.Findings(t.Problems) {
			f.Message = fmt.Sprintf("test %q: %s", t.Name, f.Message)
			if f.File == "" {
				f.File, f.Line = t.At.File, t.At.Line
			}
			out = append(out, f)
		}
	}
	for _, text := range o.failures {
		out = append(out, report.Finding{Level: report.LevelError, Rule: "policy-test", Message: text})
	}
	if len(o.failures) > 0 {
		for _, m := range o.Coverage.Missing {
			code := m.Code()
			out = append(out, report.Finding{
				Level: report.LevelWarning, Rule: code.ID, Name: code.Name, Message: fmt.Sprintf("%s was never %v: %s", m.Where, m.Outcome, m.Text),
				File: m.At.File, Region: report.Region{Line: m.At.Line, Column: m.At.Column},
			})
		}
	}
	return out
}

// cases returns the report for JUnit: the class is the file. A file that cannot be read or parsed
// is a case with an error, so that no report without it looks green.
func (o *testOutcome) cases() []report.Case {
	var cases []report.Case
	broken := map[string][]string{}
	var order []string
	for _, d := range o.Problems {
		file := "policy test"
		if d.Subject != nil {
			file = d.Subject.Filename
		}
		if broken[file] == nil {
			order = append(order, file)
		}
		broken[file] = append(broken[file], verdict.Line(d))
	}
	for _, file := range order {
		cases = append(cases, report.Case{Class: file, Name: "the file", Outcome: report.Errored, Message: broken[file][0], Text: strings.Join(broken[file], "\n")})
	}
	for _, t := range o.Tests {
		cases = append(cases, testCase(t))
	}
	for i, text := range o.failures {
		if i == len(o.failures)-1 {
			for _, m := range o.Coverage.Missing {
				text += "\n" + uncovered(m)
			}
		}
		first, _, _ := strings.Cut(text, "\n")
		cases = append(cases, report.Case{Class: "policy test", Name: first, Outcome: report.Failed, Message: first, Text: text})
	}
	return cases
}

func testCase(t suite.Result) report.Case {
	c := report.Case{Class: t.At.File, Name: t.Name}
	if len(t.Problems) == 0 {
		return c
	}
	var lines []string
	for _, d := range t.Problems {
		lines = append(lines, verdict.Line(d))
	}
	c.Outcome, c.Message, c.Text = report.Failed, lines[0], strings.Join(lines, "\n")
	if brokenTest(t) {
		c.Outcome = report.Errored
	}
	return c
}
