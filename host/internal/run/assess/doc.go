// Package assess triangulates and verifies claims, and keeps what stages found in them.
package assess

import "github.com/sparkhost/sparkhost/host/internal/run/claims"

// A Run has the methods of this step and of all steps before it.
type Run struct{ claims.Run }
