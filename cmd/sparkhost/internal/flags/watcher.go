//go:build !slim

package flags

import (
	"io"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/telemetryflags"
	"github.com/sparkhost/sparkhost/host/record"
)

// Watcher returns the telemetry that the OTEL_ variables ask for, as [host.Config].Watch takes it; nil where they ask for none, or offline. end must be called.
func Watcher(stderr io.Writer, offline bool) (w record.Watcher, end func(), err error) {
	t, end, err := telemetryflags.Start(stderr, offline)
	return t.Watcher(), end, err
}
