// Package react lets the policy's handlers act on findings.
package react

import "github.com/sparkhost/sparkhost/host/internal/run/assess"

// A Run has the methods of this step and of all steps before it.
type Run struct{ assess.Run }
