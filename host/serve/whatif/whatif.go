// Package whatif decides recorded runs anew under policies with other variables, many at a time and fast enough for a slider.
package whatif

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// mostReaders bounds the records that are kept open between calls.
const mostReaders = 1000

// An Engine decides runs of one store anew. It may be used by many goroutines.
type Engine struct {
	records *record.Store

	mu      sync.Mutex
	readers map[string]*record.Reader
	order   []string // of readers, the oldest first
}

// New makes an engine over a store.
func New(records *record.Store) *Engine {
	return &Engine{records: records, readers: map[string]*record.Reader{}}
}

// Replay decides one run under the policy of a config; under the run's own with its variables where the config names none. The
// errors are those of [host.OpenReplay], [host.Replayer.Replay] and [record.Store.Read].
func (e *Engine) Replay(ctx context.Context, c host.Config, id string) (change replay.Change, again *host.Replay, err error) {
	reader, err := e.reader(id)
	if err != nil {
		return change, nil, err
	}
	r, err := host.OpenReplay(ctx, host.ReplayConfig{Config: c})
	if err != nil {
		return change, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if change, err = replay.Decide(ctx, reader, nil, r); err != nil {
		return change, nil, err
	}
	if change.Error != "" || change.Need != nil {
		return change, nil, nil
	}
	again, err = r.Replay(ctx, reader)
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
			reader, err := e.reader(id)
			if err != nil {
				changes[i] = replay.Change{Run: id, Error: err.Error()}
				return gctx.Err()
			}
			changes[i], err = replay.Decide(gctx, reader, before, after)
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

// reader opens a record, or takes one that was open. A record that was written anew meanwhile has the same content, since its id
// says what it is made of.
func (e *Engine) reader(id string) (*record.Reader, error) {
	e.mu.Lock()
	r := e.readers[id]
	e.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := e.records.Skim(id)
	if err != nil || r.Partial {
		return r, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.readers[id] == nil {
		e.readers[id] = r
		e.order = append(e.order, id)
	}
	if len(e.order) > mostReaders {
		delete(e.readers, e.order[0])
		e.order = slices.Delete(e.order, 0, 1)
	}
	return r, nil
}
