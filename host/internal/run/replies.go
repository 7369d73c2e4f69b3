package run

import "github.com/sparkhost/sparkhost/host/internal/outage"

// Replies are what language models said to a run.
type replies struct {
	byKey    map[string]modelOutcome // by the inquiry's key
	troubles outage.Troubles         // calls without an answer
	halt     error                   // a budget that was used up outside a step; ends the run
}
