// Package limit is the bounds of one call of a plugin, in one type that policies fill and plugins are run under.
// It imports neither, so that policies need not know plugins, nor plugins policies.
package limit

import "time"

// Call bounds one call of a plugin. Zero means no bound here: for a plugin the host's default holds, for a stage, and for who
// calls, the plugin's own. Of two limits the smaller holds.
type Call struct {
	Fuel        int64 // units
	FuelPerItem int64 // units for each row of the largest table
	Wall        time.Duration
}
