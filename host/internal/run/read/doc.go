// Package read cuts works into passages and scores them; it also gets open texts.
package read

import "github.com/sparkhost/sparkhost/host/internal/run/search"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ search.Run }
