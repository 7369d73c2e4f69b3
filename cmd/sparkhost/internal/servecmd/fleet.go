package servecmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/queueflags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/front"
)

// registerFleet adds the flags of batches.
func (f *flags) registerFleet(c *cobra.Command) {
	c.Flags().IntVar(&f.workers, "workers", 0, "take batches, and answer so many of their questions side by side; with --nats also without, for workers elsewhere")
	f.fleet.RegisterServers(c.Flags())
}

// join opens the queue of batches, if one is wanted, and shares the limits of sources with its workers. The returned function closes it after the
// service.
func (f *flags) join(ctx context.Context, o *serve.Options) (leave func() error, err error) {
	leave = func() error { return nil }
	switch {
	case f.workers < 0:
		return leave, shell.Fail(shell.ExitFailed, "--workers %d: must not be negative", f.workers)
	case f.workers == 0 && f.fleet.URL == "":
		return leave, nil
	}
	f.fleet.Cache = f.cache
	broker, q, err := f.fleet.Open(ctx, "serve", o.Config.Notify)
	if err != nil {
		return leave, err
	}
	limits, err := queueflags.LimitsOf(ctx, broker)
	if err != nil {
		return leave, queueflags.Ended(ctx, errors.Join(err, broker.Close()))
	}
	o.Config.Keeper = limits.Keeper
	o.Fleet = &front.Fleet{Queue: q, Accounts: limits.Accounts, Workers: f.workers}
	return func() error { limits.Close(); return broker.Close() }, nil
}
