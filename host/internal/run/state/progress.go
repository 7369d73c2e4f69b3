package state

import (
	"errors"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/record"
)

// Progress says how far retrieval has come, and how the sources did.
type progress struct {
	Rounds   []record.RoundResult  // those that are over, whether they ran or not
	Current  int                   // index of the policy's round that runs
	Outcomes []record.FailedSource // of every source that was asked, in the order of first asking
	Used     *outbound.Report      // what was done with live sources
}

// LastQuality returns the selected quality after the last round that ran; 0 before any.
func (g *progress) LastQuality() float64 {
	for i := len(g.Rounds) - 1; i >= 0; i-- {
		if g.Rounds[i].Ran {
			return g.Rounds[i].SelectedQuality
		}
	}
	return 0
}

// Tally counts a search of a source, which failed for that reason if it is not empty.
func (g *progress) Tally(source, failed string) {
	at := -1
	for i := range g.Outcomes {
		if g.Outcomes[i].Source == source {
			at = i
		}
	}
	if at < 0 {
		at = len(g.Outcomes)
		g.Outcomes = append(g.Outcomes, record.FailedSource{Source: source})
	}
	o := &g.Outcomes[at]
	o.Searches++
	if failed != "" {
		o.Failed++
		o.Reason = failed
	}
}

// Why returns a record's words for a failed search: nothing in them depends on when that was.
func Why(err error) string {
	var e *outbound.Error
	if errors.As(err, &e) {
		return e.Reason()
	}
	return err.Error()
}
