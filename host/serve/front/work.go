package front

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// Work answers questions of batches over what a service has open, until ctx ends; then it finishes those at work within the drain time, and hands the
// rest back. after is told of each result.
func (f *Fleet) Work(ctx context.Context, shared *host.Shared, base host.Config, drain time.Duration, t *telemetry.Telemetry, after func(*record.Result)) error {
	base.Home = shared.Home()
	w := worker.New(worker.Options{
		Queue: f.Queue, Accounts: f.Accounts, Slots: f.Workers, Drain: drain, Notify: base.Notify, Labels: []string{"serve"},
		Open:  lease.Opener(f.Queue, filepath.Join(base.Home, "batches"), shared, base, base.Corpus),
		After: func(_ string, r *record.Result) { after(r) },
		Take: func(try worker.Try) {
			t.Expect(try.Run, telemetry.Queued{Batch: try.Batch, Job: try.Name(), Worker: try.Worker, Try: try.Number, Since: try.Since, Submission: try.Trace})
		},
	})
	err := w.Run(ctx)
	if err != nil && ctx.Err() == nil && base.Notify != nil {
		base.Notify(fmt.Sprintf("batches are answered no more: %v; mend that and start the service again", err))
	}
	return err
}
