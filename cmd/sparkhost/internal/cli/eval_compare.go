package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// judgeFlags say which answers are right and which questions belong together; several commands of `eval` have them.
type judgeFlags struct {
	questions, cluster         string
	tolerance, penalty, margin float64
	seed                       uint64
	withheld                   bool
}

func (f *judgeFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.questions, "questions", "", "`file` of questions with their answers, one JSON object a line (a folder of `eval run` has its own)")
	fs.StringVar(&f.cluster, "cluster", "", "questions that count as one observation: those with an equal `KEY` in meta, or with the same first document, \"gold\"")
	fs.Float64Var(&f.tolerance, "tolerance", 0, "how far a number of a free-form answer may be off, as a share of the right one")
	fs.Float64Var(&f.penalty, "penalty", 0, "what a wrong answer takes from the score, in which a right one gives 1 and an abstention 0")
	fs.Float64Var(&f.margin, "margin", 0, "difference that does not matter, as a share: 0.02 is two points; under it sides are equivalent")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the bootstrap")
	fs.BoolVar(&f.withheld, "withheld", false, "the questions of --questions were withheld: nothing was chosen or fitted by them")
}

func (f *judgeFlags) check() error {
	switch {
	case !(f.margin >= 0 && f.margin < 1):
		return fail(ExitFailed, "--margin %g: give a share from 0 to 1, such as 0.02 for two points", f.margin)
	case !(f.tolerance >= 0 && f.tolerance < 1):
		return fail(ExitFailed, "--tolerance %g: give a share from 0 to 1, such as 0.05 for five percent", f.tolerance)
	case !(f.penalty >= 0 && f.penalty <= 100):
		return fail(ExitFailed, "--penalty %g: give a number from 0 to 100", f.penalty)
	}
	return nil
}

func (f *judgeFlags) options() compare.Options {
	return compare.Options{Judge: eval.Judge{Tolerance: f.tolerance}, Penalty: f.penalty, Margin: f.margin, Seed: f.seed}
}

// compareFlags are the flags of `eval compare`.
type compareFlags struct {
	replayFlags
	judgeFlags
	records []string
}

func newEvalCompareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B...",
		Short: "Say whether B is better than A on the same questions, or that the questions do not tell",
		Long: "A and B are files of results (`run --format jsonl`), folders of `eval run` (FOLDER, or FOLDER#POLICY), or, with --records,\n" +
			"policies: then both decide over what the recorded runs found, and each answer that flips is named with the line of the\n" +
			"policy that flipped it. Several B are each compared with A, with p-values adjusted for their number (Holm).\n\n" +
			"The verdict is better, worse, equivalent (with --margin) or inconclusive. It is of the accuracy, where an abstention is wrong:\n" +
			"mid-p McNemar test, Tango's interval. Beside it are the least difference that the questions can show, and how many would\n" +
			"settle the difference that was seen. Other metrics are compared by bootstrap over paired questions, and costs by the median\n" +
			"of paired differences. Repeats of a question count as one observation, and so do questions of one --cluster.\n\n" +
			"A question without a result counts as wrong. Of --records, questions for which B needs evidence that was never fetched are in\n" +
			"no figure, and listed; --fetch gets it.\n\n" +
			"Exit codes: 0 compared, whatever the verdict, 1 could not do it, 2 a policy is wrong.",
		Example: "  sparkhost eval compare old.jsonl new.jsonl --questions dev.jsonl\n" +
			"  sparkhost eval compare standard mine.policy.hcl --records records/ --questions dev.jsonl --margin 0.02\n" +
			"  sparkhost eval compare runs/#standard runs/#s0 runs/#s1 --format json",
		Args: needs("A", "B..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.replayFlags.register(c)
	f.judgeFlags.register(c)
	c.Flags().StringArrayVar(&f.records, "records", nil, "folder of records, cache folder, record file or run id, to decide anew under the policies A and B (repeatable)")
	c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	completeWords(c, "format", "text", "json")
	return c
}

