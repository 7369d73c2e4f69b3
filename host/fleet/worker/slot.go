package worker

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// linger is the time that a slot waits for a job of one batch before it looks at the others.
const linger = 500 * time.Millisecond

// slot takes one job after another until taking ends. It fetches single jobs: a client that prefetches holds jobs which other workers
// then do again (nats.go#1929).
func (w *Worker) slot(taking, working context.Context, turn int) {
	for ; taking.Err() == nil; turn++ {
		all, changed := w.batches()
		if len(all) == 0 {
			select {
			case <-taking.Done():
			case <-changed:
			}
			continue
		}
		if !w.any(taking, working, all, turn) {
			w.next(taking, working, all[turn%len(all)], linger)
		}
	}
}

// any takes a job of the first batch, from turn on, that has one waiting.
func (w *Worker) any(taking, working context.Context, all []*served, turn int) bool {
	for i := range all {
		if taking.Err() != nil || w.next(taking, working, all[(turn+i)%len(all)], 0) {
			return true
		}
	}
	return false
}

// next takes and does one job of a batch, if there is one within the wait.
func (w *Worker) next(taking, working context.Context, s *served, wait time.Duration) bool {
	if !w.enter(s) {
		return false
	}
	defer w.leave(s)
	var page jetstream.MessageBatch
	var err error
	began := time.Now()
	if wait == 0 {
		page, err = s.intake.FetchNoWait(1)
	} else {
		page, err = s.intake.Fetch(1, jetstream.FetchMaxWait(wait))
	}
	took := false
	if err == nil {
		for m := range page.Messages() {
			took = true
			w.atWork.Add(1)
			w.do(working, s, m)
			w.atWork.Add(-1)
		}
		err = page.Error()
	}
	if refused := w.o.Queue.Untakable(began); refused != nil {
		w.fail(refused)
		return true
	}
	if err != nil && taking.Err() == nil {
		w.failedFetch(taking, s, err)
	}
	return took
}

// failedFetch drops a batch whose line is gone, as after its end, and waits a little after any other error.
func (w *Worker) failedFetch(taking context.Context, s *served, err error) {
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerDoesNotExist) {
		w.drop(s)
		return
	}
	select {
	case <-taking.Done():
	case <-time.After(linger):
	}
}
