// Package assess triangulates and verifies claims, and keeps what stages found in them.
package assess

import (
	"github.com/sparkhost/sparkhost/host/internal/run/address"
	"github.com/sparkhost/sparkhost/host/internal/run/claims"
	"github.com/sparkhost/sparkhost/host/internal/run/plan"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	plan    plan.Run
	read    read.Run
	address address.Run
	claims  claims.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run {
	return Run{s, plan.Over(s), read.Over(s), address.Over(s), claims.Over(s)}
}
