// Package outcome evaluates the gates and fills in the result.
package outcome

import "github.com/sparkhost/sparkhost/host/internal/run/falsify"

// A Run has the methods of this step and of all steps before it.
type Run struct{ falsify.Run }
