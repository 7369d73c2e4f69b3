package collect

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// Deal asks those questions of a batch again that get its upgrades, once all have ended that decide it; then the manifest says so. It returns how many it has put on the queue.
// It may be called at any time by any number of processes, and does nothing of a batch without a cap.
func Deal(ctx context.Context, q *queue.Queue, m batch.Manifest) (added int, dealt bool, err error) {
	if m.Upgrades == 0 || m.Dealt {
		return 0, true, nil
	}
	s, err := newStock(ctx, q, m)
	if err != nil {
		return 0, false, err
	}
	again, err := s.granted(ctx)
	if err != nil || s.gap {
		return 0, false, err
	}
	if added, err = s.ask(ctx, again); err != nil {
		return added, false, err
	}
	return added, true, MarkDealt(ctx, q, m)
}

// reread adds to the manifest of a batch whether its upgrades are dealt out now: a submission changes that after it has made its own manifest.
func reread(ctx context.Context, q *queue.Queue, m batch.Manifest) (batch.Manifest, error) {
	if m.Upgrades == 0 {
		return m, nil
	}
	now, err := q.Manifest(ctx, m.ID)
	m.Dealt, m.Reopened = now.Dealt, now.Reopened
	return m, err
}

// MarkDealt keeps in the manifest that all upgrades of a batch are dealt out, unless questions were asked again since m was read.
func MarkDealt(ctx context.Context, q *queue.Queue, m batch.Manifest) error {
	if m.Upgrades == 0 || m.Dealt {
		return nil
	}
	_, err := q.Change(ctx, m.ID, func(now *batch.Manifest) { now.Dealt = now.Dealt || now.Reopened == m.Reopened })
	return err
}

// granted lists the questions that get an upgrade, up to the first that has not ended.
func (s *stock) granted(ctx context.Context) (again []int, err error) {
	for n := 0; n < s.m.Questions && len(again) < s.m.Upgrades; n++ {
		name := batch.Name(n, false)
		if _, bad := s.poisoned[name]; bad && !s.answered[name] {
			continue
		}
		if s.gap = !s.answered[name]; s.gap {
			return again, nil
		}
		_, first, err := s.first(ctx, n)
		if err != nil {
			return nil, err
		}
		if s.upgrades.Grant(first) {
			again = append(again, n)
		}
	}
	return again, nil
}

// ask puts the second turns on the queue that have not ended, and returns how many were not there yet.
func (s *stock) ask(ctx context.Context, again []int) (added int, err error) {
	if len(again) == 0 {
		return 0, nil
	}
	all, err := s.q.Jobs(ctx, s.m.ID)
	if err != nil {
		return 0, err
	}
	var jobs []batch.Job
	for _, n := range again {
		next := all[n].Next()
		if _, bad := s.poisoned[next.Name()]; !bad && !s.answered[next.Name()] {
			jobs = append(jobs, next)
		}
	}
	return s.q.Push(ctx, s.m.ID, jobs)
}
