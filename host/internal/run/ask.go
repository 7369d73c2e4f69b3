package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A step is one part of the pipeline; it ends the run by an error.
type step struct {
	name string
	do   func(context.Context) error
}

// steps is the order of a run (catalogue §22), written down once.
func (r *run) steps(ctx context.Context) error {
	for _, s := range []step{
		{"search", r.search},           // rounds by name, with gap analysis and the adaptive gate
		{"select", r.pick},             // documents to read
		{"read", r.read},               // passages
		{"assess", r.readAndAssess},    // claims, clusters, triangulation, verification
		{"synthesise", r.synthesise},   // options or free answer
		{"provisional", r.provisional}, // confidence without falsification
		{"falsify", r.challenge},       // the draft against contrary evidence
		{"calibrate", r.conclusive},    // the final confidence
		{"gates", r.gates},             // what an answer must meet
	} {
		began := r.Clock()
		err := s.do(ctx)
		r.time(s.name, r.Clock().Sub(began))
		if err == nil && r.err != nil {
			err = r.err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) readAndAssess(ctx context.Context) error {
	r.readClaims()
	return r.assess(ctx)
}

// provisional computes the confidence that conditions on falsification read.
func (r *run) provisional(ctx context.Context) error {
	if r.answer == nil {
		return nil
	}
	result, err := r.calibrate(ctx, provisional)
	if err != nil || result == nil {
		return err
	}
	r.set("answer.provisional_confidence", result.Confidence)
	return nil
}

// conclusive computes the final confidence.
func (r *run) conclusive(ctx context.Context) error {
	if r.answer == nil {
		r.set("answer.answered", false)
		r.reason("no_evidence")
		return nil
	}
	result, err := r.calibrate(ctx, final)
	if err != nil || result == nil {
		return err
	}
	r.set("answer.confidence", result.Confidence)
	r.result.Confidence = result.Confidence
	for _, reason := range result.Reasons {
		r.reason(reason)
	}
	if r.answer.hasMargin && r.answer.margin < r.Policy.Options.MinMargin {
		r.reason("margin_below_minimum")
	}
	return nil
}

// gates evaluates the policy's gates in order. A condition that cannot be decided
// fails closed.
func (r *run) gates(context.Context) error {
	if r.answer == nil {
		r.result.Verdict = record.VerdictAbstained
		return nil
	}
	r.result.Verdict = record.VerdictAnswered
	for i := range r.Policy.Gates {
		g := &r.Policy.Gates[i]
		ok, err := r.holds("gate."+g.Name, g.Condition)
		if err != nil {
			r.warn("condition_unknown", "gate."+g.Name, fmt.Sprintf("gate %q could not be decided and counts as failed: %v", g.Name, err))
		}
		r.gate(g, ok)
	}
	return nil
}

// gate applies what one gate said.
func (r *run) gate(g *policy.Gate, passed bool) {
	out := record.GateResult{Name: g.Name, Level: string(g.Level), Passed: passed}
	if !passed {
		out.Reason = g.Reason
		r.failGate(g)
	}
	r.result.Gates = append(r.result.Gates, out)
	r.log(record.KindGate, record.Gate{
		Name: g.Name, Level: string(g.Level), Passed: fmt.Sprint(passed), Otherwise: g.Otherwise, Reason: out.Reason, At: at(g.At),
	})
}

func (r *run) failGate(g *policy.Gate) {
	if g.Reason != "" {
		r.reason(g.Reason)
	}
	switch {
	case g.Level == policy.LevelAdvisory || g.Otherwise == "warn":
		r.warn("gate_failed", "gate."+g.Name, fmt.Sprintf("gate %q: %s", g.Name, g.Message))
	case g.Otherwise == "fail":
		r.result.Verdict = record.VerdictRefused
	case r.result.Verdict == record.VerdictAnswered:
		r.result.Verdict = record.VerdictAbstained
	}
}

// Exit codes of a result; see design §8.
const (
	exitDone    = 0
	exitFailed  = 1
	exitRefused = 4
	exitBudget  = 6
	exitFault   = 7
)

// conclude turns the run's end into verdict, error and exit code.
func (r *run) conclude(err error) {
	var fault *faultError
	switch {
	case err == nil:
	case errors.As(err, &fault):
		r.result.Verdict, r.result.ExitCode = record.VerdictFault, exitFault
	case errors.Is(err, budget.ErrExhausted) && r.Policy.Budget.OnExhausted == "fail":
		r.result.Verdict, r.result.ExitCode = record.VerdictBudget, exitBudget
	case errors.Is(err, budget.ErrExhausted): // out of time: what is there has to do
		r.result.Verdict = record.VerdictAbstained
		r.reason("budget_exhausted")
	default:
		r.result.Verdict, r.result.ExitCode = record.VerdictFailed, exitFailed
	}
	if err != nil {
		r.result.Error = err.Error()
	}
	if r.result.Verdict == record.VerdictRefused {
		r.result.ExitCode = exitRefused
	}
	r.fillResult()
}

// reason adds an uncertainty reason once.
func (r *run) reason(text string) {
	if text != "" && !slices.Contains(r.result.UncertaintyReasons, text) {
		r.result.UncertaintyReasons = append(r.result.UncertaintyReasons, text)
	}
}
