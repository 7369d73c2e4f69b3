package submit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// Retry asks those questions of a batch again that failed too often, whose result has the verdict "failed", or that were lost.
func Retry(ctx context.Context, q *queue.Queue, id string) (Receipt, error) {
	if _, err := q.Change(ctx, id, func(m *batch.Manifest) { m.Cancelled = false }); err != nil {
		return Receipt{}, err
	}
	jobs, err := q.Jobs(ctx, id)
	if err != nil {
		return Receipt{}, err
	}
	poisoned, err := q.Poisoned(ctx, id)
	if err != nil {
		return Receipt{}, err
	}
	for name := range poisoned {
		if err := errors.Join(q.TakeOff(ctx, id, name), q.Forgive(ctx, id, name)); err != nil {
			return Receipt{}, err
		}
	}
	if err := forget(ctx, q, id, jobs); err != nil {
		return Receipt{}, err
	}
	m, err := q.Change(ctx, id, func(m *batch.Manifest) { m.Reopen() }) // after all is forgotten, so that nobody deals by what is
	if err != nil {
		return Receipt{}, err
	}
	return Submit(ctx, q, Batch{m, jobs})
}

// forget removes answers that only say that the work could not be done.
func forget(ctx context.Context, q *queue.Queue, id string, jobs []batch.Job) error {
	answered, err := q.Answered(ctx, id)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		for _, name := range []string{j.Name(), j.Next().Name()} {
			if !answered[name] {
				continue
			}
			a, err := q.Answer(ctx, id, name)
			if err != nil {
				return err
			}
			var r record.Result
			if err := json.Unmarshal(a.Line, &r); err != nil {
				return fmt.Errorf("answer %s of batch %s is damaged: %w", name, id, err)
			}
			if r.Verdict == record.VerdictFailed {
				if err := errors.Join(q.TakeOff(ctx, id, name), q.Forget(ctx, id, name)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
