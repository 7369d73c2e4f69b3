// Package rounds runs the policy's rounds of searches, and decides after each whether another is worth it.
package rounds

import "github.com/sparkhost/sparkhost/host/internal/run/gap"

// A Run has the methods of this step and of all steps before it.
type Run struct{ gap.Run }
