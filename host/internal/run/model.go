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
	purse   string // whom the budget has pay, if that is not stage: what is kept for stage is then left alone
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

// complete asks the cache, then the model. Errors are not kept.
func (r *run) complete(ctx context.Context, m model.Model, req model.Request, key string) modelOutcome {
	var failed model.Reply
	kept := cache.NewKey(cache.KindModel).Text(key)
	if price := r.OwnPrices[req.Role]; price != "" {
		kept = kept.Text(price)
	}
	data, hit, err := r.Cache.Do(ctx, kept.Sum(), func(ctx context.Context) ([]byte, error) {
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
	if k, ok := m.(model.Keeper); ok && hit {
		if err := k.Keep(req, out.public()); err != nil {
			return modelOutcome{reply: out, err: err}
		}
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

func privateReply(m model.Reply) modelReply {
	return modelReply{m.Text, m.JSON, m.Stop, m.Usage, m.Charge(), m.Model, m.Repaired, m.Notes}
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
