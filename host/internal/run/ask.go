package run

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/outage"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// inquiriesAtOnce bounds the inquiries that run side by side.
const inquiriesAtOnce = 4

// An asking is an inquiry on its way.
type asking struct {
	inquiry
	model model.Model // nil: the role is bound to none
	event record.ModelCall
	paid  *budget.Reservation // nil: there is nothing to pay for
	known *record.ModelCall   // as a replay's tape has it
	out   modelOutcome
	done  chan struct{} // closed when out is there; nil: nobody is asked
}

// ask puts a question to the model that the role is bound to. False: there is no answer, the record says
// why, and the caller goes its way without a model. The most that a call may cost is reserved before it, what it did
// cost is charged after it. A reply that the cache holds costs the run what it cost at first, because equal runs must
// end alike; only what this run asked before is free. Replays are answered from the record.
func (r *run) ask(ctx context.Context, q inquiry) (model.Reply, bool) {
	if q.role == "" {
		return model.Reply{}, false
	}
	replies, ok := r.askAll(ctx, []inquiry{q})
	return replies[0], ok[0]
}

// askAll puts several questions, each with a role, side by side, each as ask does. All are reserved, in their order, before any is
// asked, and settled and recorded, in their order, after all have ended, so that equal runs end alike.
func (r *run) askAll(ctx context.Context, qs []inquiry) ([]model.Reply, []bool) {
	asked := make([]*asking, len(qs))
	reserved := map[string]bool{}
	for i, q := range qs {
		a := r.prepareInquiry(q, reserved)
		asked[i] = a
		if a.paid != nil && a.known == nil {
			reserved[a.event.Key] = true
		}
	}
	r.putAll(ctx, asked)
	replies, ok := make([]model.Reply, len(qs)), make([]bool, len(qs))
	for i, a := range asked {
		replies[i], ok[i] = r.settleInquiry(a)
	}
	return replies, ok
}

// putAll puts what was paid for to the models, a few at a time. The next is begun when that which is so many places before it
// has ended, and not when any has, so that what is known of an endpoint by then does not depend on who was faster.
func (r *run) putAll(ctx context.Context, asked []*asking) {
	asked = slices.DeleteFunc(slices.Clone(asked), func(a *asking) bool { return a.paid == nil })
	for i, a := range asked {
		if i >= inquiriesAtOnce {
			r.ended(asked[i-inquiriesAtOnce])
		}
		a.done = make(chan struct{})
		switch {
		case r.troubles.Down(a.event.Endpoint):
			r.notTried(a)
			close(a.done)
		case a.known != nil:
			a.out = r.recallReply(a)
			close(a.done)
		default:
			go func() {
				defer close(a.done)
				began := r.Clock()
				a.out = r.complete(ctx, a.model, a.request, a.event.Key)
				a.out.took = r.Clock().Sub(began)
			}()
		}
	}
	for _, a := range asked[max(0, len(asked)-inquiriesAtOnce):] {
		r.ended(a)
	}
}

// ended waits for an inquiry and notes whether its endpoint works.
func (r *run) ended(a *asking) {
	<-a.done
	if a.event.Skipped == "" {
		r.troubles.Note(a.event.Endpoint, a.out.err)
	}
}

// prepareInquiry finds what is known of an inquiry, or else pays for it. Those whose keys are reserved are about to be
// asked already.
func (r *run) prepareInquiry(q inquiry, reserved map[string]bool) *asking {
	a := &asking{inquiry: q, model: r.Models[model.Role(q.role)]}
	a.event = record.ModelCall{Stage: q.stage, Role: q.role, Purpose: q.request.Purpose, At: at(q.at)}
	if a.model == nil {
		a.event.Skipped = errUnbound.Error()
		return a
	}
	d := a.model.Describe()
	a.request.Role = model.Role(q.role)
	a.event.Endpoint, a.event.Model, a.event.Key = d.Endpoint, d.Model, a.request.Key(d).String()
	_, seen := r.byKey[a.event.Key]
	a.event.Cached = seen || reserved[a.event.Key]
	if !a.event.Cached {
		r.payInquiry(a)
	}
	return a
}

// unpriced is why a call whose worst case nobody knows is not made.
const unpriced = "the price of the model is not known, and its endpoint has no ceiling"

