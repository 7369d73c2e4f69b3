// Package outcome evaluates the gates and fills in the result.
package outcome

import (
	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/run/react"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	search search.Run
	read   read.Run
	gap    gap.Run
	react  react.Run
	answer answer.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run {
	return Run{s, search.Over(s), read.Over(s), gap.Over(s), react.Over(s), answer.Over(s)}
}
