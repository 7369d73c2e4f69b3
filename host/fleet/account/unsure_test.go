package account

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

// A mute bucket stores what it is told to, and its acknowledgement is lost as long as hush is set.
type mute struct {
	jetstream.KeyValue
	hush context.CancelFunc
}

func (m *mute) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	n, err := m.KeyValue.Update(ctx, key, value, revision)
	if m.hush == nil || err != nil {
		return n, err
	}
	m.hush()
	return 0, context.Canceled
}

func TestABlockThatMayHaveBeenGivenBackPaysNothingMore(t *testing.T) {
	a := accounts(t, fleettest.Start(t, 1, nil).URL())
	bucket := &mute{KeyValue: a.kv}
	a.kv = bucket
	require.NoError(t, a.Limit(t.Context(), "b", 1600))
	p := a.Purse("b", "w")
	require.NoError(t, p.Reserve(t.Context(), 10))
	p.Settle(10, 3)
	ctx, cancel := context.WithCancel(t.Context())
	bucket.hush = cancel
	require.ErrorIs(t, p.Rest(ctx), context.Canceled)
	bucket.hush = nil
	s, _, err := a.State(t.Context(), "b")
	require.NoError(t, err)
	require.Equal(t, int64(1597), s.Left(), "the block was given back, and its worker does not know")
	require.NoError(t, p.Reserve(t.Context(), 10))
	s, _, err = a.State(t.Context(), "b")
	require.NoError(t, err)
	assert.GreaterOrEqual(t, s.Taken(), int64(10), "the question is paid out of a block that the servers know")
	assert.Equal(t, int64(3), s.Charged, "what was spent counts once")
}
