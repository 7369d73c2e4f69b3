// Package react lets the policy's handlers act on findings.
package react

import (
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	search search.Run
	read   read.Run
	assess assess.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run { return Run{s, search.Over(s), read.Over(s), assess.Over(s)} }
