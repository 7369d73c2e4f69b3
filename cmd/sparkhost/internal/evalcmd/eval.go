// Package evalcmd holds the commands `eval …`: accuracy, comparisons, ablations and gates over recorded or new runs.
package evalcmd

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// scoreFlags are the flags of `eval score`.
type scoreFlags struct {
	figureFlags
	results string
}

// New makes the command `eval`.
func New() *cobra.Command {
	c := &cobra.Command{
		Use: "eval", Short: "Measure answers and rankings against known answers",
		Example: "  sparkhost eval score --results results.jsonl --questions dev.jsonl",
	}
	c.AddCommand(newEvalScoreCommand(), newEvalRetrievalCommand(), newEvalPowerCommand(), newEvalRunCommand(), newEvalCompareCommand(), newEvalAblateCommand(), newEvalReportCommand(), newEvalGateCommand(), newEvalMonitorCommand(), newEvalProposalsCommand())
	return c
}

func newEvalScoreCommand() *cobra.Command {
	var f scoreFlags
	c := &cobra.Command{
		Use:   "score --results RESULTS.jsonl --questions FILE",
		Short: "Score a file of results against the answers in a file of questions",
		Long: "Prints how many answers are right (an abstention counts as wrong), how many the best option would have got right where a gate\n" +
			"withheld it, macro-F1, calibration error and Brier score of the confidence, each with a 95 % interval: Wilson's for\n" +
			"shares, the percentile bootstrap (1,000 draws) for the rest. The calibration error is above 0 even for a calibrated forecaster,\n" +
			"so its expected value under calibration is printed as well, with the debiased squared error, Spiegelhalter's test and the parts of the Brier score. A question without a result counts as not answered.\n\n" +
			"Exit codes: 0 scored, 1 failed, also if no question has a result.",
		Example: "  sparkhost run --corpus papers.jsonl --questions dev.jsonl --format jsonl --out results.jsonl\n" +
			"  sparkhost eval score --results results.jsonl --questions dev.jsonl",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c.OutOrStdout()) },
	}
	fs := c.Flags()
	fs.StringVar(&f.results, "results", "", "`file` of results, as run --format jsonl writes it")
	f.register(c, "`file` of questions with their answers, one JSON object per line")
	return c
}

func (f *scoreFlags) run(out io.Writer) error {
	switch err := f.checkFormat(); {
	case err != nil:
		return err
	case f.results == "" || f.questions == "":
		return shell.Fail(shell.ExitFailed, "missing input: give --results FILE and --questions FILE")
	}
	answered, err := flags.Answered(f.questions, false)
	if err != nil {
		return err
	}
	results, strangers, err := readResults(f.results, answered)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		return shell.Fail(shell.ExitFailed, "nothing was scored: %s has no result for any question of %s that has an answer", f.results, f.questions)
	}
	s := eval.ScoreResults(answered, results, f.seed)
	s.Questions, s.Strangers = filepath.Base(f.questions), strangers
	if f.format == "json" {
		return shell.WriteLine(out, s)
	}
	return writeScores(out, s)
}

// readResults reads the results of the questions, by id, and counts those of others.
func readResults(path string, questions map[string]*evidence.Question) (map[string]*record.Result, int, error) {
	file, _, _ := strings.Cut(path, "#")
	if _, err := os.Stat(file); err != nil {
		return nil, 0, shell.Unopened("--results", path, err)
	}
	all, err := allResults(path)
	if err != nil {
		return nil, 0, err
	}
	strangers := len(all)
	maps.DeleteFunc(all, func(id string, _ *record.Result) bool { return questions[id] == nil })
	var others []string
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if !eval.Asks(questions[id], all[id]) {
			others = append(others, id)
		}
	}
	return all, strangers - len(all), notAsked(path, others)
}

// intervalText returns an interval for reading, or why there is none.
func intervalText(i eval.Interval, verb string, of int) string {
	switch {
	case i.Known():
		return i.Text(verb, 1)
	case of == 1:
		return "(no interval: one question)"
	}
	return "(no interval: every resample gives this value)"
}

func writeScores(w io.Writer, s *eval.Scores) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d questions of %s; not held-out if you tuned on them\n", s.Count, shell.Plain(s.Questions))
	for _, row := range []struct {
		name string
		eval.Measure
	}{
		{"accuracy, abstentions wrong", s.Accuracy}, {"accuracy of the best option", s.BestOption}, {"answered", s.Answered},
		{"accuracy of those answered", s.Selective}, {"macro-F1 of the best option", s.MacroF1}, {"calibration error, 10 bins", s.CalibrationError},
		{"Brier score", s.Brier}, {"AUC, right against wrong", s.AUC}, {"AUC, supported against contradicted", s.Stance},
		{"a gold document cited", s.GoldCited},
	} {
		if row.Of > 0 {
			fmt.Fprintf(&b, "%-36s %.4f %s of %d\n", row.name, row.Value, intervalText(row.Interval, "%.4f", row.Of), row.Of)
		}
	}
	if s.Brier.Of > 0 && s.AUC.Of == 0 {
		fmt.Fprintf(&b, "%-36s not measurable: all are right, or all are wrong\n", "AUC, right against wrong")
	}
	if s.CalibrationError.Of > 0 {
		fmt.Fprintf(&b, "%-36s mean %.4f, 95th percentile %.4f\n", "  expected if calibrated", s.ByChance[0], s.ByChance[1])
		fmt.Fprintf(&b, "%-36s %.5f %s\n", "  squared, debiased (Kumar 2019)", s.Debiased.Value, intervalText(s.Debiased.Interval, "%.5f", s.CalibrationError.Of))
		fmt.Fprintf(&b, "%-36s reliability %.4f, resolution %.4f, uncertainty %.4f (Murphy 1973)\n", "  parts of the Brier score", s.Murphy.Reliability, s.Murphy.Resolution, s.Murphy.Uncertainty)
	}
	if s.Spiegelhalter != nil {
		fmt.Fprintf(&b, "%-36s z = %.2f, %s\n", "  Spiegelhalter: confidences, chances", s.Spiegelhalter.Z, compare.PText(s.Spiegelhalter.P))
	}
	if len(s.Unsure) > 0 {
		fmt.Fprintf(&b, "%d results without a confidence, in no figure of confidences: %s\n", len(s.Unsure), shell.Plain(eval.Names(s.Unsure)))
	}
	if s.Missing+s.Strangers > 0 {
		fmt.Fprintf(&b, "%d questions without a result, %d results of other questions\n", s.Missing, s.Strangers)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
