package cli

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
)

func newPolicyDiffCommand() *cobra.Command {
	var f replayFlags
	var records []string
	var page, questions string
	c := &cobra.Command{
		Use:   "diff OLD NEW --records DIR",
		Short: "Show which answers a change of policy flips, and what flips each",
		Long: "Re-decides every record under both policies and lists the answers that flip, each with the condition or term\n" +
			"that flipped it, and how the confidences move; then the semantic changes, as `policy plan --against` does.\n" +
			"Records made under OLD are used unchanged. With --questions it says which flips are right; `eval compare` gives the statistics.\n" +
			"DIR is a folder of `run --record`, or a cache folder.\n\n" +
			"Exit codes: 0 every record was re-decided, whatever flips, 1 some were not, 2 a policy is wrong.",
		Example: "  sparkhost policy diff standard mine.policy.hcl --records records/\n" +
			"  sparkhost policy diff standard mine.policy.hcl --records records/ --report diff.html",
		Args: needs("OLD", "NEW"),
		RunE: func(c *cobra.Command, args []string) error { return f.diff(c, args, records, page, questions) },
	}
	f.register(c)
	c.Flags().StringArrayVar(&records, "records", nil, "folder of records, cache folder, record file or run id (repeatable)")
	c.Flags().StringVar(&questions, "questions", "", "`file` of questions with their answers: say which flips are right")
	c.Flags().StringVar(&page, "report", "", "also write the report as one HTML page")
	c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	completeWords(c, "format", "text", "json")
	return c
}

func (f *replayFlags) diff(c *cobra.Command, policies, records []string, page, questions string) (err error) {
	if f.format != "text" && f.format != "json" {
		return fail(ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	if len(records) == 0 {
		return fail(ExitFailed, "no records: give --records DIR (`run --record DIR` writes them)")
	}
	set, err := f.records(c, records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.close()) }()
	var sides [2]*host.Replayer
	for i, path := range policies {
		if sides[i], err = f.open(c, path); err != nil {
			return describe(c.ErrOrStderr(), err)
		}
		defer func() { err = errors.Join(err, sides[i].Close()) }()
	}
	report, err := f.decide(c.Context(), set, sides[0], sides[1])
	if err != nil {
		return describe(c.ErrOrStderr(), err)
	}
	meaning, err := f.meaning(c, policies)
	if err != nil {
		return err
	}
	out := diffed{Report: report, Meaning: meaning}
	if out.Judged, err = judgeFlips(report, questions); err != nil {
		return err
	}
	if page != "" {
		if err := writePage(page, out); err != nil {
			return fail(ExitFailed, "--report: %w", err)
		}
	}
	if f.format == "json" {
		err = writeLine(c.OutOrStdout(), out)
	} else {
		err = out.write(c.OutOrStdout(), policies)
	}
	if err != nil {
		return err
	}
	return incomplete(report)
}

// writePage writes the page whole or not at all.
func writePage(path string, d diffed) error {
	return replacePublic(path, func(w io.Writer) error { return d.WriteHTML(visibleWriter{w}, d.Meaning) })
}
