//go:build !slim

package cli

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/calibratecmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/fleetcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/servecmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// rest returns the commands that the program of `make run` leaves out, see slim.go.
func rest() []*cobra.Command {
	serve := servecmd.Shell{Describe: shell.Describe, CacheDir: shell.CacheDir}
	return []*cobra.Command{
		calibratecmd.New(),
		servecmd.New(serve),
		servecmd.NewMCP(serve),
		fleetcmd.NewSubmit(),
		fleetcmd.NewWorker(),
		fleetcmd.NewBatch(),
	}
}
