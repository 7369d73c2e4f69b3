package permit_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/permit"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// one opens a keeper on a connection of its own, and a governor on it.
func one(t *testing.T, url string) (*permit.Keeper, *outbound.Governor) {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{URL: url})
	require.NoError(t, err)
	k, err := permit.Open(t.Context(), b)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, k.Close())
		require.NoError(t, b.Close())
	})
	g, err := outbound.NewGovernor(outbound.GovernorOptions{Keeper: k})
	require.NoError(t, err)
	return k, g
}

func TestARequestOfAMachineThatDiedGivesItsPlaceFree(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	dead, first := one(t, url)
	alive, second := one(t, url)
	limits := outbound.Limits{InFlight: 1}
	acquire := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		p, err := second.Acquire(ctx, "arxiv", "", limits)
		if err == nil {
			p.End(outbound.Outcome{Class: outbound.OK})
		}
		return err
	}
	_, err := first.Acquire(t.Context(), "arxiv", "", limits)
	require.NoError(t, err)
	assert.ErrorIs(t, acquire(200*time.Millisecond), context.DeadlineExceeded, "it is under way")
	dead.Die()
	assert.False(t, alive.Gone(dead.Holder()))
	alive.Silent(time.Millisecond)
	assert.NoError(t, acquire(10*time.Second), "a lease takes 90 s")
	assert.False(t, alive.Gone(alive.Holder()))
	assert.False(t, alive.Gone("unheard"))
}

func TestAMachineThatSaidGoodbyeIsGoneAtOnce(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	ends, _ := one(t, url)
	stays, _ := one(t, url)
	assert.False(t, stays.Gone(ends.Holder()))
	require.NoError(t, ends.Close())
	assert.Eventually(t, func() bool { return stays.Gone(ends.Holder()) }, 5*time.Second, 5*time.Millisecond)
}

// Workers that are restarted again and again never listen for as long as it takes to know that others are dead.
func TestAMachineThatStartsKnowsAtOnceOfThoseThatDiedBefore(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	dead, first := one(t, url)
	_, err := first.Acquire(t.Context(), "arxiv", "", outbound.Limits{InFlight: 1})
	require.NoError(t, err)
	dead.Die()
	alive, _ := one(t, url)
	alive.Silent(time.Millisecond)
	time.Sleep(5 * time.Millisecond)
	alive.Bury(t.Context())
	starts, second := one(t, url)
	assert.True(t, starts.Gone(dead.Holder()))
	p, err := second.Acquire(t.Context(), "arxiv", "", outbound.Limits{InFlight: 1})
	require.NoError(t, err)
	p.End(outbound.Outcome{Class: outbound.OK})
}

func TestNothingIsKeptOfMachinesThatEndedLongAgo(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	stays, _ := one(t, url)
	for range 3 {
		ends, _ := one(t, url)
		require.NoError(t, ends.Close())
	}
	stays.Bury(t.Context())
	assert.Equal(t, 4, stays.Signs(t.Context()), "their requests may still be kept")
	stays.Silent(time.Millisecond)
	assert.Eventually(t, func() bool { stays.Bury(t.Context()); return stays.Signs(t.Context()) == 1 }, time.Minute, 20*time.Millisecond)
	assert.False(t, stays.Gone(stays.Holder()))
}
