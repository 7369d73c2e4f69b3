// Package address decides which sentences address the question.
package address

import "github.com/sparkhost/sparkhost/host/internal/run/rounds"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ rounds.Run }
