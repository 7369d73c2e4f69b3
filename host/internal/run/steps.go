package run

import (
	"context"
	"errors"
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
)

// steps returns the order of a run of one question, written down once. The plan that the rules make is there before (begin);
// the order within a round is that of round and endRound.
func (r *run) steps() []state.Step {
	return slices.Concat(
		r.planSteps(),
		r.countSteps(),
		[]state.Step{
			{Name: "retrieve", Do: r.rounds.Retrieve},      // rounds by name, with gap analysis, the adaptive gate and sub-rounds
			{Name: "select", Do: r.search.SelectDocuments}, // which documents are read
			{Name: "texts", Do: r.read.GetTexts},           // the open texts of some of them
			{Name: "read", Do: r.readAll},                  // which passages of them count
		},
		r.assess.AssessSteps(),
		r.reactSteps(),
		r.answer.AnswerSteps(),
		[]state.Step{
			{Name: "falsify", Do: r.falsify.Falsify}, // the draft against contrary evidence; may draft anew
			{Name: "checkpoint", Do: r.checkpoint},   // where replays go on whose policy agrees until here
		},
		r.finalSteps(),
	)
}

// planSteps let a model take the question apart anew, if the policy has one for it.
func (r *run) planSteps() []state.Step {
	if r.Policy.Plan.Role == "" {
		return nil
	}
	return []state.Step{{Name: "plan", Do: r.plan.PlanByModel}}
}

// countSteps count the question's words in the sources, if a stage reads by them.
func (r *run) countSteps() []state.Step {
	if len(r.Policy.Address.Stages) == 0 {
		return nil
	}
	return []state.Step{{Name: "words", Do: r.plan.CountWords}}
}

// finalSteps decide by the state at the checkpoint alone.
func (r *run) finalSteps() []state.Step {
	return []state.Step{
		{Name: "calibrate", Do: r.confidence.Calibrate}, // the final confidence
		{Name: "gates", Do: r.outcome.Gates},            // what an answer must meet
	}
}

// readAll reads, and then says of each gap how it stands by what was read.
func (r *run) readAll(ctx context.Context) error {
	if err := r.read.ReadPassages(ctx); err != nil {
		return err
	}
	return r.gap.SettleGaps(ctx)
}

// reactSteps react to what was found, if the policy has handlers; they may assess anew.
func (r *run) reactSteps() []state.Step {
	if len(r.Policy.Handlers) == 0 {
		return nil
	}
	return []state.Step{{Name: "react", Do: r.react.React}}
}

// conclude turns the run's end into verdict, error and exit code.
func (r *run) conclude(err error) {
	r.WarnOfModels()
	r.read.WarnOfUnread()
	var fault *state.FaultError
	switch {
	case err == nil:
	case errors.As(err, &fault):
		r.Result.Verdict = record.VerdictFault
	case errors.Is(err, budget.ErrExhausted) && r.Policy.Budget.OnExhausted == "fail":
		r.Result.Verdict = record.VerdictBudget
	case errors.Is(err, budget.ErrExhausted): // out of time; what is there does not make an answer
		r.Result.Verdict = record.VerdictAbstained
		r.Reason("budget_exhausted")
		r.Warn("budget_exhausted", "run", err.Error())
		err = nil
	default:
		r.Result.Verdict = record.VerdictFailed
	}
	if err != nil {
		r.Result.Error = err.Error()
	}
	r.Result.ExitCode = r.Result.Verdict.ExitCode()
	r.outcome.FillResult()
}
