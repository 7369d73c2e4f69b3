// Package confidence calibrates the confidence, before falsification and after it: it collects the terms that the policy has for it, and
// the stage plugin adds them up (plugins/calibration; the formula is in its kernel.go). The weights are fitted by scripts/weights.
package confidence

import "github.com/sparkhost/sparkhost/host/internal/run/react"

// A Run has the methods of this step and of all steps before it.
type Run struct{ react.Run }
