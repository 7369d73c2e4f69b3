// Package runscmd holds the commands that read records of runs: `runs …`, `explain` and `replay`.
package runscmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// New makes the command `runs`.
func New() *cobra.Command {
	c := &cobra.Command{
		Use:     "runs",
		Short:   "List, show, verify and export recorded runs",
		Example: "  sparkhost runs list\n  sparkhost runs show RUN --format jsonl",
	}
	home := c.PersistentFlags().String("cache", "", shell.HomeFlagText)
	c.AddCommand(newRunsList(home), newRunsShow(home), newRunsVerify(home), newRunsExport(home))
	return c
}

// openRecords opens the record store below a home folder. It does not create one.
func openRecords(c *cobra.Command, home string) (*record.Store, error) {
	dir, err := shell.CacheDir(home)
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, shell.RecordsFolder)
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("no recorded runs here: %w", err)
	}
	return record.Open(c.Context(), record.Options{Dir: dir, Command: c.CommandPath()})
}

func newRunsList(home *string) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "list",
		Short:   "List recorded runs by id",
		Example: "  sparkhost runs list --format jsonl",
		Args:    shell.None,
		RunE: func(c *cobra.Command, _ []string) error {
			write, ok := runListFormats[format]
			if !ok {
				return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, jsonl", format)
			}
			return listRuns(c, *home, write)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text, json or jsonl")
	return c
}

var runListFormats = map[string]func(io.Writer, []record.Summary) error{
	"text":  writeRunTable,
	"json":  func(w io.Writer, all []record.Summary) error { return shell.WriteJSON(w, all) },
	"jsonl": writeRunLines,
}

func listRuns(c *cobra.Command, home string, write func(io.Writer, []record.Summary) error) (err error) {
	s, err := openRecords(c, home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all, err := s.List()
	if err != nil {
		return err
	}
	return write(c.OutOrStdout(), all)
}

func writeRunLines(w io.Writer, all []record.Summary) error {
	for _, s := range all {
		b, err := record.Canonical(s)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func writeRunTable(w io.Writer, all []record.Summary) error {
	t := tabwriter.NewWriter(shell.Visible(w), 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "run\tverdict\tconfidence\tpolicy\ttime\tquestion")
	for _, s := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", s.ID, runVerdict(s), runConfidence(s), s.Policy.Name, runTime(s), firstChars(s.Question, 60))
	}
	return t.Flush()
}

func runVerdict(s record.Summary) string {
	if s.Partial {
		return "partial"
	}
	return string(s.Verdict)
}

func runConfidence(s record.Summary) string {
	if s.Partial {
		return "-"
	}
	return shell.Fixed(s.Confidence, 3)
}

func runTime(s record.Summary) string {
	if s.ElapsedUS == nil {
		return "-"
	}
	return (time.Duration(*s.ElapsedUS) * time.Microsecond).Round(100 * time.Microsecond).String()
}

// firstChars cuts a text after n characters.
func firstChars(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

func newRunsShow(home *string) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "show RUN|RECORD",
		Short: "Show one recorded run, by id or file",
		Long: "Shows a run that is recorded in the cache folder (RUN is its id or a prefix of it), or RECORD, a\n" +
			"file that `run --record` wrote. The\n" +
			"format jsonl is the whole, self-contained record; json and text are summaries. A record whose confidence\n" +
			"does not add up is shown with exit code 1.",
		Example: "  sparkhost runs show RUN\n  sparkhost runs show RUN --format jsonl > run.jsonl",
		Args:    shell.Needs("RUN|RECORD"),
		RunE: func(c *cobra.Command, args []string) error {
			write, ok := runShowFormats[format]
			if !ok {
				return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, jsonl", format)
			}
			return showRun(c, args[0], *home, write)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text, json or jsonl")
	return c
}

var runShowFormats = map[string]func(io.Writer, *record.Reader) error{
	"text": writeRunSummary,
	"json": func(w io.Writer, r *record.Reader) error {
		s, err := r.Summary()
		if err != nil {
			return err
		}
		return shell.WriteJSON(w, s)
	},
	"jsonl": func(w io.Writer, r *record.Reader) error {
		_, err := r.WriteTo(w)
		return err
	},
}

func showRun(c *cobra.Command, ref, home string, write func(io.Writer, *record.Reader) error) (err error) {
	open := func(context.Context) (*record.Store, error) { return openRecords(c, home) }
	r, done, err := record.Load(c.Context(), ref, open)
	if err != nil {
		return flags.UnknownRun(ref, err)
	}
	defer func() { err = errors.Join(err, done()) }()
	if r.Truncated {
		fmt.Fprintln(c.ErrOrStderr(), "sparkhost: the last line of the record is truncated and was skipped")
	}
	noteUnchained(c.ErrOrStderr(), r)
	sums, err := r.Sums()
	if err != nil {
		return err
	}
	return errors.Join(write(c.OutOrStdout(), r), sums.Err(r.Name))
}

// writeRunSummary writes the outcome, how much of each kind the record holds and what plugins used.
func writeRunSummary(w io.Writer, r *record.Reader) error {
	s, err := r.Summary()
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(shell.Visible(w), 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "run\t%s\nquestion\t%s\nverdict\t%s\n", s.ID, s.Question, runVerdict(s))
	if s.Answer != "" {
		fmt.Fprintf(t, "answer\t%s\n", s.Answer)
	}
	fmt.Fprintf(t, "confidence\t%s\npolicy\t%s (%s)\ntime\t%s\n", runConfidence(s), s.Policy.Name, s.Policy.Digest, runTime(s))
	counts := map[record.Kind]int{}
	for e := range r.Events() {
		counts[e.Kind]++
	}
	for _, kind := range record.Kinds() {
		if counts[kind] > 0 {
			fmt.Fprintf(t, "  %s\t%d\n", kind, counts[kind])
		}
	}
	if err := writeFuel(t, r); err != nil {
		return err
	}
	return t.Flush()
}
