package state

import (
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// readsTime finds a metric of time that a condition read and that is not known.
func (r *Run) readsTime(d policy.Decision) string {
	for _, v := range d.Values {
		if v.Value == nil && (v.Path == tape.MetricElapsed || v.Path == tape.MetricRemaining && r.Policy.Budget.MaxWall > 0) {
			return v.Path
		}
	}
	return ""
}

// replayTimes asks a condition of a replay again if it read the time, this time with the time that the recorded
// run read at the same place. If that is not known, the way that the run goes on is not known either.
func (r *Run) replayTimes(where string, c *policy.Condition, d policy.Decision, err error) (policy.Decision, error) {
	n := r.asks[where]
	r.asks[where]++
	path := r.readsTime(d)
	if path == "" {
		return d, err
	}
	for _, v := range r.Tape.Times(where, n) {
		r.State[v.Path] = v.Value
	}
	d, err = c.Eval(r.State)
	if r.readsTime(d) != "" && r.Err == nil {
		r.Err = &tape.UnknowableError{Why: fmt.Sprintf("%s reads %s, and the record does not say how much time had passed there", where, path)}
	}
	delete(r.State, tape.MetricElapsed)
	delete(r.State, tape.MetricRemaining)
	return d, err
}

// KnowFeature does the same for a term of the calibration.
func (r *Run) KnowFeature(path string) {
	if r.Tape != nil && r.Err == nil && tape.OfTime(path) {
		r.Err = &tape.UnknowableError{Why: fmt.Sprintf("the calibration weighs %s, which no record holds", path)}
	}
}

func spentAmount(b record.BudgetResult) budget.Amount {
	return budget.Amount{CostMicroUSD: int64(math.Round(b.CostUSD * 1e6)), Searches: b.Searches, ModelTokens: b.ModelTokens}
}
