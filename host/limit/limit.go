// Package limit defines the bounds of one plugin call: policies set them, plugins run under them. Limits of files are in internal/bounded.
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
