package cli

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
)

// writePolicyTestJSON writes JSON lines: the format's version, problems of files, tests, then
// the summary with coverage and exit code.
func writePolicyTestJSON(w io.Writer, out *testOutcome) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	lines := []any{map[string]int{"format_version": 1}}
	for _, d := range out.Problems {
		lines = append(lines, struct {
			Kind string `json:"kind"`
			policy.Report
		}{"problem", policy.NewReport(d)})
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
	Kind     string          `json:"kind"`
	Name     string          `json:"name"`
	Policy   string          `json:"policy"`
	Status   string          `json:"status"` // passed, failed or error
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Problems []policy.Report `json:"problems"`
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

func testProblems(diags hcl.Diagnostics) []policy.Report {
	out := []policy.Report{}
	for _, d := range diags {
		out = append(out, policy.NewReport(d))
	}
	return out
}

// The elements of a JUnit report, as far as CI systems agree on them.
type policyJUnit struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Errors   int           `xml:"errors,attr"`
	Suites   []policySuite `xml:"testsuite"`
}

type policySuite struct {
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Cases    []policyCase `xml:"testcase"`
}

type policyCase struct {
	Class   string    `xml:"classname,attr"` // the file
	Name    string    `xml:"name,attr"`
	Failure *junitEnd `xml:"failure,omitempty"`
	Error   *junitEnd `xml:"error,omitempty"`
}

// writePolicyTestJUnit writes one suite for each file. A file that cannot be read or parsed
// is a case with an error, so that no report without it looks green.
func writePolicyTestJUnit(w io.Writer, out *testOutcome) error {
	var cases []policyCase
	broken := map[string][]string{}
	var order []string
	for _, d := range out.Problems {
		file := "policy test"
		if d.Subject != nil {
			file = d.Subject.Filename
		}
		if broken[file] == nil {
			order = append(order, file)
		}
		broken[file] = append(broken[file], diagnosticLine(d))
	}
	for _, file := range order {
		cases = append(cases, policyCase{Class: file, Name: "the file", Error: &junitEnd{Message: broken[file][0], Text: strings.Join(broken[file], "\n")}})
	}
	for _, t := range out.Tests {
		cases = append(cases, testCase(t))
	}
	for i, text := range out.failures {
		if i == len(out.failures)-1 {
			for _, m := range out.Coverage.Missing {
				text += "\n" + uncovered(m)
			}
		}
		first, _, _ := strings.Cut(text, "\n")
		cases = append(cases, policyCase{Class: "policy test", Name: first, Failure: &junitEnd{Message: first, Text: text}})
	}
	return encodePolicyJUnit(w, cases)
}

func testCase(t policy.TestResult) policyCase {
	c := policyCase{Class: t.At.File, Name: t.Name}
	if len(t.Problems) == 0 {
		return c
	}
	var lines []string
	for _, d := range t.Problems {
		lines = append(lines, diagnosticLine(d))
	}
	m := &junitEnd{Message: lines[0], Text: strings.Join(lines, "\n")}
	if brokenTest(t) {
		c.Error = m
	} else {
		c.Failure = m
	}
	return c
}

// encodePolicyJUnit groups cases by class, in their order.
func encodePolicyJUnit(w io.Writer, cases []policyCase) error {
	var all policyJUnit
	at := map[string]int{}
	for _, c := range cases {
		i, known := at[c.Class]
		if !known {
			i = len(all.Suites)
			at[c.Class] = i
			all.Suites = append(all.Suites, policySuite{Name: c.Class})
		}
		s := &all.Suites[i]
		s.Cases = append(s.Cases, c)
		s.Tests, all.Tests = s.Tests+1, all.Tests+1
		if c.Failure != nil {
			s.Failures, all.Failures = s.Failures+1, all.Failures+1
		}
		if c.Error != nil {
			s.Errors, all.Errors = s.Errors+1, all.Errors+1
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// diagnosticLine is a diagnostic in one line.
func diagnosticLine(d *hcl.Diagnostic) string {
	where := ""
	if d.Subject != nil {
		where = fmt.Sprintf("%s:%d:%d: ", d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column)
	}
	return strings.TrimSuffix(where+d.Summary+". "+d.Detail, ". ")
}
