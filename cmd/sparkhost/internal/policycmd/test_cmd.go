package policycmd

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/verdict"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/host/policy/suite"
	"github.com/sparkhost/sparkhost/policies"
)

// policyTestFlags are the flags of `policy test`.
type policyTestFlags struct {
	only        string
	minCoverage float64
	allowEmpty  bool
	format      string
	flags.ModeFlag
}

func newPolicyTestCommand() *cobra.Command {
	var f policyTestFlags
	c := &cobra.Command{
		Use:   "test [PATH…]",
		Short: "Run the tests of policies",
		Long: "Runs the tests in *.policytest.hcl files: each gives a state and the expected result: which rounds run, which gates\n" +
			"pass and what the verdict is. It loads no plugin and searches nothing; order, conditions, the adaptive\n" +
			"gate and the gates are evaluated by the same code as in a run.\n\n" +
			"PATH is a folder, a FILE.policytest.hcl or a shipped policy's name; by default the current folder.\n" +
			"The report goes to stdout: as text, json (one object a line, the first holds format_version), junit,\n" +
			"github (annotations) or sarif (2.1.0).\n" +
			"Coverage is the share of outcomes of decisions (conditions, the adaptive gate, resynthesis) that tests reached.\n\n" +
			"Exit codes: 0 all passed, 1 wrong usage, 2 a test file or policy is wrong, 4 a test failed, there is\n" +
			"no test, or coverage is under --min-coverage.",
		Example: `  sparkhost policy test                          # the tests of this folder
  sparkhost policy test policies/ --min-coverage 1
  sparkhost policy test --run withheld mine.policytest.hcl
  sparkhost policy test standard --format junit > report.xml`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.StringVar(&f.only, "run", "", "run the tests whose names match this regular `expression`")
	fs.Float64Var(&f.minCoverage, "min-coverage", 0, "fail if coverage is below this `share`, 0 to 1")
	fs.BoolVar(&f.allowEmpty, "allow-empty", false, "do not fail when there are no tests")
	fs.StringVar(&f.format, "format", "text", "`format` of the report: "+strings.Join(verdict.Formats, ", "))
	shell.CompleteWords(c, "format", verdict.Formats...)
	f.RegisterMode(c)
	return c
}

// Options checks the flags.
func (f *policyTestFlags) options(paths []string) (suite.Options, error) {
	mode, err := f.ChosenMode()
	opts := suite.Options{Paths: paths, Mode: mode, Shipped: policies.FS, Tests: policies.Tests, Version: host.Version}
	if err != nil {
		return opts, err
	}
	if !slices.Contains(verdict.Formats, f.format) {
		return opts, shell.Fail(shell.ExitFailed, "--format must be one of %s, not %q", strings.Join(verdict.Formats, ", "), f.format)
	}
	if !(f.minCoverage >= 0 && f.minCoverage <= 1) {
		hint := ""
		if f.minCoverage > 1 && f.minCoverage <= 100 {
			hint = fmt.Sprintf("; did you mean %g?", f.minCoverage/100)
		}
		return opts, shell.Fail(shell.ExitFailed, "--min-coverage must be between 0 and 1, not %g%s", f.minCoverage, hint)
	}
	if f.only != "" {
		only, err := regexp.Compile(f.only)
		if err != nil {
			return opts, shell.Fail(shell.ExitFailed, "--run: %v", err)
		}
		opts.Only = only
	}
	return opts, nil
}

func (f *policyTestFlags) run(c *cobra.Command, args []string) error {
	opts, err := f.options(args)
	if err != nil {
		return err
	}
	out := testOutcome{Report: suite.Run(opts)}
	f.judge(&out)
	switch f.format {
	case "json":
		err = writePolicyTestJSON(c.OutOrStdout(), &out)
	case "junit":
		err = report.WriteJUnit(c.OutOrStdout(), out.cases())
	case "github":
		err = report.WriteGitHub(c.OutOrStdout(), verdict.WorkingDir(), out.findings())
	case "sarif":
		err = report.WriteSARIF(c.OutOrStdout(), report.Tool{Version: host.Version, Dir: verdict.WorkingDir(), Exit: out.exit, Worked: true}, out.findings())
	default:
		err = writePolicyTestText(c.OutOrStdout(), &out)
	}
	if err != nil {
		return err
	}
	if out.exit == shell.ExitDone {
		return nil
	}
	return shell.Silent(out.exit)
}

// A testOutcome is a report and what it means: one verdict for every format.
type testOutcome struct {
	*suite.Report
	failures []string // beside failed tests: no test, too little coverage
	exit     int
}

// judge sets what the report means.
func (f *policyTestFlags) judge(out *testOutcome) {
	if len(out.Tests) == 0 && !f.allowEmpty && !out.Problems.HasErrors() {
		text := "no test ran: write a *" + schema.TestSuffix + " file beside the policy, or give --allow-empty"
		if f.only != "" {
			text = fmt.Sprintf("no test ran: no name matches --run %q", f.only)
		}
		out.failures = append(out.failures, text)
	}
	if share := out.Coverage.Share(); share < f.minCoverage && len(out.Tests) > 0 {
		out.failures = append(out.failures, fmt.Sprintf("coverage is %.3f, below --min-coverage %g", share, f.minCoverage))
	}
	switch {
	case out.Problems.HasErrors() || out.broken() > 0:
		out.exit = shell.ExitPolicy
	case out.Failed() > 0 || len(out.failures) > 0:
		out.exit = shell.ExitRefused
	}
}

// brokenTest says whether a test could not run because it or its policy is wrong.
func brokenTest(t suite.Result) bool {
	for _, d := range t.Problems {
		if code, ok := d.Extra.(diag.Code); !ok || code.Phase != "T" {
			return true
		}
	}
	return false
}

func (o *testOutcome) broken() int {
	n := 0
	for _, t := range o.Tests {
		if brokenTest(t) {
			n++
		}
	}
	return n
}

func status(t suite.Result) string {
	switch {
	case len(t.Problems) == 0:
		return "passed"
	case brokenTest(t):
		return "error"
	}
	return "failed"
}

// writePolicyTestText writes the report for people.
func writePolicyTestText(w io.Writer, out *testOutcome) error {
	file, isFile := w.(*os.File)
	color := isFile && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == ""
	show := func(diags hcl.Diagnostics) error { return diag.Write(w, diags, out.Files, color) }
	if err := show(out.Problems); err != nil {
		return err
	}
	for _, t := range out.Tests {
		if _, err := fmt.Fprintf(w, "%-6s  %s  (%s, %s:%d)\n", status(t), t.Name, t.Policy, t.At.File, t.At.Line); err != nil {
			return err
		}
		if err := show(t.Problems); err != nil {
			return err
		}
	}
	return writePolicyTestSums(w, out)
}

func writePolicyTestSums(w io.Writer, out *testOutcome) error {
	for _, m := range out.Coverage.Missing {
		if _, err := fmt.Fprintf(w, "%s\n", uncovered(m)); err != nil {
			return err
		}
	}
	for _, text := range out.failures {
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	c := out.Coverage
	if len(out.Tests) == 0 {
		_, err := fmt.Fprintln(w, "no test ran")
		return err
	}
	_, err := fmt.Fprintf(w, "%d passed, %d failed; coverage %.3f (%d of %d outcomes)\n", len(out.Tests)-out.Failed(), out.Failed(), c.Share(), c.Seen, c.Outcomes)
	return err
}

func uncovered(m suite.Uncovered) string {
	return fmt.Sprintf("%s:%d:%d: %s was never %v: %s", m.At.File, m.At.Line, m.At.Column, m.Where, m.Outcome, m.Text)
}
