package inquiry

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// atOnce bounds the inquiries that run side by side.
const atOnce = 4

// An asking is an inquiry on its way.
type asking struct {
	Inquiry
	to    *Bound // nil: the role is bound to no model
	event record.ModelCall
	paid  *budget.Reservation // nil: there is nothing to pay for
	known *record.ModelCall   // as a replay's tape has it
	out   outcome
	cut   int           // documents that were left out of the prompt, so that it fits the model
	done  chan struct{} // closed when out is there; nil: nobody is asked
}

// Ask puts a question to the model that the role is bound to. False: no answer came, the record says
// why, and the caller goes its way without a model. The most that a call may cost is reserved before it, what it did
// cost is charged after it. A reply that the cache holds costs the run what it cost at first, because equal runs must
// end alike; only what this run asked before is free. Replays are answered from the record.
func (c *Caller) Ask(ctx context.Context, q Inquiry) (model.Reply, bool) {
	if q.Role == "" {
		return model.Reply{}, false
	}
	replies, ok := c.AskAll(ctx, []Inquiry{q})
	return replies[0], ok[0]
}

// AskAll puts several questions, each with a role, side by side, each as Ask does. All are reserved, in their order, before any is
// asked, and settled and recorded, in their order, after all have ended, so that equal runs end alike. What the model of a role
// does not answer is put to the next model of the role, in a further turn like the first.
func (c *Caller) AskAll(ctx context.Context, qs []Inquiry) ([]model.Reply, []bool) {
	replies, ok := make([]model.Reply, len(qs)), make([]bool, len(qs))
	open := make([]int, len(qs))
	for i := range qs {
		open[i] = i
	}
	for turn := 0; len(open) > 0; turn++ {
		open = c.askTurn(ctx, qs, open, turn, replies, ok)
	}
	return replies, ok
}

// askTurn puts the open questions to the model of that turn. It returns those that another model may answer.
func (c *Caller) askTurn(ctx context.Context, qs []Inquiry, open []int, turn int, replies []model.Reply, ok []bool) (next []int) {
	asked := make([]*asking, len(open))
	reserved := map[string]bool{}
	for n, i := range open {
		asked[n] = c.prepare(qs[i], turn, reserved)
		if a := asked[n]; a.paid != nil && a.known == nil {
			reserved[a.event.Key] = true
		}
	}
	c.putAll(ctx, asked)
	for n, i := range open {
		replies[i], ok[i] = c.settle(asked[n])
		if !ok[i] && turn+1 < len(c.Models[qs[i].Role]) && elsewhere(ctx, asked[n].out.err) {
			next = append(next, i)
		}
	}
	return next
}

// elsewhere tells whether another model may answer what this one did not: not where nobody waits any more, or the run cannot go on.
func elsewhere(ctx context.Context, err error) bool {
	return ctx.Err() == nil && model.ClassOf(err) != model.ClassInterrupted
}

// putAll puts what was paid for to the models, a few at a time. The next is begun when that which is so many places before it
// has ended, and not when any has, so that what is known of an endpoint by then does not depend on who was faster.
func (c *Caller) putAll(ctx context.Context, asked []*asking) {
	asked = slices.DeleteFunc(slices.Clone(asked), func(a *asking) bool { return a.paid == nil })
	for i, a := range asked {
		if i >= atOnce {
			c.ended(asked[i-atOnce])
		}
		a.done = make(chan struct{})
		switch {
		case c.Troubles.Down(a.event.Endpoint):
			c.notTried(a)
			close(a.done)
		case a.known != nil:
			a.out = c.recall(a)
			close(a.done)
		default:
			go func() {
				defer close(a.done)
				began := c.Clock()
				a.out = c.complete(ctx, a.to, a.Request, a.event.Key)
				a.out.took = c.Clock().Sub(began)
			}()
		}
	}
	for _, a := range asked[max(0, len(asked)-atOnce):] {
		c.ended(a)
	}
}

// ended waits for an inquiry and notes whether its endpoint works.
func (c *Caller) ended(a *asking) {
	<-a.done
	if a.event.Skipped == "" {
		c.Troubles.Note(a.event.Endpoint, a.out.err)
	}
}

// notTried gives a call up whose endpoint is down.
func (c *Caller) notTried(a *asking) {
	a.paid.Release()
	why := c.Troubles.GivenUp(a.event.Endpoint)
	a.event.Skipped, a.out = why.Text, outcome{err: why}
}
