package run

import (
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/record"
)

// A ledger holds what a run may spend, and what answering costs.
type ledger struct {
	guard   *budget.Guard
	costs   []record.ModeCost // of answering, by mode
	started time.Time
	// withheld: no upgrade of the mode is made, see Asking
	withheld bool
}

func newLedger(e *Engine, costs []record.ModeCost) ledger {
	return ledger{guard: e.newGuard(costs), costs: costs, started: e.Clock()}
}

// spend charges the guard with what the recorded run had spent.
func (l *ledger) spend(b record.BudgetResult) bool {
	ask := spentAmount(b)
	paid, err := l.guard.Reserve("retrieve", ask)
	paid.Settle(ask)
	return err == nil
}
