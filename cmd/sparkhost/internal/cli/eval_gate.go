package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	ci "github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
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
		Short: "Say yes or no to results: bounds of measures, and no regression against a baseline",
		Long: "Holds results (a file, or a folder of `eval run`) to a file of gates. A gate names a measure and bounds it, by its value or by\n" +
			"all of its 95 % interval, or holds it to a baseline by the statistics of `eval compare`, or both:\n\n" +
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
			"Where a gate says no, the answers that were right in the baseline and are wrong now are named, with what flipped each.\n\n" +
			"Exit codes: 0 every gate says yes, 4 one says no, 1 could not do it.",
		Example: "  sparkhost eval gate gates.hcl results.jsonl --questions dev.jsonl --baseline main.jsonl\n" +
			"  sparkhost eval gate gates.hcl results.jsonl --questions dev.jsonl --format github --report gates.xml --report summary.md",
		Args: needs("GATES.hcl", "RESULTS"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0], args[1]) },
	}
	f.register(c)
	fs := c.Flags()
	fs.StringVar(&f.baseline, "baseline", "", "`results` to compare with: a file, or a folder of `eval run`")
	fs.StringVar(&f.format, "format", "text", "output format: text, json or github")
	fs.StringArrayVar(&f.reports, "report", nil, "also write a `FILE`: .xml JUnit, .md Markdown, .html, .json or .csv (repeatable)")
	fs.BoolVar(&f.wrong, "wrong-answers", false, "in JUnit also a case for each question, a failure where the answer is wrong")
	completeWords(c, "format", "text", "json", "github")
	return c
}

// A gated is what `eval gate` found.
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
		return fail(ExitFailed, "%w", err)
	}
	g, err := f.judgeResults(gates, file, results)
	if err != nil {
		return err
	}
	if err := f.write(c.OutOrStdout(), g); err != nil {
		return err
	}
	for _, path := range f.reports {
		if err := replacePublic(path, func(w io.Writer) error { return f.writeReport(w, filepath.Ext(path), g) }); err != nil {
			return fail(ExitFailed, "--report: %w", err)
		}
	}
	return g.verdict()
}

func (f *gateFlags) checkGate() error {
	if !slices.Contains([]string{"text", "json", "github"}, f.format) {
		return fail(ExitFailed, "--format %q: known are text, json, github", f.format)
	}
	for _, path := range f.reports {
		if ext := filepath.Ext(path); ext != ".xml" && evalWriters[ext] == nil {
			return fail(ExitFailed, "--report %s: name it *.xml, *.md, *.html, *.json or *.csv", path)
		}
	}
	return f.check()
}

func (f *gateFlags) judgeResults(gates []gate.Gate, file, results string) (*gated, error) {
	paths := []string{results}
	if f.baseline != "" {
		paths = []string{f.baseline, results}
	}
	r, err := (&evalReportFlags{judgeFlags: f.judgeFlags}).build(paths)
	if err != nil {
		return nil, err
	}
	g := &gated{FormatVersion: 1, Passed: true, Lost: []compare.Flip{}, Notes: slices.Concat([]string{}, r.Notes), file: file, report: r}
	var against *compare.Report
	if len(r.Sides) > 2 {
		return nil, fail(ExitFailed, "one side is judged, against one baseline: name the policy, as in FOLDER#POLICY")
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
		return nil, fail(ExitFailed, "one side is judged: name the policy, as in FOLDER#POLICY")
	}
	g.Gates = gate.Judge(gates, side, against)
	for _, one := range g.Gates {
		g.Passed = g.Passed && one.Passed
	}
	if g.results, err = readSide(results); err != nil {
		return nil, err
	}
	g.asked, err = f.judged([]*evalSide{g.results})
	return g, err
}

// verdict is the exit code.
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
	return fail(ExitRefused, "%d of %d gates said no: %s", len(no), len(g.Gates), strings.Join(no, ", "))
}

func (f *gateFlags) write(w io.Writer, g *gated) error {
	switch f.format {
	case "json":
		return writeLine(w, g)
	case "github":
		return g.writeGitHub(w)
	}
	_, err := io.WriteString(visibleWriter{w}, strings.Join(g.lines(), "\n")+"\n")
	return err
}

