package state

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// newGuard returns the guard of one run. The stages that the policy reserves for cost time, see
// wallForRetrieval, calibration costs fuel, and the answer of models what costs says.
func (e *Engine) newGuard(costs []record.ModeCost) *budget.Guard {
	l := Limits(e.Policy.Budget)
	if slices.Contains(e.Policy.Budget.ReserveFor, calibration) && l.Max.Fuel > 0 {
		l.Reserve = map[string]budget.Amount{calibration: {Fuel: e.calibrationFuel()}}
	}
	e.reserveSynthesis(costs, &l)
	return budget.New(l, e.Clock)
}

// calibration is the name under which a policy reserves for the calibrate block.
const calibration = "calibration"

// calibrationFuel returns the most that all calls of the calibrate block may use: the provisional and the final
// one, and one more for each time that a draft may be made anew.
func (e *Engine) calibrationFuel() int64 {
	c := &e.Policy.Calibrate
	calls := int64(2)
	for _, f := range e.Policy.Falsify {
		calls += int64(f.MaxResynthesis)
	}
	terms := contract.Table{Name: "terms", Rows: uint32(len(c.Base) + len(c.Terms))}
	return calls * e.Plugins[c.Stage.Plugin].FuelLimit([]contract.Table{terms}, c.Stage.Limits)
}

// Limits returns the limits of a policy's budget.
func Limits(b policy.Budget) budget.Limits {
	return budget.Limits{Max: budget.Amount{
		CostMicroUSD: b.MaxCostMicroUSD, Searches: b.MaxSearches, ModelTokens: b.MaxModelTokens, Fuel: b.MaxFuel, Wall: b.MaxWall,
	}}
}

// WallForRetrieval is the share of the wall time that retrieval may use where the policy
// reserves something for later: the rest keeps an answer from what was found possible.
const WallForRetrieval = 0.9

// Reserve asks the guard before a step that costs and records the outcome.
func (r *Run) Reserve(guard *budget.Guard, stage string, ask budget.Amount) (*budget.Reservation, error) {
	paid, err := guard.Reserve(stage, ask)
	event := record.Reservation{Stage: stage, Asked: recordAmount(ask), Granted: err == nil}
	if err != nil {
		event.Reason = err.Error()
	} else {
		event.Settled = event.Asked // searches and calls cost what they ask for; see settleSearch and payCall
	}
	r.Log(record.KindReservation, event)
	return paid, err
}

func recordAmount(a budget.Amount) record.Amount {
	return record.Amount{CostMicroUSD: a.CostMicroUSD, Searches: a.Searches, ModelTokens: a.ModelTokens, Fuel: a.Fuel}
}

func budgetAmount(a record.Amount) budget.Amount {
	return budget.Amount{CostMicroUSD: a.CostMicroUSD, ModelTokens: a.ModelTokens}
}

// payCall asks the guard for the fuel of a call, and spends it: a call is charged with the most that
// it may use, because what it does use depends on which instance it meets, and equal runs must end alike.
func (r *Run) payCall(blockName string, s *policy.Stage, fuel int64) error {
	if r.Policy.Budget.MaxFuel == 0 {
		return nil
	}
	who := blockName + "." + s.Name
	if blockName == "calibrate" {
		who = calibration
	}
	ask := budget.Amount{Fuel: fuel}
	paid, err := r.Reserve(r.Guard, who, ask)
	paid.Settle(ask)
	return err
}

// SetBudget refreshes the budget metrics; without a limit they stay null.
func (r *Run) SetBudget() {
	if r.Tape == nil { // in a replay no time passes
		r.Set(tape.MetricElapsed, r.Clock().Sub(r.Started).Seconds())
	}
	limit, left := r.Policy.Budget, r.Guard.Remaining()
	if limit.MaxCostMicroUSD > 0 {
		r.Set("budget.max_usd", Usd(limit.MaxCostMicroUSD))
		r.Set("budget.remaining_usd", Usd(left.CostMicroUSD))
	}
	if limit.MaxWall > 0 {
		r.Set("budget.max_s", limit.MaxWall.Seconds())
		if r.Tape == nil {
			r.Set(tape.MetricRemaining, left.Wall.Seconds())
		}
	}
	if limit.MaxSearches > 0 {
		r.Set("budget.searches_left", float64(left.Searches))
	}
	if limit.MaxFuel > 0 {
		r.Set("budget.fuel_left", float64(left.Fuel))
	}
}

// Usd converts micro-dollars to dollars.
func Usd(micro int64) float64 { return float64(micro) / 1e6 }
