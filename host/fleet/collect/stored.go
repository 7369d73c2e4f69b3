package collect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// Stored hands out the items that there are now, in the order of the questions, and returns how many questions have not ended. Of a
// question that was asked again it hands out the second answer.
func Stored(ctx context.Context, q *queue.Queue, m batch.Manifest, each func(Item) error) (missing int, err error) {
	poisoned, err := q.Poisoned(ctx, m.ID)
	if err != nil {
		return 0, err
	}
	answered, err := q.Answered(ctx, m.ID)
	if err != nil {
		return 0, err
	}
	waiting, err := q.Waiting(ctx, m.ID)
	if err != nil {
		return 0, err
	}
	for n := range m.Questions {
		first, again := batch.Name(n, false), batch.Name(n, true)
		name := first
		if answered[again] {
			name = again
		}
		p, bad := poisoned[first]
		if !bad {
			p, bad = poisoned[again]
		}
		switch {
		case answered[name] && (name == again || !waiting[again] && !bad):
			err = stored(ctx, q, m.ID, n, name == again, each)
		case bad:
			err = each(Item{Number: n, Poison: &p})
		default:
			missing++
		}
		if err != nil {
			return missing, err
		}
	}
	return missing, nil
}

// stored hands out one answer.
func stored(ctx context.Context, q *queue.Queue, id string, number int, again bool, each func(Item) error) error {
	line, result, err := read(ctx, q, id, batch.Name(number, again))
	if err != nil {
		return err
	}
	if again {
		_, first, err := read(ctx, q, id, batch.Name(number, false))
		switch {
		case err == nil:
			result.Budget.FirstPass = &first.Budget
			if line, err = record.Canonical(result); err != nil {
				return err
			}
		case !errors.Is(err, queue.ErrNoAnswer):
			return err
		}
	}
	return each(Item{Number: number, Line: line, Result: result})
}

func read(ctx context.Context, q *queue.Queue, id, name string) ([]byte, *record.Result, error) {
	a, err := q.Answer(ctx, id, name)
	if err != nil {
		return nil, nil, err
	}
	var r record.Result
	if err := json.Unmarshal(a.Line, &r); err != nil {
		return nil, nil, fmt.Errorf("answer %s of batch %s is damaged: %w", name, id, err)
	}
	return a.Line, &r, nil
}
