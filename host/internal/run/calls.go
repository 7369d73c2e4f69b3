package run

import (
	"github.com/sparkhost/sparkhost/host/internal/outage"
)

// Calls are what a run remembers of its calls, so that what it asks twice counts once.
type calls struct {
	inputs map[string]bool                // plugin inputs sent so far
	hits   struct{ stages, searches int } // answered by the cache of earlier runs
}

// Replies are what language models said to a run.
type replies struct {
	byKey    map[string]modelOutcome // by the inquiry's key
	troubles outage.Troubles         // calls without an answer
	halt     error                   // a budget that was used up outside a step; ends the run
}
