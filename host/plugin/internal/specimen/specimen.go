// Package specimen is the score plugin that this folder's tests run, natively and as stock-Go
// modules of both ABIs. Its parameter "mode" makes it well-behaved or not.
package specimen

import (
	"github.com/sparkhost/sparkhost/host/plugin/internal/specimen/behaviour"
	"github.com/sparkhost/sparkhost/sdk"
)

// Plugin returns the plugin.
func Plugin() sdk.Plugin {
	return sdk.Plugin{Manifest: behaviour.Manifest(), Score: behaviour.Score}
}
