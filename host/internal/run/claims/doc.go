// Package claims makes claims of sentences, and clusters those that say the same.
package claims

import "github.com/sparkhost/sparkhost/host/internal/run/address"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ address.Run }
