package state

import (
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Ledger holds what a run may spend, and what answering costs.
type Ledger struct {
	Guard   *budget.Guard
	Costs   []record.ModeCost // of answering, by mode
	Started time.Time
	// withheld: no upgrade of the mode is made, see Asking
	Withheld bool
}

func newLedger(e *Engine, costs []record.ModeCost) Ledger {
	return Ledger{Guard: e.newGuard(costs), Costs: costs, Started: e.Clock()}
}

// Spend charges the guard with what the recorded run had spent.
func (l *Ledger) Spend(b record.BudgetResult) bool {
	ask := spentAmount(b)
	paid, err := l.Guard.Reserve("retrieve", ask)
	paid.Settle(ask)
	return err == nil
}
