package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// A served batch is one that the worker can answer.
type served struct {
	batch.Manifest
	revision uint64 // of the manifest
	recorded bool   // it was opened to keep records
	asker    Asker
	release  func() error
	intake   jetstream.Consumer
	purse    *account.Purse // nil: the batch has no budget
	tenure   *tenure
}

// A lack says why the worker takes no job of a batch.
type lack struct {
	reason string
	again  time.Time // when to look again
}

// How often the worker looks for batches, and again at one that it could not serve.
const (
	lookEvery = 500 * time.Millisecond
	lackFor   = 30 * time.Second
)

// discover keeps the served batches up to date until ctx ends.
func (w *Worker) discover(ctx context.Context) {
	for ctx.Err() == nil {
		if err := w.look(ctx); err != nil && ctx.Err() == nil {
			w.o.Notify(fmt.Sprintf("looking for batches: %v", err))
			w.fail(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(lookEvery):
		}
	}
}

// look opens batches that have jobs, and reads the changed manifests of those that are open. A slot drops a batch whose line of jobs is gone.
func (w *Worker) look(ctx context.Context) error {
	open, err := w.o.Queue.Open(ctx)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(o queue.Load) bool { return w.o.Only != "" && o.Batch != w.o.Only })
	if w.deal(ctx, open) {
		return nil // the next look sees the new jobs
	}
	busy := slices.ContainsFunc(open, func(o queue.Load) bool { return o.Waiting+o.AtWork > 0 })
	if !busy && w.o.UntilEmpty {
		left, err := w.anyLeft(ctx, open)
		if err == nil && !left {
			w.end()
		}
		return err
	}
	w.rest(open)
	w.tidy(open)
	for _, o := range open {
		if o.Waiting+o.AtWork == 0 {
			continue
		}
		if err := w.refresh(ctx, o.Batch); err != nil {
			return err
		}
		if w.serving(o.Batch) == nil {
			w.try(ctx, o.Batch)
		}
	}
	return nil
}

// anyLeft reports whether the servers hold jobs of the batches, none of which they count for the workers: they count a job a moment after
// it has been submitted, and one that lost all its workers no more, though it has yet to be put aside.
func (w *Worker) anyLeft(ctx context.Context, open []queue.Load) (bool, error) {
	for _, o := range open {
		if left, err := w.o.Queue.Waiting(ctx, o.Batch); err != nil || len(left) > 0 {
			return true, err
		}
	}
	return false, nil
}

func (w *Worker) end() {
	select {
	case <-w.emptied:
	default:
		close(w.emptied)
	}
}

// batches returns those served now, and a channel that is closed when there are others or some cannot be served.
func (w *Worker) batches() ([]*served, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.served, w.changed
}

// release closes the served batches. Call it only when no slot runs.
func (w *Worker) release() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, s := range w.served {
		errs = append(errs, s.close())
	}
	w.served = nil
	return errors.Join(errs...)
}
