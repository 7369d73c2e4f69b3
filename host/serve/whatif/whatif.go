// Package whatif decides recorded runs anew under policies with other variables, many at a time and fast enough for a slider.
package whatif

import (
	"container/list"
	"context"
	"errors"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// An Engine decides runs of one store anew. It may be used by many goroutines.
type Engine struct {
	records *record.Store
	kept    shelf
}

// New makes an engine over a store.
func New(records *record.Store) *Engine {
	return &Engine{records: records, kept: shelf{most: mostBytes, at: map[string]*list.Element{}}}
}

// Replay decides one run under the policy of a config; under the run's own with its variables where the config names none. The
// errors are those of [host.OpenReplay], [host.Replayer.Replay] and [record.Store.Read].
func (e *Engine) Replay(ctx context.Context, c host.Config, id string) (change replay.Change, again *host.Replay, err error) {
	kept, err := e.keep(id)
	if err != nil {
		return change, nil, err
	}
	r, err := host.OpenReplay(ctx, host.ReplayConfig{Config: c})
	if err != nil {
		return change, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if change, err = kept.Decide(ctx, nil, r); err != nil {
		return change, nil, err
	}
	if change.Error != "" || change.Need != nil {
		return change, nil, nil
	}
	again, err = kept.Replay(ctx, r)
	return change, again, err
}

// Decide decides runs under the policy of now, and reports what differs from the record, or from what old decides if that is given. Runs
// are reported in the order of ids. The errors are those of [host.OpenReplay], or that of ctx.
func (e *Engine) Decide(ctx context.Context, old *host.Config, now host.Config, ids []string) (report *replay.Report, err error) {
	after, err := host.OpenReplay(ctx, host.ReplayConfig{Config: now})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, after.Close()) }()
	var before *host.Replayer
	if old != nil {
		if before, err = host.OpenReplay(ctx, host.ReplayConfig{Config: *old}); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, before.Close()) }()
	}
	changes := make([]replay.Change, len(ids))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		group.Go(func() error {
			kept, err := e.keep(id)
			if err != nil {
				changes[i] = replay.Change{Run: id, Error: err.Error()}
				return gctx.Err()
			}
			changes[i], err = kept.Decide(gctx, before, after)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	report = replay.NewReport(replay.PolicyOf(before), replay.PolicyOf(after))
	for _, c := range changes {
		report.Add(c)
	}
	return report, nil
}

// keep opens a record, or takes one that was open.
func (e *Engine) keep(id string) (*replay.Kept, error) {
	generation, err := e.records.Generation(id)
	if err != nil {
		return nil, err
	}
	if k := e.kept.get(id, generation); k != nil {
		return k, nil
	}
	r, err := e.records.Skim(id)
	if err != nil {
		return nil, err
	}
	k := replay.Keep(r)
	if !r.Partial {
		e.kept.put(id, generation, k, r.Size())
	}
	return k, nil
}
