// Package plan takes the question apart by a model, and counts its words in the sources.
package plan

import "github.com/sparkhost/sparkhost/host/internal/run/state"

// A Run is this step of a run. It calls no other step.
type Run struct{ *state.Run }

// Over returns the step over the state of a run.
func Over(s *state.Run) Run { return Run{s} }
