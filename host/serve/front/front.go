// Package front puts batches of a service's clients on the queue of a fleet, and follows them.
package front

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	fleetqueue "github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// A Fleet is a queue that a service may use. Whoever opened it closes it, after the service.
type Fleet struct {
	Queue    *fleetqueue.Queue
	Accounts *account.Accounts
	Workers  int // questions of batches that the service answers side by side; 0: workers elsewhere do
}

// A Front may be used by many goroutines.
type Front struct {
	*Fleet
	Catalog *catalog.Catalog
	Book    *quota.Book
	Closing func() bool // the service ends
}

// Terms hold what a client asks for beside its questions.
type Terms struct {
	Policy   string
	USD      float64       // most that all questions may cost together; 0: no limit
	Deadline time.Duration // no question is started later than this from now; 0: none
	Operate  bool          // the client may change batches of others
}

// Submit puts a batch on the queue, under the policy's version in force. The same batch again goes on where it is. A client that hangs up
// does not break the submission off once its questions are read. Errors match
// [catalog.ErrUnknown] or *[quota.ExceededError], are a *[problem.Problem], or those of [host.Open].
func (f *Front) Submit(ctx context.Context, c runs.Client, questions []evidence.Question, t Terms) (s collect.State, err error) {
	b, err := f.prepare(ctx, questions, t)
	if err != nil {
		return s, err
	}
	ctx = context.WithoutCancel(ctx)
	b.By = c.Name
	before, err := f.admit(ctx, &b, t.Operate)
	if err != nil {
		return s, err
	}
	paid, err := f.reserve(c, b, before)
	if err != nil {
		return s, err
	}
	if b.BudgetMicroUSD > 0 {
		err = f.Accounts.Limit(ctx, b.ID, b.BudgetMicroUSD)
	}
	if err == nil {
		_, err = submit.Submit(ctx, f.Queue, b)
	}
	if err == nil {
		err = f.note(ctx, b)
	}
	paid.settle(err == nil)
	if err != nil {
		return s, err
	}
	return f.State(ctx, b.ID)
}

// prepare makes the batch.
func (f *Front) prepare(ctx context.Context, questions []evidence.Question, t Terms) (b submit.Batch, err error) {
	lease, err := f.Catalog.Acquire(ctx, t.Policy)
	if err != nil {
		return b, err
	}
	defer lease.Release()
	config, err := f.Catalog.Config(t.Policy)
	if err != nil {
		return b, err
	}
	terms := submit.Terms{BudgetMicroUSD: int64(math.Floor(t.USD * 1e6))}
	if t.Deadline > 0 {
		terms.Deadline = time.Now().Add(t.Deadline).UTC()
	}
	if terms.BudgetMicroUSD > 0 {
		var bounded bool
		if terms.WorstMicroUSD, bounded = submit.Worst(lease.Host().Policy(), questions); !bounded {
			return b, problem.New(problem.Policy, fmt.Sprintf("policy %q does not limit what a question may cost; a budget for the batch needs max_cost in its budget block", t.Policy))
		}
	}
	if terms.Setup, err = supply.Setup(ctx, f.Queue, config); err != nil {
		return b, err
	}
	return submit.Prepare(lease.Host(), questions, terms)
}

// State says how far a batch has come. The error may match [fleetqueue.ErrUnknown].
func (f *Front) State(ctx context.Context, id string) (s collect.State, err error) {
	m, err := f.Queue.Manifest(ctx, id)
	if errors.Is(err, batch.ErrDamaged) {
		return collect.Damaged(id), nil
	}
	if err != nil {
		return s, err
	}
	return collect.StateOf(ctx, f.Queue, m)
}

// mostListed bounds a list of batches.
const mostListed = 100

// List says how far the batches have come that were submitted last, the newest first, and behind them those that are damaged.
func (f *Front) List(ctx context.Context) ([]collect.State, error) {
	all, damaged, err := f.Queue.Manifests(ctx)
	if err != nil {
		return nil, err
	}
	out := []collect.State{}
	for i := len(all) - 1; i >= 0 && len(out) < mostListed; i-- {
		s, err := collect.StateOf(ctx, f.Queue, all[i])
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	for _, id := range damaged[:min(len(damaged), mostListed-len(out))] {
		out = append(out, collect.Damaged(id))
	}
	return out, nil
}
