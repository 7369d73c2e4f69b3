package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// forGood is later than any look of a worker.
const forGood = 100 * 365 * 24 * time.Hour

// deal has those questions asked again that get an upgrade of their batch (S3-19), where all have been answered once, so that this needs nobody who waits for
// the results. It returns whether there may be new jobs.
func (w *Worker) deal(ctx context.Context, open []queue.Load) (fresh bool) {
	for _, o := range open {
		if o.Waiting+o.AtWork > 0 {
			delete(w.dealt, o.Batch)
			continue
		}
		if time.Now().Before(w.dealt[o.Batch]) {
			continue
		}
		capped, dealt, err := w.dealOne(ctx, o.Batch)
		if ctx.Err() != nil {
			return false
		}
		next := forGood
		if err != nil || !dealt { // some questions have no end
			next = lackFor
		}
		if err != nil {
			w.o.Notify(fmt.Sprintf("batch %s: dealing out its upgrades: %v", o.Batch, err))
		}
		fresh = fresh || capped && dealt
		w.dealt[o.Batch] = time.Now().Add(next)
	}
	return fresh
}

func (w *Worker) dealOne(ctx context.Context, id string) (capped, dealt bool, err error) {
	m, err := w.o.Queue.Manifest(ctx, id)
	if errors.Is(err, queue.ErrUnknown) || err == nil && (m.Cancelled || m.Host != host.Version) {
		return false, true, nil
	}
	if err == nil {
		_, dealt, err = collect.Deal(ctx, w.o.Queue, m)
	}
	return m.Upgrades > 0 && !m.Dealt, dealt, err
}
