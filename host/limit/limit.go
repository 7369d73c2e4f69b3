// Package limit is what policies say of calls and plugins heed. It knows neither.
package limit

import "time"

// Call bounds one call of a plugin. Zero means no bound here: for a plugin the host's default holds, for a stage, and for who
// calls, the plugin's own. Of two limits the smaller holds.
type Call struct {
	Fuel        int64 // units
	FuelPerItem int64 // units for each row of the largest table
	Wall        time.Duration
}
