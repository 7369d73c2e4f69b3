package worker_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// counted counts how often batches are opened and closed.
func counted(a null.Asker) (open worker.Opener, opened, closed *atomic.Int64) {
	opened, closed = &atomic.Int64{}, &atomic.Int64{}
	return func(context.Context, batch.Manifest) (worker.Asker, func() error, error) {
		opened.Add(1)
		return a, func() error { closed.Add(1); return nil }, nil
	}, opened, closed
}

func eventually(t *testing.T, n *atomic.Int64, want int64) {
	t.Helper()
	require.Eventually(t, func() bool { return n.Load() == want }, 30*time.Second, 5*time.Millisecond)
}

// shown waits until the only worker shows that it serves so many batches.
func shown(t *testing.T, q *queue.Queue, batches int) {
	t.Helper()
	require.Eventually(t, func() bool {
		workers, err := q.Workers(t.Context())
		return err == nil && len(workers) == 1 && len(workers[0].Serves) == batches
	}, 30*time.Second, 5*time.Millisecond)
}

// A worker may live for months, and each open batch holds memory.
func TestABatchWithoutJobsIsClosedAndOpenedAgainWhenItGetsSome(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), ackWait)
	b := submitted(t, q, 5)
	open, opened, closed := counted(null.Asker{})
	start(t, worker.Options{Queue: q, Open: open, Slots: 3, Idle: time.Millisecond})
	eventually(t, closed, 1)
	answered, err := q.Answered(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Len(t, answered, 5)
	require.NoError(t, q.Forget(t.Context(), b.ID, "3"))
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	got, _ := lines(t, q, b)
	assert.Len(t, got, 5)
	assert.EqualValues(t, 2, opened.Load())
	eventually(t, closed, 2)
}

func TestABatchThatIsDroppedStaysOpenForTheQuestionAtWork(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, ackWait)
	b := submitted(t, q, 1)
	asked, goOn := make(chan struct{}), make(chan struct{})
	open, _, closed := counted(null.Asker{Before: func(context.Context, evidence.Question) error {
		close(asked)
		<-goOn
		return nil
	}})
	start(t, worker.Options{Queue: q, Open: open})
	<-asked
	shown(t, q, 1) // else what it showed before it served the batch would pass for what it shows after
	manifests, err := fleettest.Broker(t, url).JS.KeyValue(t.Context(), "batches")
	require.NoError(t, err)
	_, err = manifests.Put(t.Context(), b.ID, []byte(`{"id":`))
	require.NoError(t, err)
	shown(t, q, 0)
	assert.Zero(t, closed.Load())
	close(goOn)
	eventually(t, closed, 1)
	answered, err := q.Answered(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Len(t, answered, 1)
}
