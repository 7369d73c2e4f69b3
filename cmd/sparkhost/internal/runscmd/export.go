package runscmd

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func newRunsExport(home *string) *cobra.Command {
	var otlp bool
	c := &cobra.Command{
		Use:   "export --otlp [RUN|RECORD|FOLDER...]",
		Short: "Send the traces of recorded runs to an OpenTelemetry collector",
		Long: "Sends a trace for each record to the collector that the standard variables name (OTEL_EXPORTER_OTLP_ENDPOINT,\n" +
			"OTEL_EXPORTER_OTLP_HEADERS, ...; default http://localhost:4318), by OTLP over HTTP. The spans are those that `run` or\n" +
			"`serve` sends, with the same ids and times; texts of questions, documents and answers are never sent. Without arguments\n" +
			"it exports all runs in the cache folder. Records from before 0.2 have no start time: their spans start now.",
		Example: "  sparkhost runs export --otlp RUN\n  OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 sparkhost runs export --otlp records/",
		RunE: func(c *cobra.Command, args []string) error {
			if !otlp {
				return shell.Fail(shell.ExitFailed, "say where to: --otlp")
			}
			return exportRuns(c, *home, args)
		},
	}
	c.Flags().BoolVar(&otlp, "otlp", false, "send to an OpenTelemetry collector")
	return c
}
