package evalcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// compareFlags are the flags of `eval compare`.
type compareFlags struct {
	flags.ReplayFlags
	judgeFlags
	records []string
}

func newEvalCompareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B...",
		Short: "Test whether B is better than A on the same questions",
		Long: "A and B are files of results (`run --format jsonl`), folders of `eval run` (FOLDER, or FOLDER#POLICY), or, with --records,\n" +
			"policies: then both re-decide the recorded runs, and each answer that flips is listed with the line of the\n" +
			"policy that flipped it. Several B are each compared with A, with p-values adjusted for their number (Holm).\n\n" +
			"The verdict is better, worse, equivalent (with --margin) or inconclusive. It concerns accuracy; an abstention counts as wrong:\n" +
			"mid-p McNemar test, Tango's interval. The command also prints the smallest difference that the questions can show and how many would\n" +
			"settle the observed difference. Other metrics are compared by bootstrap over paired questions, and costs by the median\n" +
			"of paired differences. Repeats of a question count as one observation, and so do questions of one --cluster.\n\n" +
			"A question without a result counts as wrong. Of folders, the runs that both finished are compared. With --records, questions for which B needs evidence that was never fetched are\n" +
			"listed and left out of the figures; --fetch gets the evidence.\n\n" +
			"Exit codes: 0 compared, whatever the verdict, 1 failed, 2 a policy is wrong.",
		Example: "  sparkhost eval compare old.jsonl new.jsonl --questions dev.jsonl\n" +
			"  sparkhost eval compare standard mine.policy.hcl --records records/ --questions dev.jsonl --margin 0.02\n" +
			"  sparkhost eval compare runs/#standard runs/#s0 runs/#s1 --format json",
		Args: shell.Needs("A", "B..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.ReplayFlags.Register(c)
	f.judgeFlags.register(c)
	c.Flags().StringArrayVar(&f.records, "records", nil, "folder of records, cache folder, record file or run id, to re-decide under the policies A and B (repeatable)")
	c.Flags().StringVar(&f.Format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// comparisons are the output of `eval compare`, in the order of the arguments.
type comparisons struct {
	FormatVersion int               `json:"format_version"`
	Comparisons   []*compare.Report `json:"comparisons"`
	NotCompared   []string          `json:"not_compared,omitempty"` // why, policy by policy
}

func (f *compareFlags) run(c *cobra.Command, args []string) error {
	if err := checkFormat(f.Format); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	all, err := f.compare(c, args)
	if err != nil {
		return err
	}
	if f.Format == "json" {
		err = shell.WriteLine(c.OutOrStdout(), all)
	} else {
		err = all.write(c.OutOrStdout())
	}
	if err == nil && len(all.NotCompared) > 0 {
		return shell.Fail(shell.ExitFailed, "%d of %d policies were not compared: %s", len(all.NotCompared), len(args)-1, strings.Join(all.NotCompared, "; "))
	}
	return err
}

// compare compares the first argument with each of the others.
func (f *compareFlags) compare(c *cobra.Command, args []string) (*comparisons, error) {
	if len(f.records) > 0 {
		return f.compareByReplay(c, args)
	}
	sides := make([]*evalSide, len(args))
	for i, arg := range args {
		var err error
		if sides[i], err = readSide(arg); err != nil {
			return nil, err
		}
	}
	distinguish(sides)
	asked, err := f.judged(sides)
	if err != nil {
		return nil, err
	}
	var reports []*compare.Report
	for _, second := range sides[1:] {
		r, err := f.compareFinished(asked, sides[0], second)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return adjusted(reports), nil
}

// compareFinished compares two sides over the runs that both finished.
func (f *compareFlags) compareFinished(asked *askedSet, first, second *evalSide) (*compare.Report, error) {
	asked, both, err := finishedByAll(asked, first, second)
	if err != nil {
		return nil, err
	}
	o := f.options()
	o.Cause = causes(both[0], both[1])
	r, err := compare.Compare(asked.questions, &both[0].sample, &both[1].sample, o)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
	r.Notes = append(r.Notes, slices.Concat(asked.notes, differing(first, second))...)
	return r, nil
}

// differing says what else differs between two sides than their answers.
func differing(a, b *evalSide) []string {
	if a.version != "" && b.version != "" && a.version != b.version {
		return []string{fmt.Sprintf("%s is of version %s, %s of %s", a.sample.Name, a.version, b.sample.Name, b.version)}
	}
	return nil
}

// adjusted gives each comparison its p-value among all of them.
func adjusted(reports []*compare.Report) *comparisons {
	all := &comparisons{FormatVersion: compare.FormatVersion, Comparisons: reports}
	var p []float64
	for _, r := range reports {
		if m := r.Metric(compare.Accuracy); m != nil {
			p = append(p, *m.P)
		}
	}
	if len(reports) < 2 || len(p) < len(reports) {
		return all
	}
	holm := stats.Holm(p)
	for i, r := range reports {
		r.HolmP = &holm[i]
		if r.Verdict != compare.Equivalent && r.Verdict != compare.Inconclusive && holm[i] > stats.Alpha {
			m := r.Metric(compare.Accuracy) // its Alone keeps what it says alone
			m.Verdict = m.Unsure()
			r.Verdict = m.Verdict
			r.Notes = append(r.Notes, fmt.Sprintf("this comparison would be conclusive alone, but not among %d", len(reports)))
		}
	}
	return all
}

func (a *comparisons) write(w io.Writer) error {
	for i, r := range a.Comparisons {
		if i > 0 {
			if _, err := io.WriteString(w, "\n----\n\n"); err != nil {
				return err
			}
		}
		if err := r.WriteText(shell.Visible(w)); err != nil {
			return err
		}
	}
	return nil
}

// stopped turns the end of a context into the exit code of an interruption.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	}
	return err
}
