package worker_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// soon makes a context that ends a test that hangs. It has no deadline, for which requests would wait.
func soon(t *testing.T) (context.Context, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(60*time.Second, cancel)
	return ctx, func() { timer.Stop(); cancel() }
}

func TestAWorkerThatMayNotDoItsWorkEndsAndAsksNoFurtherQuestion(t *testing.T) {
	for _, c := range []struct {
		denied string
		most   int64 // questions that are asked
	}{{"result.>", 1}, {"$JS.API.CONSUMER.MSG.NEXT.JOBS.>", 0}, {"$JS.ACK.>", 2}, {"$JS.API.CONSUMER.LIST.>", 0}} {
		t.Run(c.denied, func(t *testing.T) {
			servers := fleettest.Start(t, 1, fleettest.Only(server.Permissions{Publish: &server.SubjectPermission{Deny: []string{c.denied}}}))
			b, err := broker.Open(t.Context(), broker.Options{URL: servers.URL(), Answer: 300 * time.Millisecond})
			require.NoError(t, err)
			defer b.Close()
			q, err := queue.Open(t.Context(), b, ackWait)
			require.NoError(t, err)
			submitted(t, q, 20)
			var asked atomic.Int64
			count := null.Asker{Before: func(context.Context, evidence.Question) error { asked.Add(1); return nil }}
			ctx, cancel := soon(t)
			defer cancel()
			err = worker.New(worker.Options{Queue: q, Open: count.Opener()}).Run(ctx)
			require.ErrorIs(t, err, broker.ErrRefused)
			assert.ErrorContains(t, err, "docs/scale-out.md")
			assert.LessOrEqual(t, asked.Load(), c.most)
		})
	}
}

func TestAWorkerEndsWhereTheServersHaveNoRoomForAnswers(t *testing.T) {
	servers := fleettest.Start(t, 1, func(o *server.Options) { o.JetStreamMaxStore = 40 << 10 })
	q := fleettest.Queue(t, servers.URL(), ackWait)
	submitted(t, q, 20)
	var asked atomic.Int64
	large := null.Asker{Salt: string(make([]byte, 30<<10)), Before: func(context.Context, evidence.Question) error { asked.Add(1); return nil }}
	ctx, cancel := soon(t)
	defer cancel()
	err := worker.New(worker.Options{Queue: q, Open: large.Opener()}).Run(ctx)
	require.ErrorIs(t, err, broker.ErrNoRoom)
	assert.Less(t, asked.Load(), int64(5), "each question costs money")
}
