package queue_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/permit"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// everything opens all that a command opens.
func everything(t *testing.T, b *broker.Broker) {
	t.Helper()
	_, err := queue.Open(t.Context(), b, 0)
	require.NoError(t, err)
	_, err = account.Open(t.Context(), b)
	require.NoError(t, err)
	k, err := permit.Open(t.Context(), b)
	require.NoError(t, err)
	require.NoError(t, k.Close())
}

// streams are the configurations of all streams, by name.
func streams(t *testing.T, b *broker.Broker) map[string]jetstream.StreamConfig {
	t.Helper()
	out := map[string]jetstream.StreamConfig{}
	all := b.JS.ListStreams(t.Context())
	for info := range all.Info() {
		out[info.Config.Name] = info.Config
	}
	require.NoError(t, all.Err())
	return out
}

func TestAClientThatSeesAPartOfTheClusterTakesNoCopiesAway(t *testing.T) {
	servers := fleettest.Start(t, 3, nil)
	fleettest.Queue(t, servers.URL(), 0) // when it is open, all servers know one another
	everything(t, fleettest.Broker(t, servers.URL()))
	servers.Stop((servers.Leader() + 1) % 3)
	one, _, _ := strings.Cut(servers.URL(), ",")
	if servers.Leader() == 2 { // the first has ended
		one = servers.URL()[strings.LastIndexByte(servers.URL(), ',')+1:]
	}
	var b *broker.Broker
	require.Eventually(t, func() bool { b = fleettest.Broker(t, one); return b.Replicas == 1 }, 30*time.Second, 50*time.Millisecond, "it knows two servers")
	everything(t, b)
	all := streams(t, b)
	assert.Len(t, all, 10)
	for name, config := range all {
		assert.Equal(t, 3, config.Replicas, name)
	}
}

func TestStreamsOfAServerThatJoinedAClusterGetCopies(t *testing.T) {
	b := fleettest.Broker(t, fleettest.Start(t, 3, nil).URL())
	open := func(replicas int) {
		b.Replicas = replicas
		_, err := account.Open(t.Context(), b)
		require.NoError(t, err)
	}
	open(1)
	listed := func() bool { _, ok := streams(t, b)["KV_budgets"]; return ok }
	require.Eventually(t, listed, 30*time.Second, 50*time.Millisecond, "a cluster lists a new stream once all servers know it")
	require.Equal(t, 1, streams(t, b)["KV_budgets"].Replicas)
	require.Eventually(t, func() bool { open(3); return streams(t, b)["KV_budgets"].Replicas == 3 }, 30*time.Second, 100*time.Millisecond)
}

func TestWhatAnOperatorHasSetOfAStreamStays(t *testing.T) {
	b := fleettest.Broker(t, fleettest.Start(t, 1, nil).URL())
	everything(t, b)
	for name, config := range streams(t, b) {
		config.MaxBytes, config.Description = 1<<30, "of "+name
		_, err := b.JS.UpdateStream(t.Context(), config)
		require.NoError(t, err)
	}
	before := streams(t, b)
	everything(t, b)
	assert.Equal(t, before, streams(t, b))
	spoilt := before["JOBS"]
	spoilt.MaxAge = 1e12
	_, err := b.JS.UpdateStream(t.Context(), spoilt)
	require.NoError(t, err)
	everything(t, b)
	assert.Equal(t, before, streams(t, b), "what the queue needs is put right")
}
