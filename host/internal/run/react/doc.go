// Package react lets the policy's handlers act on findings.
package react

import "github.com/sparkhost/sparkhost/host/internal/run/assess"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ assess.Run }
