package front

import (
	"context"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/serve/queue"
)

// Follow hands out the ends of a batch's questions, in their order and as they come, until all are there. Errors match [ErrCancelled],
// [queue.ErrClosed] where the service ends, or are those of the servers.
func (f *Front) Follow(ctx context.Context, id string, each func(collect.Item) error) error {
	m, err := f.Queue.Manifest(ctx, id)
	if err != nil {
		return err
	}
	jobs, err := f.Queue.Jobs(ctx, id)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer cancel(nil)
	watching.Go(func() { f.watch(ctx, cancel, submit.Batch{Manifest: m, Jobs: jobs}) })
	err = collect.Follow(ctx, f.Queue, m, func(n int) batch.Job { return jobs[n] }, each)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return err
}

// How often watch looks for an end, and how often for what the servers have lost.
const (
	lookEvery   = time.Second
	repairEvery = 60 // looks
)

// watch cancels when the service ends, or when the batch was cancelled and none of its questions is left on the queue. It repairs what the servers lose.
func (f *Front) watch(ctx context.Context, cancel context.CancelCauseFunc, b submit.Batch) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if f.Closing() {
			cancel(queue.ErrClosed)
			return
		}
		m, err := f.Queue.Manifest(ctx, b.ID)
		if err == nil && m.Cancelled && f.idle(ctx, b.ID) {
			cancel(ErrCancelled)
			return
		}
		if n%repairEvery == 0 {
			_, _ = submit.Repair(ctx, f.Queue, b) // the next one tries again
		}
	}
}

// idle says whether no question of a batch waits or is at work. It is false where the servers do not say.
func (f *Front) idle(ctx context.Context, id string) bool {
	waiting, err := f.Queue.Waiting(ctx, id)
	return err == nil && len(waiting) == 0
}