// comparisons are what `eval compare` found, in the order of the arguments.
type comparisons struct {
	FormatVersion int               `json:"format_version"`
	Comparisons   []*compare.Report `json:"comparisons"`
}

func (f *compareFlags) run(c *cobra.Command, args []string) error {
	if f.format != "text" && f.format != "json" {
		return fail(ExitFailed, "--format %q: known are text, json", f.format)
	}
	if err := f.check(); err != nil {
		return err
	}
	all, err := f.compare(c, args)
	if err != nil {
		return err
	}
	if f.format == "json" {
		return writeLine(c.OutOrStdout(), all)
	}
	return all.write(c.OutOrStdout())
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
		o := f.options()
		o.Cause = causes(sides[0], second)
		r, err := compare.Compare(asked.questions, &sides[0].sample, &second.sample, o)
		if err != nil {
			return nil, fail(ExitFailed, "%w", err)
		}
		r.Notes = append(r.Notes, slices.Concat(asked.notes, differing(sides[0], second))...)
		reports = append(reports, r)
	}
	return adjusted(reports), nil
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
			r.Verdict = compare.Inconclusive
			r.Notes = append(r.Notes, fmt.Sprintf("alone this comparison would be conclusive; among %d it is not", len(reports)))
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
		if err := r.WriteText(visibleWriter{w}); err != nil {
			return err
		}
	}
	return nil
}

// askedSet are the questions that sides are judged by; nil questions: no right answers are known.
type askedSet struct {
	questions map[compare.Key]*compare.Question
	notes     []string
}

// judged reads --questions, or takes those of the folders of `eval run`.
func (f *judgeFlags) judged(sides []*evalSide) (*askedSet, error) {
	if f.questions == "" {
		for _, s := range sides {
			if s.suite != nil {
				return f.ofSuite(s.suite)
			}
		}
		return &askedSet{}, nil
	}
	for _, s := range sides {
		if s.suite != nil {
			return nil, fail(ExitFailed, "--questions: %s is a folder of `eval run`, which has its own questions; leave --questions out", s.sample.Name)
		}
	}
	a := &askedSet{questions: map[compare.Key]*compare.Question{}}
	if err := f.add(a, "", f.questions, f.cluster); err != nil {
		return nil, err
	}
	if !f.withheld {
		a.notes = append(a.notes, developmentNote(filepath.Base(f.questions)))
	}
	return a, nil
}

func developmentNote(name string) string {
	return "development figures if anything was chosen or fitted by " + name + " (--withheld says that nothing was)"
}

// add takes the questions of a file that have an answer.
func (f *judgeFlags) add(a *askedSet, pack, path, cluster string) error {
	questions, err := (&calibrateFlags{questions: path}).answered()
	if err != nil {
		return err
	}
	for id, q := range questions {
		if err := eval.CheckPatterns(q); err != nil {
			return fail(ExitFailed, "%s: %w", path, err)
		}
		one := &compare.Question{Question: q}
		switch value, known := q.Meta[cluster]; {
		case cluster == "gold" && len(q.GoldDocs) > 0:
			one.Cluster = pack + "\x00gold\x00" + q.GoldDocs[0]
		case known:
			one.Cluster = fmt.Sprintf("%s\x00%s\x00%v", pack, cluster, value)
		}
		a.questions[compare.Key{Pack: pack, ID: id}] = one
	}
	if cluster != "" && !slices.ContainsFunc(slices.Collect(maps.Values(a.questions)), func(q *compare.Question) bool { return q.Cluster != "" }) {
		return fail(ExitFailed, "--cluster %q: no question of %s has it in meta; known is also \"gold\", the first of gold_docs", cluster, path)
	}
	return nil
}

// stopped turns the end of a context into the exit code of an interruption.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return fail(ExitInterrupted, "interrupted")
	}
	return err
}
