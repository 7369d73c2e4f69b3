package run

import (
	"context"
	"errors"
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/record"
)

// A step is one part of the pipeline; it ends the run by an error.
type step struct {
	name string
	do   func(context.Context) error
}

// steps is the order of a run of one question, written down once. The plan that the rules make is there before (begin);
// the order within a round is that of round and endRound.
func (r *run) steps() []step {
	return slices.Concat(
		r.planSteps(),
		r.countSteps(),
		[]step{
			{"retrieve", r.retrieve},      // rounds by name, with gap analysis, the adaptive gate and sub-rounds
			{"select", r.selectDocuments}, // which documents are read
			{"texts", r.getTexts},         // the open texts of some of them
			{"read", r.readPassages},      // which passages of them count
		},
		r.assessSteps(),
		r.reactSteps(),
		r.answerSteps(),
		[]step{
			{"falsify", r.falsify},       // the draft against contrary evidence; may draft anew
			{"checkpoint", r.checkpoint}, // where replays go on whose policy agrees until here
		},
		r.finalSteps(),
	)
}

// planSteps let a model take the question apart anew, if the policy has one for it.
func (r *run) planSteps() []step {
	if r.Policy.Plan.Role == "" {
		return nil
	}
	return []step{{"plan", r.planByModel}}
}

// countSteps count the question's words in the sources, if a stage reads by them.
func (r *run) countSteps() []step {
	if len(r.Policy.Address.Stages) == 0 {
		return nil
	}
	return []step{{"words", r.countWords}}
}

// finalSteps decide by the state at the checkpoint alone.
func (r *run) finalSteps() []step {
	return []step{
		{"calibrate", r.calibrate}, // the final confidence
		{"gates", r.gates},         // what an answer must meet
	}
}

// draftSteps make a draft answer of the passages; a draft that was refuted is made anew by the same.
func (r *run) draftSteps() []step { return slices.Concat(r.assessSteps(), r.answerSteps()) }

func (r *run) assessSteps() []step {
	return []step{
		{"address", r.address},   // which sentences address the question
		{"claims", r.readClaims}, // sentences that say something, clustered
		{"assess", r.assess},     // triangulation and verification
	}
}

// reactSteps react to what was found, if the policy has handlers; they may assess anew.
func (r *run) reactSteps() []step {
	if len(r.Policy.Handlers) == 0 {
		return nil
	}
	return []step{{"react", r.react}}
}

func (r *run) answerSteps() []step {
	return []step{
		{"synthesise", r.synthesise},   // the best option, what models wrote, or sentences
		{"provisional", r.provisional}, // confidence without falsification
	}
}

// do takes steps in order until one fails.
func (r *run) do(ctx context.Context, steps []step) error {
	for _, s := range steps {
		began := r.Clock()
		err := s.do(ctx)
		r.time(s.name, r.Clock().Sub(began))
		if err == nil {
			err = r.err
		}
		if err == nil {
			err = r.asker.Halt
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// conclude turns the run's end into verdict, error and exit code.
func (r *run) conclude(err error) {
	r.warnOfModels()
	var fault *faultError
	switch {
	case err == nil:
	case errors.As(err, &fault):
		r.result.Verdict = record.VerdictFault
	case errors.Is(err, budget.ErrExhausted) && r.Policy.Budget.OnExhausted == "fail":
		r.result.Verdict = record.VerdictBudget
	case errors.Is(err, budget.ErrExhausted): // out of time; what is there does not make an answer
		r.result.Verdict = record.VerdictAbstained
		r.reason("budget_exhausted")
		r.warn("budget_exhausted", "run", err.Error())
		err = nil
	default:
		r.result.Verdict = record.VerdictFailed
	}
	if err != nil {
		r.result.Error = err.Error()
	}
	r.result.ExitCode = r.result.Verdict.ExitCode()
	r.fillResult()
}
