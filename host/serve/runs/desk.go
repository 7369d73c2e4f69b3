package runs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/queue"
	"github.com/sparkhost/sparkhost/host/serve/quota"
)

// A Client names who asks, with the budget of a day.
type Client struct {
	Name   string
	Limits quota.Limits
}

// A Desk takes questions in. It may be used by many goroutines.
type Desk struct {
	Catalog *catalog.Catalog
	Queue   *queue.Queue
	Book    *quota.Book
	Index   *Index
	// Logged is told of each run when it begins and when it has ended; nil: nobody.
	Logged func(r *Run, took time.Duration)

	mu     sync.Mutex
	live   map[string]*Run // by id: those that have not ended
	recent []*Run          // that ended last, the newest at the end
}

// mostRecent limits how many ended runs are kept in memory; their records stay on disk.
const mostRecent = 256

// Observe takes an event of a run in, as [host.Config].Observe tells it.
func (d *Desk) Observe(run string, e record.Event) {
	if r := d.Live(run); r != nil {
		r.Feed.Add(e)
	}
}

// Live returns the run with that id which has not ended; nil: there is none.
func (d *Desk) Live(id string) *Run {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.live[id]
}

// Find returns the run with that id that is on its way or ended lately; nil: there is none.
func (d *Desk) Find(id string) *Run {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.live[id]; r != nil {
		return r
	}
	for i := len(d.recent) - 1; i >= 0; i-- {
		if d.recent[i].ID == id {
			return d.recent[i]
		}
	}
	return nil
}

// All returns the runs that have not ended.
func (d *Desk) All() []*Run {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]*Run, 0, len(d.live))
	for _, r := range d.live {
		out = append(out, r)
	}
	return out
}

// submit takes one question in under a leased policy, or joins the run that answers it already. Of its errors, *[quota.ExceededError],
// [queue.ErrFull] and [queue.ErrClosed] say that it was not taken.
func (d *Desk) submit(lease *host.Lease, name string, c Client, q evidence.Question, how host.AskOptions) (*Run, error) {
	id, err := lease.Host().RunIDWith(q, how)
	if err != nil {
		return nil, err
	}
	paid, err := d.Book.Reserve(c.Name, c.Limits, worst(lease.Host().Policy(), q, c.Limits))
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.live[id]; r != nil && r.join(c.Name) {
		paid.Settle(0)
		return r, nil
	}
	r := &Run{ID: id, Policy: name, Question: q, state: Queued, askers: map[string]int{c.Name: 1}, done: make(chan struct{})}
	own := lease.Again()
	ended := func() { own.Release(); d.retire(r) }
	r.task, err = d.Queue.Submit(c.Name, func(ctx context.Context) {
		defer ended()
		d.answer(ctx, r, own.Host(), how, paid)
	}, func() {
		defer ended()
		paid.Release()
		r.end(nil, ErrHandedBack)
	})
	if err != nil {
		own.Release()
		paid.Release()
		return nil, err
	}
	if d.live == nil {
		d.live = map[string]*Run{}
	}
	d.live[id] = r
	return r, nil
}

// join adds a client to a run that has not ended.
func (r *Run) join(client string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == Done || r.state == Failed || r.cause != nil {
		return false
	}
	r.askers[client]++
	return true
}

// answer asks the question and settles what it cost.
func (d *Desk) answer(ctx context.Context, r *Run, h *host.Host, how host.AskOptions, paid *quota.Reservation) {
	r.mu.Lock()
	r.state, r.started = Running, time.Now()
	r.mu.Unlock()
	d.log(r, 0)
	result, err := h.AskWith(ctx, r.Question, how)
	if err != nil {
		paid.Settle(0)
		if errors.Is(err, context.Canceled) {
			err = ErrHandedBack // unless the run knows another cause
		}
	} else {
		paid.Settle(int64(result.Budget.CostUSD*1e6 + 0.5))
		d.Index.Add(result)
	}
	r.end(result, err)
	d.log(r, time.Since(r.started))
}

func (d *Desk) log(r *Run, took time.Duration) {
	if d.Logged != nil {
		d.Logged(r, took)
	}
}

// retire takes an ended run from the live ones.
func (d *Desk) retire(r *Run) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.live[r.ID] == r {
		delete(d.live, r.ID)
	}
	d.recent = append(d.recent, r)
	if len(d.recent) > mostRecent {
		d.recent = append([]*Run(nil), d.recent[1:]...)
	}
}

// worst returns the most that a question may cost, in millionths of a dollar; what is not known counts as all that the client may spend.
func worst(p *policy.Policy, q evidence.Question, l quota.Limits) int64 {
	if l.CostMicroUSD == 0 {
		return 0
	}
	b := plan.New(p, plan.Question{Options: len(q.Options), SubClaims: len(q.Options) + 2}).Worst.Cost
	if b.Unbounded {
		return l.CostMicroUSD
	}
	return b.Most
}

// Shutdown takes no more questions, waits for those that were taken until ctx ends, and hands the rest back.
func (d *Desk) Shutdown(ctx context.Context) error { return d.Queue.Shutdown(ctx) }
