// Package search sends queries to sources, scores the works that they find, and selects those to read.
package search

import "github.com/sparkhost/sparkhost/host/internal/run/plan"

// A Run has the methods of this step and of all steps before it.
type Run struct{ plan.Run }
