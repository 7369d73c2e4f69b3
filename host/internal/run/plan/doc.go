// Package plan takes the question apart by a model, and counts its words in the sources.
package plan

import "github.com/sparkhost/sparkhost/host/internal/run/state"

// A Run has the methods of this step and of all steps before it.
type Run struct{ *state.Run }
