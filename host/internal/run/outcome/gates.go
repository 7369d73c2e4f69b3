package outcome

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// Gates asks the policy's gates in order. A condition that cannot be decided
// fails closed.
func (r *Run) Gates(context.Context) error {
	r.Result.Verdict = record.Verdict(r.Course.Judge(r.Answer != nil, func(g *policy.Gate, ok bool, err error) {
		if err != nil {
			r.Warn("condition_unknown", "gate."+g.Name, fmt.Sprintf("gate %q could not be decided and counts as failed: %v", g.Name, err))
		}
		r.gate(g, ok)
	}))
	return nil
}

// gate applies what one gate said.
func (r *Run) gate(g *policy.Gate, passed bool) {
	out := record.GateResult{Name: g.Name, Level: string(g.Level), Passed: passed}
	if !passed {
		out.Reason = g.Reason
		r.failGate(g)
	}
	if w := g.Waiver; w != nil {
		out.Waived = &record.Waiver{Reason: w.Reason, Until: w.Until, From: w.From}
	}
	r.Result.Gates = append(r.Result.Gates, out)
	r.Log(record.KindGate, record.Gate{
		Name: g.Name, Level: string(g.Level), Passed: fmt.Sprint(passed), Otherwise: g.Otherwise, Reason: out.Reason, Waived: out.Waived, At: state.At(g.At),
	})
}

func (r *Run) failGate(g *policy.Gate) {
	if g.Reason != "" {
		r.Reason(g.Reason)
	}
	if g.Waiver != nil {
		r.Warn("gate_waived", "gate."+g.Name, fmt.Sprintf("gate %q did not pass and is waived: %s", g.Name, g.Waiver.Reason))
		return
	}
	if g.Warns() {
		r.Warn("gate_failed", "gate."+g.Name, fmt.Sprintf("gate %q: %s", g.Name, g.Message))
	}
}
