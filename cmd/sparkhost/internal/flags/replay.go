// Package flags holds groups of flags that several commands share, and opens what they name: policies, modules, questions, records, sources.
package flags

import (
	"context"
	"errors"
	"os"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// ReplayFlags holds the flags that `replay` and `policy diff` share.
type ReplayFlags struct {
	Vars         map[string]string
	VarFiles     []string
	Fetch, Whole bool
	Tap          func(question, stage string, req *contract.Request) // hears the requests of stages; nil: nobody does
	Corpus       []string
	SkipBadLines bool
	Home, Format string
	Lock         string
	Frozen       bool
	Offline      bool
	Concurrency  int
	ModeFlag
}

// Register adds the flags to a command.
func (f *ReplayFlags) Register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringToStringVar(&f.Vars, "var", nil, "value of a variable of the policy, NAME=VALUE (repeatable)")
	fs.StringArrayVar(&f.VarFiles, "var-file", nil, "file of variable values, *.policyvars.hcl (repeatable)")
	fs.BoolVar(&f.Fetch, "fetch", false, "fetch missing evidence from the policy's sources instead of stopping")
	fs.StringArrayVar(&f.Corpus, "corpus", nil, "with --fetch: "+shell.CorpusFlagText)
	fs.BoolVar(&f.SkipBadLines, "skip-bad-lines", false, "with --fetch: skip invalid corpus lines instead of failing")
	fs.BoolVar(&f.Whole, "whole", false, "ignore checkpoints and re-decide everything: slower, with the same results")
	fs.StringVar(&f.Home, "cache", "", shell.HomeFlagText)
	fs.StringVar(&f.Lock, "lock", "", "lock file that pins the plugins (default: sparkhost.lock.hcl beside the policy or above it in the repository)")
	fs.BoolVar(&f.Frozen, "frozen", shell.InCI(), "refuse plugins that are missing from the lock, if there is one (default: in CI, env CI=true)")
	fs.BoolVar(&f.Offline, "offline", false, "make no network requests: plugins come from this binary, files and the cache")
	f.RegisterMode(c)
	fs.IntVar(&f.Concurrency, "concurrency", runtime.GOMAXPROCS(0), "records re-decided at the same time; does not affect results")
}

// Records gathers the records that the arguments name; none at all is a mistake.
func (f *ReplayFlags) Records(c *cobra.Command, args []string) (*RecordSet, error) {
	if f.Concurrency < 1 {
		return nil, shell.Fail(shell.ExitFailed, "--concurrency %d: must be at least 1", f.Concurrency)
	}
	set := &RecordSet{Command: c.CommandPath(), Home: f.Home, Stores: map[string]*record.Store{}}
	for _, arg := range args {
		if err := set.Add(c.Context(), arg); err != nil {
			return nil, errors.Join(err, set.Close())
		}
	}
	if len(set.Refs) == 0 {
		return nil, errors.Join(shell.Fail(shell.ExitFailed, "no records: nothing was re-decided"), set.Close())
	}
	return set, nil
}

// Open opens a replayer for a policy, or for each record's own if none is given.
func (f *ReplayFlags) Open(c *cobra.Command, given string) (*host.Replayer, error) {
	mode, err := f.ChosenMode()
	if err != nil {
		return nil, err
	}
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return nil, err
	}
	ui := shell.NewProgress(c.ErrOrStderr())
	return host.OpenReplay(c.Context(), host.ReplayConfig{
		Config: host.Config{
			Policy: given, Mode: mode, Vars: f.Vars, VarFiles: f.VarFiles, Environ: os.Environ(), Lock: f.Lock, Frozen: f.Frozen, Offline: f.Offline,
			Corpus: f.Corpus, SkipBadLines: f.SkipBadLines, Home: home, Notify: ui.Say,
		},
		Fetch: f.Fetch, Whole: f.Whole, Tap: f.Tap,
	})
}

// Decide compares the records, some side by side, in order. The old side is the record's, unless old
// is given and another policy than the record's.
func (f *ReplayFlags) Decide(ctx context.Context, set *RecordSet, old, now *host.Replayer) (*replay.Report, error) {
	changes := make([]replay.Change, len(set.Refs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(f.Concurrency)
	for i, ref := range set.Refs {
		group.Go(func() (err error) {
			changes[i], err = DecideOne(ctx, ref, old, now)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil, shell.Fail(shell.ExitInterrupted, "interrupted")
		}
		return nil, err
	}
	report := replay.NewReport(replay.PolicyOf(old), replay.PolicyOf(now))
	for _, c := range changes {
		report.Add(c)
	}
	return report, nil
}

// DecideOne compares one record, see [replay.Decide].
func DecideOne(ctx context.Context, ref RecordRef, old, now *host.Replayer) (replay.Change, error) {
	if err := ctx.Err(); err != nil {
		return replay.Change{Run: ref.Name}, err
	}
	reader, err := ref.Read()
	if err != nil {
		return replay.Change{Run: ref.Name, Error: err.Error()}, nil
	}
	return replay.Decide(ctx, reader, old, now)
}

// Incomplete ends the command if a record was not decided.
func Incomplete(r *replay.Report) error {
	s := r.Summary
	switch {
	case s.Complete():
		return nil
	case s.Undecided > 0:
		return shell.Fail(shell.ExitFailed, "%d of %d records could not be re-decided; each is listed with the reason", s.Need+s.Undecided, s.Records)
	}
	return shell.Fail(shell.ExitFailed, "%d of %d runs need evidence that was never fetched; --fetch gets it from the policy's sources", s.Need, s.Records)
}
