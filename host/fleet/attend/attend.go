// Package attend follows a batch on behalf of those who wait for it: it repairs what the servers lose of it, and ends where nobody will answer the rest.
package attend

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
)

// ErrCancelled ends the following of a batch that was cancelled.
var ErrCancelled = errors.New("the batch was cancelled; submit it again to continue")

// Options say who is told what meanwhile.
type Options struct {
	Closing func() error       // an error that it returns ends the following; nil: it goes on. It is asked once a second
	Lost    func(ids []string) // told of questions that the servers lost, which are asked again; nil: nobody
	Failed  func(error)        // told where the servers did not say what is lost; nil: nobody
}

// Follow hands out the ends of a batch's questions, in their order and as they come, until all are there or ctx ends. The error may match [ErrCancelled].
func Follow(ctx context.Context, q *queue.Queue, b submit.Batch, o Options, each func(collect.Item) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer cancel(nil)
	watching.Go(func() { o.watch(ctx, cancel, q, b) })
	err := collect.Follow(ctx, q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, each)
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

// watch cancels when its owner ends it, or when the batch was cancelled and none of its questions is left on the queue. It repairs what the servers lose.
func (o Options) watch(ctx context.Context, cancel context.CancelCauseFunc, q *queue.Queue, b submit.Batch) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if o.Closing != nil {
			if err := o.Closing(); err != nil {
				cancel(err)
				return
			}
		}
		m, err := q.Manifest(ctx, b.ID)
		if err == nil && m.Cancelled && idle(ctx, q, b.ID) {
			cancel(ErrCancelled)
			return
		}
		if n%repairEvery == 0 {
			o.repair(ctx, q, b)
		}
	}
}

// repair asks again what the servers have lost. Where it fails, the next one tries again.
func (o Options) repair(ctx context.Context, q *queue.Queue, b submit.Batch) {
	r, err := submit.Repair(ctx, q, b)
	switch {
	case ctx.Err() != nil:
	case err != nil && o.Failed != nil:
		o.Failed(err)
	case err == nil && len(r.Lost) > 0 && o.Lost != nil:
		o.Lost(r.Lost)
	}
}

// idle says whether no question of a batch waits or is at work. It is false where the servers do not say.
func idle(ctx context.Context, q *queue.Queue, id string) bool {
	waiting, err := q.Waiting(ctx, id)
	return err == nil && len(waiting) == 0
}
