// Package assess triangulates and verifies claims, and keeps what stages found in them.
package assess

import "github.com/sparkhost/sparkhost/host/internal/run/claims"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ claims.Run }
