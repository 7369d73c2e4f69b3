// Package plan takes the question apart by a model, and counts its words in the sources.
package plan

import "github.com/sparkhost/sparkhost/host/internal/run/state"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ *state.Run }
