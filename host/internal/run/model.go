package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// An inquiry is one question to a language model.
type inquiry struct {
	stage   string // who asks, as records and the budget call it: "gap.probe", "synthesis"
	role    string // one of the policy's roles; empty: nobody is asked, and nothing is recorded
	request model.Request
	at      policy.Pos
}

// An answered inquiry, as caches and records keep it.
type modelReply struct {
	Text     string          `json:"text"`
	JSON     json.RawMessage `json:"json,omitempty"`
	Stop     model.Stop      `json:"stop"`
	Usage    model.Usage     `json:"usage"`
	Cost     model.Cost      `json:"cost"`
	Model    string          `json:"model"`
	Repaired bool            `json:"repaired,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
}

// A modelOutcome is how an inquiry went: a reply or an error.
type modelOutcome struct {
	reply  modelReply
	err    error
	took   time.Duration
	cached bool // the cache of earlier runs had it
}

// errUnbound is why a role that the policy binds to no model gives no answer.
var errUnbound = errors.New("the role is bound to no model")

// ask puts a question to the model that the role is bound to. False: there is no answer, the record says
// why, and the caller goes its way without a model. What a call may cost at most is reserved before it, and what
// it did cost is charged after it, that of a reply which the cache holds like that of the first time, because equal runs must
// end alike; only a question that this run asked before is free. Replays are answered from the record.
func (r *run) ask(ctx context.Context, q inquiry) (model.Reply, bool) {
	if q.role == "" {
		return model.Reply{}, false
	}
	event := record.ModelCall{Stage: q.stage, Role: q.role, Purpose: q.request.Purpose, At: at(q.at)}
	m := r.Models[model.Role(q.role)]
	if m == nil {
		event.Skipped = errUnbound.Error()
		r.log(record.KindModelCall, event)
		return model.Reply{}, false
	}
	d := m.Describe()
	q.request.Role = model.Role(q.role)
	event.Endpoint, event.Model, event.Key = d.Endpoint, d.Model, q.request.Key(d).String()
	out, seen := r.replies[event.Key]
	event.Cached = seen
	if !seen {
		out = r.inquire(ctx, m, q, &event)
		r.replies[event.Key] = out
	}
	r.recordModelCall(q, event, out)
	return out.reply.public(), out.err == nil
}

// unpriced is why a call whose worst case nobody knows is not made.
const unpriced = "the price of the model is not known, and its endpoint has no ceiling"

// inquire pays for the call and makes it.
func (r *run) inquire(ctx context.Context, m model.Model, q inquiry, event *record.ModelCall) modelOutcome {
	if r.tape != nil {
		if known, ok := r.tape.modelCall(event.Key); ok {
			return r.recallReply(q, known, event)
		}
		if _, mute := m.(MuteModel); mute || r.Live == nil {
			r.unknown(fmt.Sprintf("%s asks model %s something that the recorded run did not ask", q.stage, event.Model))
			return modelOutcome{err: model.ErrOffline}
		}
	}
	worst := m.WorstCase(q.request)
	if !worst.Known() {
		event.Skipped = unpriced
		return modelOutcome{err: fmt.Errorf("%w: %s", model.ErrBudget, unpriced)}
	}
	event.Worst = modelAmount(worst)
	paid, err := r.guard.Reserve(q.stage, budgetAmount(event.Worst))
	if err != nil {
		return r.unpaidModel(event, err)
	}
	began := r.Clock()
	out := r.complete(ctx, m, q.request, event.Key)
	out.took = r.Clock().Sub(began)
	event.Cost = modelAmount(out.reply.Cost)
	paid.Settle(budgetAmount(event.Cost))
	return out
}

// complete asks the cache, then the model. Errors are not kept.
func (r *run) complete(ctx context.Context, m model.Model, req model.Request, key string) modelOutcome {
	var failed model.Reply
	data, hit, err := r.Cache.Do(ctx, cache.NewKey(cache.KindModel).Text(key).Sum(), func(ctx context.Context) ([]byte, error) {
		reply, err := m.Complete(ctx, req)
		if err != nil {
			failed = reply
			return nil, err
		}
		return json.Marshal(privateReply(reply))
	})
	if err != nil {
		return modelOutcome{reply: privateReply(failed), err: err}
	}
	var out modelReply
	if err := json.Unmarshal(data, &out); err != nil {
		return modelOutcome{err: fmt.Errorf("cached reply: %w", err)}
	}
	return modelOutcome{reply: out, cached: hit}
}

// unpaidModel is what becomes of a call that the budget refused: the caller's way without a model or, where the
// policy says fail, the end of the run at its next step.
func (r *run) unpaidModel(event *record.ModelCall, err error) modelOutcome {
	event.Skipped = err.Error()
	r.log(record.KindReservation, record.Reservation{Stage: event.Stage, Asked: event.Worst, Reason: err.Error()})
	if errors.Is(err, budget.ErrExhausted) && r.Policy.Budget.OnExhausted == "fail" && r.halt == nil {
		r.halt = err
	}
	return modelOutcome{err: fmt.Errorf("%w: %w", model.ErrBudget, err)}
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
		event.Error = out.err.Error()
		r.warn("model_failed", q.stage, fmt.Sprintf("%s goes on without a model: %v", q.stage, out.err))
	}
	r.log(record.KindModelCall, event)
	if event.Skipped == "" && !event.Cached && r.tape == nil {
		r.log(record.KindTiming, record.Timing{What: "model." + q.stage, ElapsedUS: out.took.Microseconds(), Cached: out.cached})
	}
}

// keepJSON puts a value aside in canonical form and returns its digest.
func (r *run) keepJSON(v any) string {
	data, err := record.Canonical(v)
	if err != nil {
		if r.err == nil {
			r.err = err
		}
		return ""
	}
	digest := record.Digest(data)
	r.keep(digest, data)
	return digest
}

func privateReply(m model.Reply) modelReply {
	return modelReply{m.Text, m.JSON, m.Stop, m.Usage, m.Cost, m.Model, m.Repaired, m.Notes}
}

func (m modelReply) public() model.Reply {
	return model.Reply{Text: m.Text, JSON: m.JSON, Stop: m.Stop, Usage: m.Usage, Cost: m.Cost, Model: m.Model, Repaired: m.Repaired, Notes: m.Notes}
}

func modelAmount(c model.Cost) record.Amount {
	return record.Amount{CostMicroUSD: c.MicroUSD, ModelTokens: c.Tokens}
}

func budgetAmount(a record.Amount) budget.Amount {
	return budget.Amount{CostMicroUSD: a.CostMicroUSD, ModelTokens: a.ModelTokens}
}
