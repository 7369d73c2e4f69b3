// Package address decides which sentences address the question.
package address

import "github.com/sparkhost/sparkhost/host/internal/run/rounds"

// A Run has the methods of this step and of all steps before it.
type Run struct{ rounds.Run }
