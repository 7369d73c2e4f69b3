package fleetcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/queueflags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// A submission is the command `submit`.
type submission struct {
	queueflags.Queue
	setupFlags
	questions string
	workers   int
	wait      bool
	out       string
	record    string
	keep      bool
	deadline  time.Duration
	budget    float64
	drain     time.Duration
	traces    *telemetry.Telemetry // nil: off
	ui        *shell.Progress
}

// NewSubmit makes the command `submit`.
func NewSubmit() *cobra.Command {
	f := &submission{}
	c := &cobra.Command{
		Use:   "submit",
		Short: "Submit a file of questions as a batch, for workers to answer",
		Long: "Checks policy, plugins and corpus as `run` does, and puts one job for each question on the queue: a NATS server with\n" +
			"--nats, else a queue in the cache folder. Prints the id of the batch. With --wait, follows the batch and writes the\n" +
			"results in the order of the questions: the lines that `sparkhost run --format jsonl` writes, but for the elapsed time.\n\n" +
			"--workers N answers the questions here, with N workers; `sparkhost worker` does so elsewhere. The id is a digest of\n" +
			"questions, policy, plugins, corpus and settings: submitting the same again continues the batch, whatever ended the\n" +
			"first time. See docs/scale-out.md.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 policy wrong, 8 two workers gave different answers to one question, 130 interrupted;\n" +
			"with --wait also those of the results, as for run.",
		Example: `  # on one machine: nothing to install
  sparkhost submit --questions questions.jsonl --policy standard --corpus papers.jsonl --workers 2 --wait --out results.jsonl

  # on many: workers run elsewhere
  sparkhost submit --nats nats://queue:4222 --questions questions.jsonl --corpus /data/papers.jsonl
  sparkhost batch results 0123456789abcdef --nats nats://queue:4222 --out results.jsonl`,
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.Queue.Register(c.Flags())
	f.setupFlags.register(c)
	fs := c.Flags()
	fs.StringVar(&f.questions, "questions", "", "file of questions, one JSON object per line; - is standard input")
	fs.IntVar(&f.workers, "workers", 0, "workers to run here; they end with the command, which needs --wait")
	fs.BoolVar(&f.wait, "wait", false, "wait for the results and write them")
	fs.StringVarP(&f.out, "out", "o", "", "with --wait: file for the results (default: standard output)")
	fs.StringVar(&f.record, "record", "", "with --wait: folder for a JSON lines record of each run, wherever it ran")
	fs.BoolVar(&f.keep, "keep-records", false, "keep the record of each run on the queue, for batch results --record; --record implies it")
	fs.DurationVar(&f.deadline, "deadline", 0, "start no question later than this from now, such as 12h (0: no limit)")
	fs.Float64Var(&f.budget, "budget-usd", 0, "most that all questions may cost together, in US dollars; the policy must limit what one may cost (0: no limit)")
	fs.DurationVar(&f.drain, "drain", 30*time.Second, "how long the end may take; the last third of it, 3s at most, is for handing questions back")
	return c
}

// check refuses flags that cannot work together.
func (f *submission) check() error {
	switch {
	case f.questions == "":
		return shell.Fail(shell.ExitFailed, "no questions: give --questions FILE.jsonl")
	case f.workers < 0:
		return shell.Fail(shell.ExitFailed, "--workers %d: must not be negative", f.workers)
	case f.workers > 0 && !f.wait:
		return shell.Fail(shell.ExitFailed, "--workers needs --wait: workers end with this command; run `sparkhost worker` for others")
	case f.wait && f.workers == 0 && f.URL == "":
		return shell.Fail(shell.ExitFailed, "--wait without --nats needs --workers: nobody else can work on the queue of this process")
	case f.out != "" && !f.wait:
		return shell.Fail(shell.ExitFailed, "--out needs --wait; `sparkhost batch results` writes them later")
	case f.record != "" && !f.wait:
		return shell.Fail(shell.ExitFailed, "--record needs --wait; with --keep-records, `sparkhost batch results --record DIR` writes them later")
	case f.keep && f.workers > 0 && f.record == "":
		return shell.Fail(shell.ExitFailed, "--keep-records with --workers needs --record DIR, where these workers write them")
	case !(f.budget >= 0 && f.budget < 1e9):
		return shell.Fail(shell.ExitFailed, "--budget-usd %v: must be between 0 and a billion", f.budget)
	case f.deadline < 0:
		return shell.Fail(shell.ExitFailed, "--deadline %v: must not be negative", f.deadline)
	}
	return f.setupFlags.check()
}

func (f *submission) run(c *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	questions, err := readQuestions(f.questions, c.InOrStdin())
	if err != nil {
		return err
	}
	f.ui = shell.NewProgress(c.ErrOrStderr())
	defer f.ui.Close()
	config, err := f.config(f.Cache, f.ui.Say)
	if err != nil {
		return err
	}
	end, err := f.trace(c)
	if err != nil {
		return err
	}
	defer end()
	config.Watch, config.Progress = f.traces.Watcher(), f.ui.Indexing
	broker, q, err := f.Open(c.Context(), "submit", f.ui.Say)
	if err != nil {
		return err
	}
	limits, err := queueflags.LimitsOf(c.Context(), broker)
	if err != nil {
		return queueflags.Ended(c.Context(), joined(err, broker.Close()))
	}
	config.Keeper, config.RecordDir = limits.Keeper, f.record
	err = f.with(c, q, limits.Accounts, config, questions)
	limits.Close()
	return joined(err, broker.Close())
}

// readQuestions reads a file of questions; "-" is in.
func readQuestions(path string, in io.Reader) ([]evidence.Question, error) {
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, shell.Unopened("--questions", path, err)
		}
		defer file.Close()
		in = file
	}
	questions, _, err := flags.ParseQuestions(path, in)
	return questions, err
}

