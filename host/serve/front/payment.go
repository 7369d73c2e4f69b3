package front

import (
	"context"
	"errors"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	fleetqueue "github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// admit fills a batch that was submitted before with its terms where the client gives none, and returns its manifest, empty where it is new or damaged. Who did not
// submit it changes nothing, unless operate says that the client may.
func (f *Front) admit(ctx context.Context, b *submit.Batch, operate bool) (before batch.Manifest, err error) {
	before, err = f.Queue.Manifest(ctx, b.ID)
	if errors.Is(err, fleetqueue.ErrUnknown) || errors.Is(err, batch.ErrDamaged) {
		return batch.Manifest{}, nil
	}
	if err != nil {
		return before, err
	}
	changed := before.Cancelled || !b.Deadline.IsZero() || b.BudgetMicroUSD > 0 && b.BudgetMicroUSD != before.BudgetMicroUSD
	if changed && before.By != b.By && !operate {
		return before, problem.New(problem.Forbidden, "another client submitted this batch; submit it without other terms, or with a token of role operate")
	}
	if operate {
		b.By = before.By
	}
	if b.BudgetMicroUSD == 0 {
		b.BudgetMicroUSD, b.WorstMicroUSD = before.BudgetMicroUSD, before.WorstMicroUSD
	}
	return before, nil
}

// A payment holds what a batch takes of the client's day.
type payment struct {
	questions []*quota.Reservation // the first one with the money
	micro     int64
}

// reserve takes from the client's day what nobody has paid of a batch: its questions, and its whole budget.
func (f *Front) reserve(c runs.Client, b submit.Batch, before batch.Manifest) (p payment, err error) {
	n := len(b.Jobs) - before.PaidQuestions
	if n > 0 && c.Limits.CostMicroUSD > 0 && b.BudgetMicroUSD == 0 {
		return p, problem.New(problem.BadRequest, "your money of a day is limited: say with budget_usd what the batch may cost")
	}
	p.micro = max(0, b.BudgetMicroUSD-before.PaidMicroUSD)
	n = max(n, int(min(1, p.micro)))
	for worst := p.micro; len(p.questions) < n; worst = 0 {
		one, err := f.Book.Reserve(c.Name, c.Limits, worst)
		if err != nil {
			p.settle(false)
			return p, err
		}
		p.questions = append(p.questions, one)
	}
	return p, nil
}

// note writes into the manifest what is paid. A submission that broke off before is not paid, and the next one pays.
func (f *Front) note(ctx context.Context, b submit.Batch) error {
	_, err := f.Queue.Change(ctx, b.ID, func(m *batch.Manifest) {
		m.PaidQuestions, m.PaidMicroUSD = len(b.Jobs), max(m.PaidMicroUSD, b.BudgetMicroUSD)
	})
	return err
}

// settle charges a batch that is on the queue, or gives all back.
func (p payment) settle(submitted bool) {
	micro := p.micro
	for _, one := range p.questions {
		if !submitted {
			one.Release()
			continue
		}
		one.Settle(micro)
		micro = 0
	}
}
