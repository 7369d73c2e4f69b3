package worker

import (
	"context"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// goodbye bounds each of the last requests of a worker, so that servers that do not answer hold up its end by seconds only.
const goodbye = 2 * time.Second

// giveBack returns what is left of the block in hand. Where the servers cannot be reached it stays charged.
func (s *served) giveBack() error {
	if s.purse == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	return s.purse.Close(ctx)
}

// rest gives back the money of batches without waiting jobs, so that a worker that idles keeps none from the workers that finish the rest. What
// cannot be given back now is tried again at the next look.
func (w *Worker) rest(open []queue.Load) {
	all, _ := w.batches()
	for _, s := range all {
		waits := slices.ContainsFunc(open, func(o queue.Load) bool { return o.Batch == s.ID && o.Waiting > 0 })
		if s.purse == nil || waits {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), goodbye)
		_ = s.purse.Rest(ctx)
		cancel()
	}
}
