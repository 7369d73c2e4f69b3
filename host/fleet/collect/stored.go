package collect

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// A stock holds what the servers have of a batch at one time.
type stock struct {
	q        *queue.Queue
	m        batch.Manifest
	answered map[string]bool
	poisoned map[string]queue.Poison
	upgrades *host.Upgrades
	gap      bool // a question before has not ended, so that it is open who gets the next upgrade

	page []reading // first answers of some questions in a row
	from int       // the first of them
}

// A reading is an answer as it was read.
type reading struct {
	line   []byte
	result *record.Result
	err    error
}

// atOnce is the number of answers that are read together: each takes the way to the servers and back.
const atOnce = 64

// first returns the first answer of a question, which there is. Those of the questions after it are read with it.
func (s *stock) first(ctx context.Context, n int) ([]byte, *record.Result, error) {
	if n < s.from || n >= s.from+len(s.page) {
		s.turn(ctx, n)
	}
	r := s.page[n-s.from]
	return r.line, r.result, r.err
}

// turn reads the answers of a question and of those after it.
func (s *stock) turn(ctx context.Context, from int) {
	s.from, s.page = from, make([]reading, min(atOnce, s.m.Questions-from))
	var reads sync.WaitGroup
	for i := range s.page {
		if name := batch.Name(from+i, false); s.answered[name] {
			reads.Go(func() {
				line, result, err := read(ctx, s.q, s.m.ID, name)
				s.page[i] = reading{line, result, err}
			})
		}
	}
	reads.Wait()
}

func newStock(ctx context.Context, q *queue.Queue, m batch.Manifest) (s *stock, err error) {
	s = &stock{q: q, m: m, upgrades: host.NewUpgrades(m.Upgrades)}
	if s.poisoned, err = q.Poisoned(ctx, m.ID); err != nil {
		return nil, err
	}
	s.answered, err = q.Answered(ctx, m.ID)
	return s, err
}

// Stored hands out the items that there are now, in the order of the questions, and returns how many questions have not ended. Of a
// question that has an upgrade of the batch it hands out the second answer: the lines are those of [Follow].
func Stored(ctx context.Context, q *queue.Queue, m batch.Manifest, each func(Item) error) (missing int, err error) {
	s, err := newStock(ctx, q, m)
	if err != nil {
		return 0, err
	}
	for n := range m.Questions {
		item, ended, err := s.item(ctx, n)
		if err == nil && ended {
			err = each(item)
		}
		if err != nil {
			return missing, err
		}
		if !ended {
			missing++
		}
	}
	return missing, nil
}

// item returns the end of a question, if it has ended. Questions are asked for in their order.
func (s *stock) item(ctx context.Context, n int) (i Item, ended bool, err error) {
	name := batch.Name(n, false)
	if !s.answered[name] {
		p, bad := s.poisoned[name]
		s.gap = s.gap || !bad
		return Item{Number: n, Poison: &p}, bad, nil
	}
	line, first, err := s.first(ctx, n)
	if err != nil {
		return i, false, err
	}
	granted, decided := s.grant(first)
	switch {
	case !decided:
		return i, false, nil
	case granted:
		return s.second(ctx, n, first)
	}
	return Item{Number: n, Line: line, Result: first}, true, nil
}

// grant says whether a question is asked again, and whether that is decided.
func (s *stock) grant(first *record.Result) (granted, decided bool) {
	if !s.gap {
		return s.upgrades.Grant(first), true
	}
	may := *s.upgrades
	return false, !may.Grant(first)
}

// second returns the end of a question that is asked again.
func (s *stock) second(ctx context.Context, n int, first *record.Result) (i Item, ended bool, err error) {
	name := batch.Name(n, true)
	if !s.answered[name] {
		p, bad := s.poisoned[name]
		return Item{Number: n, Poison: &p}, bad, nil
	}
	_, result, err := read(ctx, s.q, s.m.ID, name)
	if err != nil {
		return i, false, err
	}
	result.Budget.FirstPass = &first.Budget
	line, err := record.Canonical(result)
	return Item{Number: n, Line: line, Result: result}, true, err
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
