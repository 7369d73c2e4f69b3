// Package read cuts works into passages and scores them; it also gets open texts.
package read

import "github.com/sparkhost/sparkhost/host/internal/run/search"

// A Run has the methods of this step and of all steps before it.
type Run struct{ search.Run }
