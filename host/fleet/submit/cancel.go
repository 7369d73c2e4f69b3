package submit

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// Cancel takes the questions of a batch that wait from the queue. Those that are being answered are finished, and results stay.
func Cancel(ctx context.Context, q *queue.Queue, id string) (batch.Manifest, error) {
	m, err := q.Change(ctx, id, func(m *batch.Manifest) { m.Cancelled, m.Pushed = true, false })
	if err == nil {
		err = q.Withdraw(ctx, id)
	}
	if err == nil {
		err = q.Tell(ctx, queue.Event{Batch: id, Kind: queue.Cancelled})
	}
	return m, err
}
