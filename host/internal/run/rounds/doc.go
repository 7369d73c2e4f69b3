// Package rounds runs the policy's rounds of searches, and decides after each whether another is worth it.
package rounds

import "github.com/sparkhost/sparkhost/host/internal/run/gap"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ gap.Run }
