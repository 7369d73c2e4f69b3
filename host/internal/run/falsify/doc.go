// Package falsify holds the draft against contrary evidence.
package falsify

import "github.com/sparkhost/sparkhost/host/internal/run/answer"

// A Run has the methods of this step and of all steps before it.
type Run struct{ answer.Run }
