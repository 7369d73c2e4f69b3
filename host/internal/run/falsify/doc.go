// Package falsify holds the draft against contrary evidence.
package falsify

import "github.com/sparkhost/sparkhost/host/internal/run/answer"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ answer.Run }
