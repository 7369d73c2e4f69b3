package run

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// teller lets a caller of models write into the run's record.
type teller struct{ *journal }

func (t teller) Log(kind record.Kind, data any) { t.log(kind, data) }
func (t teller) KeepJSON(v any) string          { return t.keepJSON(v) }
func (t teller) Unknown(why string)             { t.unknown(why) }

// newCaller makes what asks the models of a run; r has its ledger.
func (r *run) newCaller() *inquiry.Caller {
	return inquiry.New(inquiry.Settings{
		Models: bound(r.Engine), Cache: r.Cache, Clock: r.Clock, Guard: r.guard, Journal: teller{&r.journal},
		Live: r.Live != nil, Strict: r.Policy.Budget.OnExhausted == "fail",
	})
}

// bound are the models of each role in the order in which they are asked.
func bound(e *Engine) map[string][]inquiry.Bound {
	out := map[string][]inquiry.Bound{}
	for role, m := range e.Models {
		if m != nil {
			out[string(role)] = append([]inquiry.Bound{{Model: m, Price: e.OwnPrices[role]}}, e.Fallbacks[role]...)
		}
	}
	return out
}

// ask puts a question to the model that a role is bound to, as [inquiry.Caller.Ask] does.
func (r *run) ask(ctx context.Context, q inquiry.Inquiry) (model.Reply, bool) {
	return r.asker.Ask(ctx, q)
}

// unbound records that a step would ask a role which no model is bound to, without writing the prompt. An empty role is not recorded.
func (r *run) unbound(stage, role string, task prompt.Task, from policy.Pos) {
	_, _ = r.ask(context.Background(), inquiry.Inquiry{Stage: stage, Role: role, Request: model.Request{Purpose: string(task)}, At: at(from)})
}

// warnOfModels says once for each endpoint and kind of failure what models did not do.
func (r *run) warnOfModels() {
	for _, t := range r.asker.Troubles.Kinds {
		r.warn("model_failed", t.Stages[0], t.String())
	}
}
