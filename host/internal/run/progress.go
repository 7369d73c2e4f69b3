package run

import (
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/record"
)

// Progress says how far retrieval has come, and how the sources did.
type progress struct {
	rounds   []record.RoundResult  // those that are over, whether they ran or not
	current  int                   // index of the policy's round that runs
	outcomes []record.FailedSource // of every source that was asked, in the order of first asking
	used     *outbound.Report      // what was done with live sources
}

// lastQuality is the selected quality after the last round that ran; 0 before any.
func (g *progress) lastQuality() float64 {
	for i := len(g.rounds) - 1; i >= 0; i-- {
		if g.rounds[i].Ran {
			return g.rounds[i].SelectedQuality
		}
	}
	return 0
}

// tally counts a search of a source, which failed for that reason if it is not empty.
func (g *progress) tally(source, failed string) {
	at := -1
	for i := range g.outcomes {
		if g.outcomes[i].Source == source {
			at = i
		}
	}
	if at < 0 {
		at = len(g.outcomes)
		g.outcomes = append(g.outcomes, record.FailedSource{Source: source})
	}
	o := &g.outcomes[at]
	o.Searches++
	if failed != "" {
		o.Failed++
		o.Reason = failed
	}
}
