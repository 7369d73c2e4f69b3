// Package search sends queries to sources, scores the works that they find, and selects those to read.
package search

import "github.com/sparkhost/sparkhost/host/internal/run/plan"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ plan.Run }
