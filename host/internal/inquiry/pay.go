package inquiry

import (
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// unpriced says why a call whose worst case nobody knows is not made.
const unpriced = "the price of the model is not known, and its endpoint has no ceiling"

// prepare finds what is known of an inquiry, or else pays for it, to the model of that turn. Those whose keys are reserved are about to be
// asked already.
func (c *Caller) prepare(q Inquiry, turn int, reserved map[string]bool) *asking {
	a := &asking{Inquiry: q}
	a.event = record.ModelCall{Stage: q.Stage, Role: q.Role, Purpose: q.Request.Purpose, At: q.At}
	models := c.Models[q.Role]
	if turn >= len(models) {
		a.event.Skipped = errUnbound.Error()
		return a
	}
	a.to = &models[turn]
	d := a.to.Model.Describe()
	a.Request.Role = model.Role(q.Role)
	a.Request, a.cut = d.Window.Fit(a.Request)
	a.event.Endpoint, a.event.Model, a.event.Key = d.Endpoint, d.Model, a.Request.Key(d).String()
	_, seen := c.byKey[a.event.Key]
	a.event.Cached = seen || reserved[a.event.Key]
	if !a.event.Cached {
		c.pay(a)
	}
	return a
}

// pay reserves the worst case, that of the tape if this is a replay.
func (c *Caller) pay(a *asking) {
	if c.Tape != nil {
		if known, ok := c.Tape.ModelCall(a.event.Key); ok {
			a.known, a.event.Worst = &known, known.Worst
			c.reserve(a)
			return
		}
		if _, mute := a.to.Model.(tape.MuteModel); mute || !c.Live {
			c.Journal.Unknown(fmt.Sprintf("%s asks model %s something that the recorded run did not ask", a.Stage, a.event.Model))
			a.out.err = model.ErrOffline
			return
		}
	}
	worst := a.to.Model.WorstCase(a.Request)
	if !worst.Known() {
		a.event.Skipped = unpriced
		a.out.err = fmt.Errorf("%w: %s", model.ErrBudget, unpriced)
		return
	}
	a.event.Worst = recorded(worst)
	c.reserve(a)
}

func (c *Caller) reserve(a *asking) {
	purse := a.Purse
	if purse == "" {
		purse = a.Stage
	}
	paid, err := c.Guard.Reserve(purse, budgeted(a.event.Worst))
	if err != nil {
		a.out = c.unpaid(&a.event, err)
		return
	}
	a.paid = paid
}

// unpaid handles a call that the budget refused: the step goes its way without a model or, where the
// policy says fail, the run ends at its next step.
func (c *Caller) unpaid(event *record.ModelCall, err error) outcome {
	event.Skipped = err.Error()
	c.Journal.Log(record.KindReservation, record.Reservation{Stage: event.Stage, Asked: event.Worst, Reason: err.Error()})
	if errors.Is(err, budget.ErrExhausted) && c.Strict && c.Halt == nil {
		c.Halt = err
	}
	return outcome{err: fmt.Errorf("%w: %w", model.ErrBudget, err)}
}

// charge settles what a call of this run cost.
func (c *Caller) charge(a *asking) {
	if a.paid != nil && a.known == nil && a.event.Skipped == "" {
		a.event.Cost = recorded(a.out.reply.Cost)
		a.paid.Settle(budgeted(a.event.Cost))
	}
}

func recorded(c model.Cost) record.Amount {
	return record.Amount{CostMicroUSD: c.MicroUSD, ModelTokens: c.Tokens}
}

func budgeted(a record.Amount) budget.Amount {
	return budget.Amount{CostMicroUSD: a.CostMicroUSD, ModelTokens: a.ModelTokens}
}
