package evalcmd

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
)

// evalReportFlags are the flags of `eval report`.
type evalReportFlags struct {
	judgeFlags
	out   []string
	times bool
}

func newEvalReportCommand() *cobra.Command {
	var f evalReportFlags
	c := &cobra.Command{
		Use:   "report A [B...]",
		Short: "Write an evaluation as one HTML page, Markdown, CSV or JSON",
		Long: "A and B are files of results or folders of `eval run` (FOLDER#POLICY; FOLDER alone: all of its policies). The report shows what each\n" +
			"reaches, with the method of every interval, reliability diagrams, risk by coverage, cost against accuracy, tables by type and\n" +
			"pack, and how each B compares with A, with the answers that flipped and why. The HTML page is one file without external\n" +
			"resources. Equal inputs give equal bytes, except with --times, which adds elapsed times.\n\n" +
			"The extension of --out sets the format: .html, .md, .csv or .json. Without --out, Markdown goes to standard output.\n\n" +
			"Exit codes: 0 written, 1 failed.",
		Example: "  sparkhost eval report old.jsonl new.jsonl --questions dev.jsonl --out report.html --out report.md\n" +
			"  sparkhost eval report evaluation --out report.html",
		Args: shell.Needs("A..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.register(c)
	c.Flags().StringArrayVarP(&f.out, "out", "o", nil, "`file` to write, .html, .md, .csv or .json (repeatable)")
	c.Flags().BoolVar(&f.times, "times", false, "also compare elapsed times")
	return c
}

// evalWriters are the formats of `eval report`, by the ending of a file's name.
var evalWriters = map[string]func(*report.Report, io.Writer) error{
	".html": (*report.Report).WriteHTML, ".md": (*report.Report).WriteMarkdown, ".csv": (*report.Report).WriteCSV,
	".json": func(r *report.Report, w io.Writer) error { return shell.WriteLine(w, r) },
}

func (f *evalReportFlags) run(c *cobra.Command, args []string) error {
	for _, path := range f.out {
		if evalWriters[filepath.Ext(path)] == nil {
			return shell.Fail(shell.ExitFailed, "--out %s: name it *.html, *.md, *.csv or *.json", path)
		}
	}
	if err := f.check(); err != nil {
		return err
	}
	r, _, _, err := f.build(args)
	if err != nil {
		return err
	}
	if len(f.out) == 0 {
		return r.WriteMarkdown(shell.Visible(c.OutOrStdout()))
	}
	for _, path := range f.out {
		if err := shell.ReplacePublic(path, func(w io.Writer) error { return evalWriters[filepath.Ext(path)](r, w) }); err != nil {
			return shell.Fail(shell.ExitFailed, "--out: %w", err)
		}
	}
	return nil
}

// build compares the first side with each of the others, and returns what all sides are judged by: of folders the runs that all finished.
func (f *evalReportFlags) build(args []string) (_ *report.Report, _ *askedSet, sides []*evalSide, err error) {
	for _, arg := range args {
		more, err := readSides(arg)
		if err != nil {
			return nil, nil, nil, err
		}
		sides = append(sides, more...)
	}
	distinguish(sides)
	asked, err := f.judged(sides)
	if err != nil {
		return nil, nil, nil, err
	}
	if asked.questions == nil {
		return nil, nil, nil, shell.Fail(shell.ExitFailed, "no answers to score with: give --questions FILE, or a folder of `eval run`")
	}
	if asked, sides, err = finishedByAll(asked, sides...); err != nil {
		return nil, nil, nil, err
	}
	if err := asked.same(sides[0]); err != nil {
		return nil, nil, nil, err
	}
	samples := []*compare.Sample{&sides[0].sample}
	all := &comparisons{}
	for _, second := range sides[1:] {
		o := f.options()
		o.Cause = causes(sides[0], second)
		one, err := compare.Compare(asked.questions, &sides[0].sample, &second.sample, o)
		if err != nil {
			return nil, nil, nil, shell.Fail(shell.ExitFailed, "%w", err)
		}
		one.Notes = append(one.Notes, differing(sides[0], second)...)
		if !f.times {
			one.Costs = slices.DeleteFunc(one.Costs, func(c compare.Cost) bool { return c.Name == compare.ElapsedName })
		}
		all.Comparisons, samples = append(all.Comparisons, one), append(samples, &second.sample)
	}
	return report.Build(asked.questions, samples, adjusted(all.Comparisons).Comparisons, f.options(), asked.notes), asked, sides, nil
}

// readSides is [readSide], but that a folder without a policy's name is all of its policies.
func readSides(arg string) ([]*evalSide, error) {
	info, err := os.Stat(arg)
	if err != nil || !info.IsDir() || strings.Contains(arg, "#") {
		one, err := readSide(arg)
		return []*evalSide{one}, err
	}
	folder, err := openFolder(arg)
	if err != nil {
		return nil, err
	}
	var out []*evalSide
	for _, p := range folder.manifest.Policies {
		one, err := folder.side(p.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}
