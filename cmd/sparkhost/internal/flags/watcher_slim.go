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
	if name := collector(os.Environ()); name != "" && !offline {
		fmt.Fprintf(stderr, "sparkhost: %s is set, but nothing is sent: %v\n", name, shell.LeftOut("telemetry"))
	}
	return nil, func() {}, nil
}

// collector names a variable that asks for telemetry; empty: none does.
func collector(environ []string) string {
	found := ""
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case name == "OTEL_SDK_DISABLED" && strings.EqualFold(value, "true"):
			return ""
		case strings.HasPrefix(name, "OTEL_") && (strings.HasSuffix(name, "_ENDPOINT") && value != "" || strings.HasSuffix(name, "S_EXPORTER") && value == "otlp"):
			found = name
		}
	}
	return found
}
