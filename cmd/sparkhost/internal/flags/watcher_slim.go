//go:build slim

package flags

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// Watcher is nobody. If the OTEL_ variables name a collector, stderr says that it gets nothing, and the command goes on as with a collector that is gone.
func Watcher(stderr io.Writer, offline bool) (record.Watcher, func(), error) {
	if name := collector(); name != "" && !offline {
		fmt.Fprintf(stderr, "sparkhost: %s is set, but nothing is sent: %v\n", name, shell.LeftOut("telemetry"))
	}
	return nil, func() {}, nil
}

// collector names a variable that asks for telemetry, as the whole program reads them; empty: none does.
func collector() string {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return ""
	}
	for _, signal := range []string{"TRACES", "METRICS"} {
		exporter, own, all := "OTEL_"+signal+"_EXPORTER", "OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"
		switch how := os.Getenv(exporter); {
		case how == "none":
		case os.Getenv(own) != "":
			return own
		case os.Getenv(all) != "":
			return all
		case how == "otlp":
			return exporter
		}
	}
	return ""
}
