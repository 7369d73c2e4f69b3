package policycmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

func newPolicyDiffCommand() *cobra.Command {
	var f flags.ReplayFlags
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
		Args: shell.Needs("OLD", "NEW"),
		RunE: func(c *cobra.Command, args []string) error {
			return diffPolicies(&f, c, args, records, page, questions)
		},
	}
	f.Register(c)
	c.Flags().StringArrayVar(&records, "records", nil, "folder of records, cache folder, record file or run id (repeatable)")
	c.Flags().StringVar(&questions, "questions", "", "`file` of questions with their answers: say which flips are right")
	c.Flags().StringVar(&page, "report", "", "also write the report as one HTML page")
	c.Flags().StringVar(&f.Format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func diffPolicies(f *flags.ReplayFlags, c *cobra.Command, policies, records []string, page, questions string) (err error) {
	if f.Format != "text" && f.Format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.Format)
	}
	if len(records) == 0 {
		return shell.Fail(shell.ExitFailed, "no records: give --records DIR (`run --record DIR` writes them)")
	}
	set, err := f.Records(c, records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	var sides [2]*host.Replayer
	for i, path := range policies {
		if sides[i], err = f.Open(c, path); err != nil {
			return shell.Describe(c.ErrOrStderr(), err)
		}
		defer func() { err = errors.Join(err, sides[i].Close()) }()
	}
	report, err := f.Decide(c.Context(), set, sides[0], sides[1])
	if err != nil {
		return shell.Describe(c.ErrOrStderr(), err)
	}
	meaning, err := meaning(f, c, policies)
	if err != nil {
		return err
	}
	out := diffed{Report: report, Meaning: meaning}
	if out.Judged, err = judgeFlips(report, questions); err != nil {
		return err
	}
	if page != "" {
		if err := writePage(page, out); err != nil {
			return shell.Fail(shell.ExitFailed, "--report: %w", err)
		}
	}
	if f.Format == "json" {
		err = shell.WriteLine(c.OutOrStdout(), out)
	} else {
		err = out.write(c.OutOrStdout(), policies)
	}
	if err != nil {
		return err
	}
	return flags.Incomplete(report)
}

// writePage writes the page whole or not at all.
func writePage(path string, d diffed) error {
	return shell.ReplacePublic(path, func(w io.Writer) error { return d.WriteHTML(shell.Visible(w), d.Meaning) })
}