// payInquiry reserves the worst case, that of the tape if this is a replay.
func (r *run) payInquiry(a *asking) {
	if r.tape != nil {
		if known, ok := r.tape.ModelCall(a.event.Key); ok {
			a.known, a.event.Worst = &known, known.Worst
			r.reserveInquiry(a)
			return
		}
		if _, mute := a.model.(tape.MuteModel); mute || r.Live == nil {
			r.unknown(fmt.Sprintf("%s asks model %s something that the recorded run did not ask", a.stage, a.event.Model))
			a.out.err = model.ErrOffline
			return
		}
	}
	worst := a.model.WorstCase(a.request)
	if !worst.Known() {
		a.event.Skipped = unpriced
		a.out.err = fmt.Errorf("%w: %s", model.ErrBudget, unpriced)
		return
	}
	a.event.Worst = modelAmount(worst)
	r.reserveInquiry(a)
}

func (r *run) reserveInquiry(a *asking) {
	purse := a.purse
	if purse == "" {
		purse = a.stage
	}
	paid, err := r.guard.Reserve(purse, budgetAmount(a.event.Worst))
	if err != nil {
		a.out = r.unpaidModel(&a.event, err)
		return
	}
	a.paid = paid
}

// settleInquiry charges what an inquiry cost and records it.
func (r *run) settleInquiry(a *asking) (model.Reply, bool) {
	switch {
	case a.model == nil:
		r.log(record.KindModelCall, a.event)
		return model.Reply{}, false
	case a.event.Cached:
		a.out = r.byKey[a.event.Key]
	default:
		r.charge(a)
		r.byKey[a.event.Key] = a.out
	}
	r.recordModelCall(a.inquiry, a.event, a.out)
	return a.out.reply.public(), a.out.err == nil
}

func (r *run) charge(a *asking) {
	if a.paid != nil && a.known == nil && a.event.Skipped == "" {
		a.event.Cost = modelAmount(a.out.reply.Cost)
		a.paid.Settle(budgetAmount(a.event.Cost))
	}
}

// recallReply answers an inquiry from the tape. It is paid for as it was then; what the budget refused then,
// and would not refuse now, is not known.
func (r *run) recallReply(a *asking) modelOutcome {
	known := a.known
	if known.Skipped != "" {
		a.paid.Release()
		a.event.Skipped = known.Skipped
		if known.Skipped != unpriced {
			r.unknown(fmt.Sprintf("%s asks model %s something that nobody was asked then: %s", a.stage, known.Model, known.Skipped))
		}
		return modelOutcome{err: &outage.Recalled{Text: known.Error, Class: model.Class(known.Class)}}
	}
	a.event.Cost = known.Cost
	a.paid.Settle(budgetAmount(known.Cost))
	if known.Error != "" {
		return modelOutcome{err: &outage.Recalled{Text: known.Error, Class: model.Class(known.Class)}}
	}
	data, err := r.tape.Blob(known.Reply)
	var out modelReply
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		r.unknown(fmt.Sprintf("the reply of model %s to %s cannot be read: %v", known.Model, a.stage, err))
		return modelOutcome{err: err}
	}
	return modelOutcome{reply: out}
}

// recordModelCall notes an inquiry; its request and reply are blobs.
func (r *run) recordModelCall(q inquiry, event record.ModelCall, out modelOutcome) {
	if event.Skipped == "" && !event.Cached {
		r.log(record.KindReservation, record.Reservation{Stage: q.stage, Asked: event.Worst, Granted: true, Settled: event.Cost})
	}
	event.Request = r.keepJSON(q.request)
	if out.err == nil {
		event.Reply = r.keepJSON(out.reply)
		event.Basis, event.Repaired, event.Notes = string(out.reply.Cost.Basis), out.reply.Repaired, out.reply.Notes
	} else {
		event.Error, event.Class = outage.ReasonOf(out.err), string(outage.ClassOf(out.err))
		r.troubles.Add(q.stage, event)
	}
	r.log(record.KindModelCall, event)
	if event.Skipped == "" && !event.Cached && r.tape == nil {
		r.log(record.KindTiming, record.Timing{What: "model." + q.stage, ElapsedUS: out.took.Microseconds(), Cached: out.cached, Raw: outage.RawOf(out.err)})
	}
}

// warnOfModels says once for each endpoint and kind of failure what models did not do.
func (r *run) warnOfModels() {
	for _, t := range r.troubles.Kinds {
		r.warn("model_failed", t.Stages[0], t.String())
	}
}

// notTried gives a call up whose endpoint is down.
func (r *run) notTried(a *asking) {
	a.paid.Release()
	why := r.troubles.GivenUp(a.event.Endpoint)
	a.event.Skipped, a.out = why.Text, modelOutcome{err: why}
}
