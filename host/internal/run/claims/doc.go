// Package claims makes claims of sentences, and clusters those that say the same.
package claims

import "github.com/sparkhost/sparkhost/host/internal/run/address"

// A Run has the methods of this step and of all steps before it.
type Run struct{ address.Run }
