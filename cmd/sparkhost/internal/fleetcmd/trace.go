package fleetcmd

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/telemetryflags"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// traceparent returns that of the environment, by which a batch is linked to what submitted it; empty: none.
func traceparent() (string, error) {
	header := os.Getenv("TRACEPARENT")
	if err := telemetry.CheckTraceparent(header); err != nil {
		return "", shell.Fail(shell.ExitFailed, "TRACEPARENT: %w", err)
	}
	return header, nil
}

// taking tells telemetry how the questions of a worker came to it.
func taking(t *telemetry.Telemetry) func(worker.Try) {
	return func(try worker.Try) {
		t.Expect(try.Run, telemetry.Queued{Batch: try.Batch, Job: try.Name(), Worker: try.Worker, Try: try.Number, Since: try.Since, Submission: try.Trace})
	}
}

// trace starts the telemetry of a submission, which may have workers.
func (f *submission) trace(c *cobra.Command) (end func(), err error) {
	f.traces, end, err = telemetryflags.Start(c.ErrOrStderr(), f.offline)
	return end, err
}