// lines tell every gate, and the answers that were lost where one said no.
func (g *gated) lines() []string {
	var out []string
	for _, one := range g.Gates {
		word := "passed"
		if !one.Passed {
			word = "FAILED"
		}
		out = append(out, fmt.Sprintf("gate %s %s: %s", one.Name, word, one.Says))
	}
	if !g.Passed {
		for i := range g.Lost {
			out = append(out, "lost "+lost(&g.Lost[i]))
		}
	}
	for _, n := range g.Notes {
		out = append(out, "note: "+n)
	}
	return out
}

// lost tells an answer that was right, with what flipped it.
func lost(f *compare.Flip) string {
	text := fmt.Sprintf("%s %s: %s → %s", f.Key, shorten(f.Question, maxQuoteRunes), ended(f.First.Answer, string(f.First.Verdict)), ended(f.Second.Answer, string(f.Second.Verdict)))
	if f.Cause != nil {
		where := f.Cause.Where
		if f.Cause.File != "" {
			where += fmt.Sprintf(" (%s:%d)", filepath.Base(f.Cause.File), f.Cause.Line)
		}
		text += fmt.Sprintf(", by %s: %s", where, shorten(strings.TrimSuffix(f.Cause.New, " ()"), maxQuoteRunes))
	}
	return text
}

func ended(answer, verdict string) string {
	if answer == "" {
		return verdict
	}
	return shorten(answer, maxQuoteRunes)
}

func (g *gated) writeGitHub(w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var all []ci.Finding
	for _, one := range g.Gates {
		level := ci.LevelNote
		if !one.Passed {
			level = ci.LevelError
		}
		all = append(all, ci.Finding{Level: level, Rule: "gate." + one.Name, Message: one.Says, File: g.file, Region: ci.Region{Line: one.At.Start.Line}})
	}
	if !g.Passed {
		for i := range g.Lost {
			all = append(all, ci.Finding{Level: ci.LevelWarning, Rule: "lost", Message: lost(&g.Lost[i])})
		}
	}
	return ci.WriteGitHub(w, dir, all)
}

func (f *gateFlags) writeReport(w io.Writer, ext string, g *gated) error {
	switch ext {
	case ".xml":
		return ci.WriteJUnit(w, g.cases(f))
	case ".md":
		if _, err := io.WriteString(w, "## Gates\n\n"); err != nil {
			return err
		}
		for _, one := range g.Gates {
			word := "✅"
			if !one.Passed {
				word = "❌"
			}
			if _, err := fmt.Fprintf(w, "- %s **%s**: %s\n", word, one.Name, report.Plain(one.Says)); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return evalWriters[ext](g.report, w)
}

// cases are those of JUnit: a gate each, and with --wrong-answers a question each.
func (g *gated) cases(f *gateFlags) []ci.Case {
	var out []ci.Case
	for _, one := range g.Gates {
		c := ci.Case{Class: "gates", Name: one.Name, Out: one.Says}
		if !one.Passed {
			c.Outcome, c.Message = ci.Failed, one.Says
		}
		out = append(out, c)
	}
	if !f.wrong {
		return out
	}
	judge := f.options().Judge
	for _, k := range g.asked.sorted() {
		q := g.asked.questions[k]
		o := judge.Outcome(q.Question, g.results.sample.Results[k])
		c := ci.Case{Class: "answers", Name: k.String()}
		if !o.Right {
			given := "no answer"
			if r := g.results.sample.Results[k]; r != nil && r.Answer != nil {
				given = ended(r.Answer.Label, r.Answer.Text)
			}
			c.Outcome, c.Message = ci.Failed, fmt.Sprintf("%s: %s, and %s is right", shorten(q.Question.Question, maxQuoteRunes), given, q.Answer)
		}
		out = append(out, c)
	}
	return out
}

// sorted are the keys of the questions, in order.
func (a *askedSet) sorted() []compare.Key {
	var out []compare.Key
	for k := range a.questions {
		out = append(out, k)
	}
	slices.SortFunc(out, compare.Key.Compare)
	return out
}
