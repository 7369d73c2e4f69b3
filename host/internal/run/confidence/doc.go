// Package confidence calibrates the confidence, term by term, before falsification and after it.
package confidence

import "github.com/sparkhost/sparkhost/host/internal/run/react"

// A Run has the methods of this step and of all steps before it.
type Run struct{ react.Run }
