package evalcmd

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/gate"
	"github.com/sparkhost/sparkhost/host/eval/report"
)

// gateFlags are the flags of `eval gate`.
type gateFlags struct {
	judgeFlags
	baseline, format string
	reports          []string
	wrong            bool
}

func newEvalGateCommand() *cobra.Command {
	var f gateFlags
	c := &cobra.Command{
		Use:   "gate GATES.hcl RESULTS",
		Short: "Check results against bounds of measures and against a baseline",
		Long: "Checks results (a file, or a folder of `eval run`) against a file of gates. A gate bounds a measure, by its value or by\n" +
			"its whole 95 % interval, or compares it with a baseline by the statistics of `eval compare`, or both:\n\n" +
			"  gate \"accurate\" {\n" +
			"    measure = \"accuracy\"\n" +
			"    min     = 0.70\n" +
			"    by      = \"interval\"            # default: \"value\"\n" +
			"  }\n\n" +
			"  gate \"no_regression\" {\n" +
			"    measure  = \"accuracy\"\n" +
			"    baseline = \"not_worse\"          # or \"better\", or \"equivalent_or_better\" with margin = 0.02\n" +
			"  }\n\n" +
			"Measures are " + strings.Join(gate.Measures(), ", ") + ".\n" +
			"With fewer than six independent questions, calibration and intervals are not measured, and their gates fail.\n" +
			"If a gate fails, the answers that were right in the baseline and are wrong now are listed, with what flipped each.\n\n" +
			"Exit codes: 0 every gate passed, 4 a gate failed, 1 the check itself failed.",
		Example: "  sparkhost eval gate gates.hcl results.jsonl --questions dev.jsonl --baseline main.jsonl\n" +
			"  sparkhost eval gate gates.hcl results.jsonl --questions dev.jsonl --format github --report gates.xml --report summary.md",
		Args: shell.Needs("GATES.hcl", "RESULTS"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0], args[1]) },
	}
	f.register(c)
	fs := c.Flags()
	fs.StringVar(&f.baseline, "baseline", "", "baseline `results`: a file, or a folder of `eval run`")
	fs.StringVar(&f.format, "format", "text", "output format: text, json or github")
	fs.StringArrayVar(&f.reports, "report", nil, "also write a `FILE`: .xml JUnit, .md Markdown, .html, .json or .csv (repeatable)")
	fs.BoolVar(&f.wrong, "wrong-answers", false, "in JUnit, also write a case for each question, which fails if the answer is wrong")
	shell.CompleteWords(c, "format", "text", "json", "github")
	return c
}

// A gated is the output of `eval gate`.
type gated struct {
	FormatVersion int            `json:"format_version"`
	Passed        bool           `json:"passed"`
	Gates         []gate.Ruling  `json:"gates"`
	Lost          []compare.Flip `json:"lost"` // right in the baseline, wrong now
	Notes         []string       `json:"notes"`
	file          string
	report        *report.Report
	results       *evalSide
	asked         *askedSet
}

func (f *gateFlags) run(c *cobra.Command, file, results string) error {
	if err := f.checkGate(); err != nil {
		return err
	}
	gates, err := gate.Read(file)
	if err != nil {
		return unread(file, err)
	}
	g, err := f.judgeResults(gates, file, results)
	if err != nil {
		return err
	}
	if err := f.write(c.OutOrStdout(), g); err != nil {
		return err
	}
	for _, path := range f.reports {
		if err := shell.ReplacePublic(path, func(w io.Writer) error { return f.writeReport(w, filepath.Ext(path), g) }); err != nil {
			return shell.Fail(shell.ExitFailed, "--report: %w", err)
		}
	}
	return g.verdict()
}

func (f *gateFlags) checkGate() error {
	if !slices.Contains([]string{"text", "json", "github"}, f.format) {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, github", f.format)
	}
	for _, path := range f.reports {
		if ext := filepath.Ext(path); ext != ".xml" && evalWriters[ext] == nil {
			return shell.Fail(shell.ExitFailed, "--report %s: name it *.xml, *.md, *.html, *.json or *.csv", path)
		}
	}
	return f.check()
}

func (f *gateFlags) judgeResults(gates []gate.Gate, file, results string) (*gated, error) {
	paths := []string{results}
	if f.baseline != "" {
		paths = []string{f.baseline, results}
	}
	r, asked, sides, err := (&evalReportFlags{judgeFlags: f.judgeFlags}).build(paths)
	if err != nil {
		return nil, err
	}
	g := &gated{FormatVersion: 1, Passed: true, Lost: []compare.Flip{}, Notes: slices.Concat([]string{}, r.Notes), file: file, report: r, asked: asked, results: sides[len(sides)-1]}
	var against *compare.Report
	if len(r.Sides) > 2 {
		return nil, shell.Fail(shell.ExitFailed, "give one side and one baseline: name the policy, as in FOLDER#POLICY")
	}
	if len(r.Comparisons) > 0 {
		against = r.Comparisons[0]
		g.Notes = append(g.Notes, against.Notes...)
		for _, group := range against.Flips {
			for _, flip := range group.Flips {
				if flip.Way == compare.Lost {
					g.Lost = append(g.Lost, flip)
				}
			}
		}
	}
	side := &r.Sides[len(r.Sides)-1]
	if f.baseline == "" && len(r.Sides) > 1 {
		return nil, shell.Fail(shell.ExitFailed, "give one side: name the policy, as in FOLDER#POLICY")
	}
	if against == nil && side.Missing > 0 { // a comparison notes it, too
		g.Notes = append(g.Notes, fmt.Sprintf("%s has no result of %d of %d: they count as not answered, and wrong", side.Name, side.Missing, r.Questions))
	}
	g.Gates = gate.Judge(gates, side, against)
	for _, one := range g.Gates {
		g.Passed = g.Passed && one.Passed
	}
	return g, nil
}

// verdict returns the exit code.
func (g *gated) verdict() error {
	var no []string
	for _, one := range g.Gates {
		if !one.Passed {
			no = append(no, one.Name)
		}
	}
	if len(no) == 0 {
		return nil
	}
	return shell.Fail(shell.ExitRefused, "%d of %d gates failed: %s", len(no), len(g.Gates), strings.Join(no, ", "))
}
