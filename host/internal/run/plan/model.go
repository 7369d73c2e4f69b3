package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// PlanByModel lets a model take the question apart (B-02) before the first round. Its parts take the place of the clauses that
// rules find; what rules make of the options stays, and so do all intents (S0-03). Where it gives no parts, the rules' stay.
func (r *Run) PlanByModel(ctx context.Context) error {
	p := &r.Policy.Plan
	step := record.Step{Name: "plan", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(p.At)}
	told, ok := r.decomposed(ctx, &step)
	switch {
	case !ok:
		step.Reason = "no model answered: planned by rules"
	case len(told.SubClaims) == 0 && len(told.Queries) == 0 && told.TaskType == "":
		step.Reason = "the model's answer has nothing of use: planned by rules"
	default:
		step.Ran = true
		r.adopt(told, &step)
	}
	r.Log(record.KindStep, step)
	if step.Ran {
		r.Log(record.KindPlan, r.Plan.Event(r.Policy))
	}
	return nil
}

func (r *Run) decomposed(ctx context.Context, step *record.Step) (prompt.Decomposition, bool) {
	p := &r.Policy.Plan
	if !r.Asker.Has(p.Role) {
		r.Unbound(step.Name, p.Role, prompt.TaskPlan, p.At)
		return prompt.Decomposition{}, false
	}
	e := prompt.Evidence{Question: r.Plan.Question.Question}
	if !r.Plan.Polar {
		for _, o := range r.Plan.Options {
			e.Options = append(e.Options, prompt.Option{Label: o.Label, Text: o.Text})
		}
	}
	req, err := prompt.Plan(e, p.SubClaims)
	if err != nil {
		r.Warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		return prompt.Decomposition{}, false
	}
	req.MaxOutput, req.Timeout = p.MaxOutput, p.Timeout
	reply, ok := r.Ask(ctx, inquiry.Inquiry{Stage: step.Name, Role: p.Role, Request: req, At: state.At(p.At)})
	if !ok {
		return prompt.Decomposition{}, false
	}
	told, notes := prompt.ParsePlan(reply.JSON, e, p.SubClaims)
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	return told, true
}

// adopt takes a model's plan over.
func (r *Run) adopt(told prompt.Decomposition, step *record.Step) {
	if len(told.SubClaims) > 0 {
		clauses := evidence.SubClaims(r.Plan.Question.Question, nil)
		parts := slices.Clone(told.SubClaims)
		for _, s := range r.Plan.SubClaims {
			if !slices.Contains(clauses, s) && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
		}
		r.Plan.SubClaims = parts
		step.Texts["sub_claims"] = parts
		step.Reason = fmt.Sprintf("%d parts by a model", len(told.SubClaims))
	}
	if r.Plan.Planned = told.Queries; len(told.Queries) > 0 {
		step.Texts["queries"] = told.Queries
	}
	if told.TaskType != "" {
		r.Plan.Wording.Domain = told.TaskType // U12
		step.Texts["domain"] = []string{told.TaskType}
	}
	step.Numbers["sub_claims"] = float64(len(r.Plan.SubClaims))
}
