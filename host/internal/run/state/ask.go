package state

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// newCaller makes what asks the models of a run; r has its ledger.
func (r *Run) newCaller() *inquiry.Caller {
	return inquiry.New(inquiry.Settings{
		Models: bound(r.Engine), Cache: r.Cache, Clock: r.Clock, Guard: r.Guard, Journal: &r.journal,
		Live: r.Live != nil, Strict: r.Policy.Budget.OnExhausted == "fail",
	})
}

// bound returns the models of each role in the order in which they are asked.
func bound(e *Engine) map[string][]inquiry.Bound {
	out := map[string][]inquiry.Bound{}
	for role, m := range e.Models {
		if m != nil {
			out[string(role)] = append([]inquiry.Bound{{Model: m, Price: e.OwnPrices[role]}}, e.Fallbacks[role]...)
		}
	}
	return out
}

// Ask puts a question to the model that a role is bound to, as [inquiry.Caller.Ask] does.
func (r *Run) Ask(ctx context.Context, q inquiry.Inquiry) (model.Reply, bool) {
	return r.Asker.Ask(ctx, q)
}

// Unbound records that a step would ask a role which no model is bound to, without writing the prompt. An empty role is not recorded.
func (r *Run) Unbound(stage, role string, task prompt.Task, from policy.Pos) {
	_, _ = r.Ask(context.Background(), inquiry.Inquiry{Stage: stage, Role: role, Request: model.Request{Purpose: string(task)}, At: At(from)})
}

// WarnOfModels says once for each endpoint and kind of failure what models did not do.
func (r *Run) WarnOfModels() {
	for _, t := range r.Asker.Troubles.Kinds {
		r.Warn("model_failed", t.Stages[0], t.String())
	}
}

// Unusable says why a step goes on without a model, and warns of answers that cannot be used.
func (r *Run) Unusable(step string, err error, unanswered string) string {
	if err == nil {
		return unanswered
	}
	r.Warn("scores_unusable", step, step+" goes on without a model: "+err.Error())
	return err.Error()
}
