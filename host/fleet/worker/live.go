package worker

import (
	"context"
	"os"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// live tells the fleet that this worker is alive, and at once what it serves and lacks, until ctx ends; then it says goodbye.
func (w *Worker) live(ctx context.Context) {
	tick := time.NewTicker(w.o.Queue.Renew)
	defer tick.Stop()
	for {
		_, changed := w.batches()
		_ = w.o.Queue.Alive(ctx, w.presence()) // the next one follows
		select {
		case <-tick.C:
		case <-changed:
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = w.o.Queue.Gone(ctx, w.Name) // it expires by itself
			return
		}
	}
}

// presence describes this worker to others.
func (w *Worker) presence() queue.Presence {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := queue.Presence{
		Name: w.Name, Process: os.Getpid(), Version: host.Version, Slots: w.o.Slots, AtWork: int(w.atWork.Load()), Answered: w.done.Load(),
		Labels: w.o.Labels, Lacks: map[string]string{}, Seen: time.Now().UTC(),
	}
	for _, s := range w.served {
		p.Serves = append(p.Serves, s.ID)
	}
	for id, l := range w.lacking {
		p.Lacks[id] = l.reason
	}
	return p
}
