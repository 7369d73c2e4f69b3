// Package confidence calibrates the confidence, asks the gates and fills the result in.
package confidence

import "github.com/sparkhost/sparkhost/host/internal/run/react"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ react.Run }
