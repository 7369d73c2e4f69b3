// Package answer drafts the answer: the best option, what models write, or sentences.
package answer

import (
	"github.com/sparkhost/sparkhost/host/internal/run/address"
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/internal/run/plan"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	plan       plan.Run
	search     search.Run
	read       read.Run
	address    address.Run
	assess     assess.Run
	confidence confidence.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run {
	return Run{s, plan.Over(s), search.Over(s), read.Over(s), address.Over(s), assess.Over(s), confidence.Over(s)}
}
