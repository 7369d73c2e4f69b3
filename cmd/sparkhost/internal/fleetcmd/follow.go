package fleetcmd

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/attend"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/record"
)

// follow waits for the batch's results and writes them, with workers of this process if asked.
func (f *submission) follow(c *cobra.Command, q *queue.Queue, accounts *account.Accounts, h *host.Host, b submit.Batch) error {
	out := &output{path: f.out}
	if err := out.open(c.OutOrStdout()); err != nil {
		return err
	}
	out.show(f.ui, c.OutOrStdout(), b.Questions)
	fetch, err := newFetching(q, b.ID, f.record)
	if err != nil {
		return joined(err, out.close())
	}
	ctx, stop := context.WithCancel(c.Context())
	defer stop()
	var working sync.WaitGroup
	failed := make(chan error, 1)
	if f.workers > 0 {
		w := worker.New(worker.Options{Queue: q, Accounts: accounts, Open: f.opened(q, h), Slots: f.workers, Only: b.ID, Drain: f.drain, Notify: f.ui.Say, Take: taking(f.traces)})
		working.Go(func() {
			err := w.Run(ctx)
			if failed <- err; err != nil {
				stop() // nobody answers the rest
			}
		})
	} else {
		failed <- nil
		working.Go(func() { q.Sweep(ctx, f.ui.Say) }) // workers elsewhere may all be short-lived
	}
	err = attend.Follow(ctx, q, b, telling(f.ui.Say), fetch.take(ctx, out.take))
	stop()
	working.Wait()
	if werr := <-failed; werr != nil && c.Context().Err() == nil {
		err = werr
	}
	f.ui.Close()
	err = joined(err, out.close())
	fetch.tell(f.ui.Say)
	return f.ended(c.Context(), q, b, out, err)
}

// ended turns the end of the following into that of the command.
func (f *submission) ended(ctx context.Context, q *queue.Queue, b submit.Batch, out *output, err error) error {
	switch {
	case err == nil:
		return finish(ctx, q, b.Manifest, out)
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return shell.Fail(shell.ExitInterrupted, "interrupted after %d of %d questions; submit the same again to continue", out.answered, b.Questions)
	case errors.Is(err, attend.ErrCancelled):
		return cancelled(b.Manifest, out)
	}
	return err
}

// cancelled says that a batch was cancelled by another command while this one waited for it.
func cancelled(m batch.Manifest, out *output) error {
	return shell.Fail(shell.ExitFailed, "batch %s was cancelled; %d of %d results are written, submit the same again or use `sparkhost batch retry %s` to continue", m.ID, out.answered, m.Questions, m.ID)
}

// telling says what the servers lose of a batch while a command waits for it.
func telling(say func(string)) attend.Options {
	return attend.Options{
		Lost: func(ids []string) {
			say(fmt.Sprintf("the servers lost %d questions, which are asked again: %s", len(ids), some(ids)))
		},
		Failed: func(err error) { say(fmt.Sprintf("looking for lost questions: %v", err)) },
	}
}

// opened serves one batch from a host that is open already.
func (f *submission) opened(q *queue.Queue, h *host.Host) worker.Opener {
	return func(_ context.Context, m batch.Manifest) (a worker.Asker, release func() error, err error) {
		if a = h; f.record != "" {
			folder, err := record.OpenFolder(f.record)
			if err != nil {
				return nil, nil, err
			}
			a = lease.Recorded(h, q, m.ID, fromFolder(folder))
		}
		return a, func() error { return nil }, nil
	}
}

// finish tells of determinism faults, which are worse than anything that the results say.
func finish(ctx context.Context, q *queue.Queue, m batch.Manifest, out *output) error {
	faults, err := q.Faults(ctx, m.ID)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		one := faults[0]
		return shell.Fail(shell.ExitFault, "determinism fault: %d questions were answered twice with different results, question %s by %s and %s; the first answer stands, `sparkhost batch show %s --format json` has both",
			len(faults), one.Name, one.First.Worker, one.Second.Worker, m.ID)
	}
	return out.verdict(m.ID)
}
