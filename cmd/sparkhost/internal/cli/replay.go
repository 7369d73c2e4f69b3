package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// replayFlags are what `replay` and `policy diff` have in common.
type replayFlags struct {
	vars         map[string]string
	varFiles     []string
	fetch, whole bool
	tap          func(question, stage string, req *contract.Request) // hears the requests of stages; nil: nobody does
	corpus       []string
	skipBadLines bool
	home, format string
	lock         string
	frozen       bool
	offline      bool
	concurrency  int
	modeFlag
}

func (f *replayFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringToStringVar(&f.vars, "var", nil, "value of a variable of the policy, NAME=VALUE (repeatable)")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "file of variable values, *.policyvars.hcl (repeatable)")
	fs.BoolVar(&f.fetch, "fetch", false, "fetch missing evidence from the policy's sources instead of stopping")
	fs.StringArrayVar(&f.corpus, "corpus", nil, "with --fetch: "+corpusFlagText)
	fs.BoolVar(&f.skipBadLines, "skip-bad-lines", false, "with --fetch: skip invalid corpus lines instead of failing")
	fs.BoolVar(&f.whole, "whole", false, "ignore checkpoints and re-decide everything: slower, with the same results")
	fs.StringVar(&f.home, "cache", "", homeFlagText)
	fs.StringVar(&f.lock, "lock", "", "lock file that pins the plugins (default: sparkhost.lock.hcl beside the policy or above it in the repository)")
	fs.BoolVar(&f.frozen, "frozen", inCI(), "refuse plugins that are missing from the lock, if there is one (default: in CI, env CI=true)")
	fs.BoolVar(&f.offline, "offline", false, "make no network requests: plugins come from this binary, files and the cache")
	f.registerMode(c)
	fs.IntVar(&f.concurrency, "concurrency", runtime.GOMAXPROCS(0), "records re-decided at the same time; does not affect results")
}

func newReplayCommand() *cobra.Command {
	var f replayFlags
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
		Args: needs("RUN|RECORD..."),
		RunE: func(c *cobra.Command, args []string) error { return f.replay(c, given, args) },
	}
	f.register(c)
	c.Flags().StringVar(&given, "policy", "", "policy: a shipped name, a file, a folder, or path#name (default: each record's own)")
	c.Flags().StringVar(&f.format, "format", "text", "output format: text, json or jsonl")
	completeWords(c, "format", "text", "json", "jsonl")
	return c
}

func (f *replayFlags) replay(c *cobra.Command, given string, args []string) (err error) {
	write, ok := map[string]func(io.Writer, *replay.Report) error{
		"text":  func(w io.Writer, r *replay.Report) error { return r.WriteText(visibleWriter{w}, true) },
		"json":  func(w io.Writer, r *replay.Report) error { return writeLine(w, r) },
		"jsonl": writeReplayLines,
	}[f.format]
	if !ok {
		return fail(ExitFailed, "--format %q: must be one of: text, json, jsonl", f.format)
	}
	set, err := f.records(c, args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.close()) }()
	r, err := f.open(c, given)
	if err != nil {
		return describe(c.ErrOrStderr(), err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	report, err := f.decide(c.Context(), set, nil, r)
	if err != nil {
		return describe(c.ErrOrStderr(), err)
	}
	if err := write(c.OutOrStdout(), report); err != nil {
		return err
	}
	return incomplete(report)
}

// records gathers the records that the arguments name; none at all is a mistake.
func (f *replayFlags) records(c *cobra.Command, args []string) (*recordSet, error) {
	if f.concurrency < 1 {
		return nil, fail(ExitFailed, "--concurrency %d: must be at least 1", f.concurrency)
	}
	set := &recordSet{command: c.CommandPath(), home: f.home, stores: map[string]*record.Store{}}
	for _, arg := range args {
		if err := set.add(c.Context(), arg); err != nil {
			return nil, errors.Join(err, set.close())
		}
	}
	if len(set.refs) == 0 {
		return nil, errors.Join(fail(ExitFailed, "no records: nothing was re-decided"), set.close())
	}
	return set, nil
}

func (f *replayFlags) open(c *cobra.Command, given string) (*host.Replayer, error) {
	mode, err := f.chosenMode()
	if err != nil {
		return nil, err
	}
	home, err := cacheDir(f.home)
	if err != nil {
		return nil, err
	}
	ui := newProgress(c.ErrOrStderr())
	return host.OpenReplay(c.Context(), host.ReplayConfig{
		Config: host.Config{
			Policy: given, Mode: mode, Vars: f.vars, VarFiles: f.varFiles, Environ: os.Environ(), Lock: f.lock, Frozen: f.frozen, Offline: f.offline,
			Corpus: f.corpus, SkipBadLines: f.skipBadLines, Home: home, Notify: ui.say,
		},
		Fetch: f.fetch, Whole: f.whole, Tap: f.tap,
	})
}

// decide compares the records, some side by side, in order. The old side is the record's, unless old
// is given and another policy than the record's.
func (f *replayFlags) decide(ctx context.Context, set *recordSet, old, now *host.Replayer) (*replay.Report, error) {
	changes := make([]replay.Change, len(set.refs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(f.concurrency)
	for i, ref := range set.refs {
		group.Go(func() (err error) {
			changes[i], err = decideOne(ctx, ref, old, now)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil, fail(ExitInterrupted, "interrupted")
		}
		return nil, err
	}
	report := replay.NewReport(replay.PolicyOf(old), replay.PolicyOf(now))
	for _, c := range changes {
		report.Add(c)
	}
	return report, nil
}

// decideOne compares one record, see [replay.Decide].
func decideOne(ctx context.Context, ref recordRef, old, now *host.Replayer) (replay.Change, error) {
	if err := ctx.Err(); err != nil {
		return replay.Change{Run: ref.name}, err
	}
	reader, err := ref.read()
	if err != nil {
		return replay.Change{Run: ref.name, Error: err.Error()}, nil
	}
	return replay.Decide(ctx, reader, old, now)
}

// writeReplayLines writes a version line, then each record, then the sums.
func writeReplayLines(w io.Writer, r *replay.Report) error {
	head := struct {
		FormatVersion int           `json:"format_version"`
		Old           *record.Named `json:"old"`
		New           *record.Named `json:"new"`
	}{r.FormatVersion, r.Old, r.New}
	if err := writeLine(w, head); err != nil {
		return err
	}
	for _, c := range r.Changes {
		if err := writeLine(w, c); err != nil {
			return err
		}
	}
	return writeLine(w, map[string]replay.Summary{"summary": r.Summary})
}

// incomplete ends the command if a record was not decided.
func incomplete(r *replay.Report) error {
	s := r.Summary
	switch {
	case s.Complete():
		return nil
	case s.Undecided > 0:
		return fail(ExitFailed, "%d of %d records could not be re-decided; each is listed with the reason", s.Need+s.Undecided, s.Records)
	}
	return fail(ExitFailed, "%d of %d runs need evidence that was never fetched; --fetch gets it from the policy's sources", s.Need, s.Records)
}
