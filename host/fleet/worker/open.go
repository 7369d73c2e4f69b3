package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host"
)

// try opens a batch, or keeps why it cannot.
func (w *Worker) try(ctx context.Context, id string) {
	w.mu.Lock()
	lacks, known := w.lacking[id]
	w.mu.Unlock()
	if known && time.Now().Before(lacks.again) {
		return
	}
	s, err := w.open(ctx, id)
	if ctx.Err() != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		if lacks.reason != err.Error() {
			w.o.Notify(fmt.Sprintf("batch %s: this worker takes no job of it: %v", id, err))
		}
		w.lacking[id] = lack{err.Error(), time.Now().Add(lackFor)}
	} else {
		delete(w.lacking, id)
		w.served = append(slices.Clone(w.served), s)
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

// open opens a batch and holds it against its sample.
func (w *Worker) open(ctx context.Context, id string) (s *served, err error) {
	m, revision, err := w.o.Queue.Revised(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.Cancelled {
		return nil, errors.New("it was cancelled")
	}
	if m.Host != host.Version {
		return nil, fmt.Errorf("it was submitted by sparkhost %s, and this is %s; equal answers need equal versions", m.Host, host.Version)
	}
	s = &served{Manifest: m, revision: revision, recorded: m.Setup.Records, tenure: &tenure{}}
	if s.asker, s.release, err = w.o.Open(ctx, m); err != nil {
		return nil, err
	}
	if m.BudgetMicroUSD > 0 {
		s.purse = w.o.Accounts.Purse(id, w.Name)
	}
	if err = s.check(); err == nil {
		s.intake, err = w.o.Queue.Intake(ctx, id)
	}
	if err != nil {
		return nil, errors.Join(err, s.release())
	}
	return s, nil
}

// check compares run ids, which are digests of question, policy, plugins, corpora, settings and version.
func (s *served) check() error {
	id, err := s.asker.RunIDWith(s.Sample.Question, host.AskOptions{WithholdUpgrade: s.Sample.Withheld})
	if err != nil {
		return err
	}
	if id != s.Sample.Run {
		return fmt.Errorf("policy, plugins, corpus or settings differ here: question %q would be run %s, and the batch has %s", s.Sample.Question.ID, id, s.Sample.Run)
	}
	return nil
}
