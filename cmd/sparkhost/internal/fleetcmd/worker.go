package fleetcmd

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/queueflags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/telemetryflags"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// A workerCommand is the command `worker`.
type workerCommand struct {
	queueflags.Queue
	slots               int
	corpus, labels      []string
	batch               string
	drain               time.Duration
	credentials, prices string
	untilEmpty          bool
}

// NewWorker makes the command `worker`.
func NewWorker() *cobra.Command {
	f := &workerCommand{}
	c := &cobra.Command{
		Use:   "worker",
		Short: "Answer the questions of submitted batches until it is stopped",
		Long: "Takes questions from the queue, answers them as `run` does, and stores the results. A worker takes questions only of\n" +
			"batches that it can answer with the same bytes as the submitter: same version of sparkhost, same policy, plugins and\n" +
			"corpus by digest. For other batches it says what it lacks, and looks again every 30 seconds.\n\n" +
			"SIGTERM and Ctrl-C end it after the questions that it is answering; after --drain it hands them back. See\n" +
			"docs/scale-out.md.\n\n" +
			"Exit codes: 0 ended on request or by --until-empty, 1 failed.",
		Example: "  sparkhost worker --nats nats://queue:4222 --slots 4 --corpus /data/papers.jsonl\n" +
			"  sparkhost worker --until-empty   # work off the queue of this machine",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.Queue.Register(c.Flags())
	fs := c.Flags()
	fs.IntVar(&f.slots, "slots", runtime.GOMAXPROCS(0), "questions answered side by side")
	fs.StringArrayVar(&f.corpus, "corpus", nil, "local literature that this worker has, for batches that name another path; matched by digest (repeatable)")
	fs.StringArrayVar(&f.labels, "label", nil, "text to show with this worker in lists, such as zone=a (repeatable)")
	fs.StringVar(&f.batch, "batch", "", "work on the batch with this `ID` alone")
	fs.DurationVar(&f.drain, "drain", 30*time.Second, "how long the end may take; the last third of it, 3s at most, is for handing questions back")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys of sources, NAME=VALUE per line; the environment wins")
	fs.StringVar(&f.prices, "prices", "", "`file` of model prices that override the built-in ones")
	fs.BoolVar(&f.untilEmpty, "until-empty", false, "end when no question waits or is being answered")
	return c
}

func (f *workerCommand) check() error {
	if f.slots < 1 {
		return shell.Fail(shell.ExitFailed, "--slots %d: must be at least 1", f.slots)
	}
	if f.drain <= 0 {
		return shell.Fail(shell.ExitFailed, "--drain %v: must be positive", f.drain)
	}
	if f.batch != "" {
		if err := batch.CheckID(f.batch); err != nil {
			return shell.Fail(shell.ExitFailed, "--batch: %w", err)
		}
	}
	for _, path := range f.corpus {
		if _, err := os.Stat(path); err != nil {
			return shell.Fail(shell.ExitFailed, "--corpus: %w; name a file that you can read", err)
		}
	}
	return nil
}

func (f *workerCommand) run(c *cobra.Command) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	say := sayTo(c.ErrOrStderr())
	home, err := shell.CacheDir(f.Cache)
	if err != nil {
		return err
	}
	broker, q, err := f.Open(c.Context(), "worker", say)
	if err != nil {
		return err
	}
	defer func() { err = joined(err, broker.Close()) }()
	limits, err := queueflags.LimitsOf(c.Context(), broker)
	if err != nil {
		return queueflags.Ended(c.Context(), err)
	}
	defer limits.Close()
	traces, end, err := telemetryflags.Start(c.ErrOrStderr(), false)
	if err != nil {
		return err
	}
	defer end()
	base := host.Config{Limits: shell.LimitsDir(home), Keeper: limits.Keeper, Home: home, Environ: os.Environ(), Credentials: f.credentials, Prices: f.prices, Wait: 5 * time.Second, Notify: say}
	base.Watch = traces.Watcher()
	shared, err := host.OpenShared(c.Context(), base)
	if err != nil {
		return queueflags.Ended(c.Context(), err)
	}
	defer func() { err = joined(err, shared.Close()) }()
	return f.work(c.Context(), q, limits.Accounts, shared, base, taking(traces), say)
}

// work runs the worker to its end.
func (f *workerCommand) work(ctx context.Context, q *queue.Queue, accounts *account.Accounts, shared *host.Shared, base host.Config, take func(worker.Try), say func(string)) error {
	w := worker.New(worker.Options{
		Queue: q, Accounts: accounts, Open: lease.Opener(q, filepath.Join(base.Home, "batches"), shared, base, f.corpus), Slots: f.slots, Only: f.batch, Labels: f.labels, Drain: f.drain, Notify: say, UntilEmpty: f.untilEmpty, Take: take,
	})
	say("worker " + w.Name + " takes questions")
	err := w.Run(ctx)
	say(worked(w))
	return err
}

func worked(w *worker.Worker) string {
	return "worker " + w.Name + " has ended; questions answered: " + count(w.Answered())
}
