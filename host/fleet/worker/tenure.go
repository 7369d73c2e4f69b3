package worker

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// A tenure counts the slots that use an open batch, so that it is closed when the last one has left it. The worker's mu guards it.
type tenure struct {
	slots int
	idle  time.Time    // it has had no jobs since; zero: it has some
	end   func() error // closes it; nil: it is served
}

// enter lets a slot use a batch until it leaves; false: the batch is not served any more.
func (w *Worker) enter(s *served) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.tenure.end != nil {
		return false
	}
	s.tenure.slots++
	return true
}

func (w *Worker) leave(s *served) {
	w.mu.Lock()
	s.tenure.slots--
	last := s.tenure.end != nil && s.tenure.slots == 0
	w.mu.Unlock()
	if last {
		w.ended(s)
	}
}

// drop ends the service of a batch, which is closed when no slot uses it.
func (w *Worker) drop(s *served) {
	w.mu.Lock()
	i := slices.IndexFunc(w.served, s.same)
	if i < 0 {
		w.mu.Unlock()
		return
	}
	s.tenure.end = w.served[i].close // of its newest manifest
	w.served = slices.Delete(slices.Clone(w.served), i, i+1)
	unused := s.tenure.slots == 0
	w.mu.Unlock()
	if unused {
		w.ended(s)
	}
}

func (w *Worker) ended(s *served) {
	if err := s.tenure.end(); err != nil {
		w.o.Notify(fmt.Sprintf("batch %s: %v", s.ID, err))
	}
}

// close closes what was opened for a batch and gives its money back.
func (s *served) close() error { return errors.Join(s.release(), s.giveBack()) }

// tidy drops the batches that have had no jobs for a while: what is open for them takes memory. Those that get jobs again are opened again.
func (w *Worker) tidy(open []queue.Load) {
	all, _ := w.batches()
	for _, s := range all {
		i := slices.IndexFunc(open, func(o queue.Load) bool { return o.Batch == s.ID })
		if i >= 0 && w.idleFor(s, open[i].Waiting+open[i].AtWork > 0) > w.o.Idle {
			w.drop(s)
		}
	}
}

// idleFor tells how long a batch has had no jobs.
func (w *Worker) idleFor(s *served, busy bool) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case busy:
		s.tenure.idle = time.Time{}
	case s.tenure.idle.IsZero():
		s.tenure.idle = time.Now()
	default:
		return time.Since(s.tenure.idle)
	}
	return 0
}
