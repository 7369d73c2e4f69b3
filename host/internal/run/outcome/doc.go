// Package outcome asks the gates and fills the result in.
package outcome

import "github.com/sparkhost/sparkhost/host/internal/run/falsify"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ falsify.Run }
