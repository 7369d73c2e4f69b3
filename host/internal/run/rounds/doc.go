// Package rounds runs the policy's rounds of searches, and decides after each whether another is worth it.
package rounds

import (
	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	search search.Run
	gap    gap.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run { return Run{s, search.Over(s), gap.Over(s)} }
