// Package address decides which sentences address the question.
package address

import (
	"github.com/sparkhost/sparkhost/host/internal/run/plan"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	plan plan.Run
	read read.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run { return Run{s, plan.Over(s), read.Over(s)} }
