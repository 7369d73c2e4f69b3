// Package confidence calibrates the confidence, before falsification and after it: it collects the terms that the policy has for it, and
// the stage plugin adds them up (plugins/calibration; the formula is in its kernel.go). The weights are fitted by scripts/weights.
package confidence

import (
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// A Run is this step of a run, with the steps that it calls.
type Run struct {
	*state.Run
	read read.Run
}

// Over returns the step over the state of a run.
func Over(s *state.Run) Run { return Run{s, read.Over(s)} }
