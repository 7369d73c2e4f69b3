package fleetcmd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/record"
)

// follow waits for the batch's results and writes them, with workers of this process if asked.
func (f *submission) follow(c *cobra.Command, q *queue.Queue, accounts *account.Accounts, h *host.Host, b submit.Batch, say func(string)) error {
	out := &output{path: f.out}
	if err := out.open(c.OutOrStdout()); err != nil {
		return err
	}
	fetch, err := newFetching(q, b.ID, f.record)
	if err != nil {
		return joined(err, out.close())
	}
	ctx, stop := context.WithCancel(c.Context())
	defer stop()
	var working sync.WaitGroup
	failed := make(chan error, 1)
	if f.workers > 0 {
		w := worker.New(worker.Options{Queue: q, Accounts: accounts, Open: f.opened(q, h), Slots: f.workers, Only: b.ID, Drain: f.drain, Notify: say, Take: taking(f.traces)})
		working.Go(func() {
			err := w.Run(ctx)
			if failed <- err; err != nil {
				stop() // nobody answers the rest
			}
		})
	} else {
		failed <- nil
		working.Go(func() { q.Sweep(ctx, say) }) // workers elsewhere may all be short-lived
	}
	working.Go(func() { repair(ctx, q, b, say) })
	err = collect.Follow(ctx, q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, fetch.take(ctx, out.take))
	stop()
	working.Wait()
	if werr := <-failed; werr != nil && c.Context().Err() == nil {
		err = werr
	}
	err = joined(err, out.close())
	fetch.tell(say)
	if c.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return shell.Fail(shell.ExitInterrupted, "interrupted after %d of %d questions; submit the same again to continue", out.answered, b.Questions)
	}
	if err != nil {
		return err
	}
	return finish(c.Context(), q, b.Manifest, out)
}

// repairEvery is how often a submitter looks whether the servers have lost something.
const repairEvery = time.Minute

// repair asks again what the servers lose of a batch while its submitter waits, until ctx ends.
func repair(ctx context.Context, q *queue.Queue, b submit.Batch, say func(string)) {
	tick := time.NewTicker(repairEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		r, err := submit.Repair(ctx, q, b)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			say(fmt.Sprintf("looking for lost questions: %v", err))
		case len(r.Lost) > 0:
			say(fmt.Sprintf("the servers lost %d questions, which are asked again: %s", len(r.Lost), some(r.Lost)))
		}
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
