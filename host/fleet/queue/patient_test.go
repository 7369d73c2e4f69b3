package queue_test

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// An electing server does not answer the first request for an object store, as while its leader is elected.
type electing struct {
	jetstream.JetStream
	asked int
}

func (e *electing) ObjectStore(ctx context.Context, name string) (jetstream.ObjectStore, error) {
	if e.asked++; e.asked == 1 {
		return nil, context.DeadlineExceeded
	}
	return e.JetStream.ObjectStore(ctx, name)
}

func TestAQueueOpensWhileTheLeaderOfItsObjectsIsElected(t *testing.T) {
	b := fleettest.Broker(t, fleettest.Start(t, 1, nil).URL())
	e := &electing{JetStream: b.JS}
	b.JS = e
	q, err := queue.Open(t.Context(), b, 0)
	require.NoError(t, err)
	assert.Equal(t, 2, e.asked)
	assert.NoError(t, q.PutFile(t.Context(), "policy", []byte("policy")))
}
