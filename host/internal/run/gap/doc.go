// Package gap finds what the evidence leaves open, and asks for it.
package gap

import "github.com/sparkhost/sparkhost/host/internal/run/read"

// A Run has the methods of this step and of all steps before it.
type Run struct{ read.Run }
