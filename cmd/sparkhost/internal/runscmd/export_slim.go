//go:build slim

package runscmd

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func exportRuns(*cobra.Command, string, []string) error { return shell.LeftOut("telemetry") }
