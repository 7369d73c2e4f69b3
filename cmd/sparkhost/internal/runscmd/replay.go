package runscmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// NewReplay makes the command `replay`.
func NewReplay() *cobra.Command {
	var f flags.ReplayFlags
	var given string
	c := &cobra.Command{
		Use:   "replay RUN|RECORD...",
		Short: "Re-decide recorded runs under another policy",
		Long: "Shows what recorded runs would have answered under another policy, or with other variables. It uses only the\n" +
			"records: it searches no source, and calls plugins only with requests that were not recorded. The new answers are\n" +
			"those of a real run on the same evidence. If a policy needs evidence that was never fetched, the run stops\n" +
			"there and is listed; --fetch gets it from the policy's sources.\n\n" +
			"RUN is the id of a run or its prefix; RECORD is a record file of --record, a folder of them, or a cache folder.\n" +
			"Without --policy each run is re-decided under its own policy, which its record contains.\n\n" +
			"Exit codes: 0 every record was re-decided, 1 some were not (each is listed with the reason), 2 policy wrong.",
		Example: "  sparkhost replay records/ --policy mine.policy.hcl\n" +
			"  sparkhost replay 4f1c02d7 --var min_coverage=0.6\n" +
			"  sparkhost replay records/ --policy deeper.policy.hcl --fetch --corpus papers.jsonl --format jsonl",
		Args: shell.Needs("RUN|RECORD..."),
		RunE: func(c *cobra.Command, args []string) error { return replayAll(&f, c, given, args) },
	}
	f.Register(c)
	c.Flags().StringVar(&given, "policy", "", "policy: a shipped name, a file, a folder, or path#name (default: each record's own)")
	c.Flags().StringVar(&f.Format, "format", "text", "output format: text, json or jsonl")
	shell.CompleteWords(c, "format", "text", "json", "jsonl")
	return c
}

func replayAll(f *flags.ReplayFlags, c *cobra.Command, given string, args []string) (err error) {
	write, ok := map[string]func(io.Writer, *replay.Report) error{
		"text":  func(w io.Writer, r *replay.Report) error { return r.WriteText(shell.Visible(w), true) },
		"json":  func(w io.Writer, r *replay.Report) error { return shell.WriteLine(w, r) },
		"jsonl": writeReplayLines,
	}[f.Format]
	if !ok {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, jsonl", f.Format)
	}
	set, err := f.Records(c, args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	r, err := f.Open(c, given)
	if err != nil {
		return shell.Describe(c.ErrOrStderr(), err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	report, err := f.Decide(c.Context(), set, nil, r)
	if err != nil {
		return shell.Describe(c.ErrOrStderr(), err)
	}
	if err := write(c.OutOrStdout(), report); err != nil {
		return err
	}
	return flags.Incomplete(report)
}

// writeReplayLines writes a version line, then each record, then the sums.
func writeReplayLines(w io.Writer, r *replay.Report) error {
	head := struct {
		FormatVersion int           `json:"format_version"`
		Old           *record.Named `json:"old"`
		New           *record.Named `json:"new"`
	}{r.FormatVersion, r.Old, r.New}
	if err := shell.WriteLine(w, head); err != nil {
		return err
	}
	for _, c := range r.Changes {
		if err := shell.WriteLine(w, c); err != nil {
			return err
		}
	}
	return shell.WriteLine(w, map[string]replay.Summary{"summary": r.Summary})
}
