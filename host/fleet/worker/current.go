package worker

import (
	"context"
	"errors"
	"slices"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// serving returns the batch with an id, nil where the worker does not serve it.
func (w *Worker) serving(id string) *served {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.served {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// refresh reads the manifest of a batch that is served. One that is to keep records from now on is dropped, and opened anew.
func (w *Worker) refresh(ctx context.Context, id string) error {
	s := w.serving(id)
	if s == nil {
		return nil
	}
	s, err := w.current(ctx, s)
	switch {
	case errors.Is(err, queue.ErrUnknown): // removed meanwhile
		return nil
	case errors.Is(err, batch.ErrDamaged):
		w.drop(s) // who opens it anew says so
		return nil
	}
	if err == nil && s.Setup.Records != s.recorded {
		w.drop(s)
	}
	return err
}

// current returns a batch under its newest manifest: deadline and budget may have changed.
func (w *Worker) current(ctx context.Context, s *served) (*served, error) {
	m, revision, err := w.o.Queue.Revised(ctx, s.ID)
	if err != nil {
		return s, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.served, s.same)
	if i >= 0 {
		s = w.served[i]
	}
	if s.revision >= revision {
		return s, nil
	}
	now := *s
	now.Manifest, now.revision = m, revision
	if i < 0 {
		return &now, nil
	}
	if now.purse == nil && m.BudgetMicroUSD > 0 {
		now.purse = w.o.Accounts.Purse(m.ID, w.Name)
	}
	w.served = slices.Clone(w.served)
	w.served[i] = &now
	return &now, nil
}

// same says whether both were opened at once, under whatever manifest.
func (s *served) same(o *served) bool { return s.intake == o.intake }
