// Package telemetryflags starts telemetry as the environment variables say.
package telemetryflags

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// Start starts what the OTEL_ variables ask for; nil where they name no collector, or offline. end must be called: it gives what waits a few
// seconds to be sent. A collector that is gone does not change how a command ends; stderr says it.
func Start(stderr io.Writer, offline bool) (t *telemetry.Telemetry, end func(), err error) {
	s, err := telemetry.FromEnv(os.Environ())
	if err != nil {
		return nil, nil, shell.Fail(shell.ExitFailed, "%v", err)
	}
	if offline || s.Traces == nil && s.Metrics == nil {
		return nil, func() {}, nil
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	if t, err = telemetry.New(s, host.Version, log); err != nil {
		return nil, nil, err
	}
	return t, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := t.Shutdown(ctx); err != nil {
			log.Warn(err.Error())
		}
	}, nil
}