// with opens the host and submits.
func (f *submission) with(c *cobra.Command, q *queue.Queue, accounts *account.Accounts, config host.Config, questions []evidence.Question) error {
	h, err := host.Open(c.Context(), config)
	if err != nil {
		return queueflags.Ended(c.Context(), shell.Describe(c.ErrOrStderr(), err))
	}
	return joined(f.under(c, q, accounts, h, config, questions), h.Close())
}

// under submits under an open host.
func (f *submission) under(c *cobra.Command, q *queue.Queue, accounts *account.Accounts, h *host.Host, config host.Config, questions []evidence.Question) error {
	setup, err := supply.Setup(c.Context(), q, config)
	setup.Records = f.keep || f.record != ""
	if err != nil {
		return shell.Fail(shell.ExitFailed, "%w", err)
	}
	worst, err := f.worst(h.Policy(), questions)
	if err != nil {
		return err
	}
	trace, err := traceparent()
	if err != nil {
		return err
	}
	b, err := submit.Prepare(h, questions, submit.Terms{Setup: setup, Trace: trace, Deadline: f.until(), BudgetMicroUSD: micro(f.budget), WorstMicroUSD: worst})
	if err != nil {
		return err
	}
	return f.push(c, q, accounts, h, b)
}

func (f *submission) until() time.Time {
	if f.deadline == 0 {
		return time.Time{}
	}
	return time.Now().Add(f.deadline).UTC()
}

// push puts the batch on the queue and waits for it if asked.
func (f *submission) push(c *cobra.Command, q *queue.Queue, accounts *account.Accounts, h *host.Host, b submit.Batch) error {
	if b.BudgetMicroUSD > 0 {
		if err := accounts.Limit(c.Context(), b.ID, b.BudgetMicroUSD); err != nil {
			return f.interrupted(c.Context(), err)
		}
	}
	r, err := submit.Submit(c.Context(), q, b)
	if err != nil {
		return f.interrupted(c.Context(), err)
	}
	f.ui.Say(receipt(b.Manifest, r))
	if !f.wait {
		_, err := fmt.Fprintln(c.OutOrStdout(), b.ID)
		return err
	}
	return f.follow(c, q, accounts, h, b)
}

// interrupted tells how to go on after Ctrl-C.
func (f *submission) interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return shell.Fail(shell.ExitInterrupted, "interrupted; submit the same again to continue")
	}
	return err
}
