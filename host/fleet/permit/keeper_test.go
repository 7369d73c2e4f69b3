package permit_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/permit"
	"github.com/sparkhost/sparkhost/host/outbound"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// governor is one of a machine of its own, whose clock is off.
func governor(t *testing.T, url string, off time.Duration) *outbound.Governor {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{URL: url})
	require.NoError(t, err)
	k, err := permit.Open(t.Context(), b)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, k.Close())
		require.NoError(t, b.Close())
	})
	g, err := outbound.NewGovernor(outbound.GovernorOptions{Keeper: k, Clock: func() time.Time { return time.Now().Add(off) }})
	require.NoError(t, err)
	return g
}

// A span is one request, as the provider sees it.
type span struct{ start, end time.Time }

// ask has each governor send requests, several at a time.
func ask(t *testing.T, all []*outbound.Governor, limits outbound.Limits, each int, took time.Duration) []span {
	t.Helper()
	var mu sync.Mutex
	var spans []span
	var running sync.WaitGroup
	for _, g := range all {
		for range 2 {
			running.Go(func() {
				for range each {
					p, err := g.Acquire(t.Context(), "arxiv", "", limits)
					if !assert.NoError(t, err) {
						return
					}
					start := time.Now()
					time.Sleep(took)
					mu.Lock()
					spans = append(spans, span{start, time.Now()})
					mu.Unlock()
					p.End(outbound.Outcome{Class: outbound.OK})
				}
			})
		}
	}
	running.Wait()
	slices.SortFunc(spans, func(a, b span) int { return a.start.Compare(b.start) })
	return spans
}

func TestMachinesWhoseClocksDifferKeepTheLimitsOfASourceTogether(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	var all []*outbound.Governor
	for _, off := range []time.Duration{0, 30 * time.Second, -30 * time.Second} {
		all = append(all, governor(t, url, off))
	}
	const interval = 50 * time.Millisecond
	spans := ask(t, all, outbound.Limits{Interval: interval, InFlight: 2}, 4, 120*time.Millisecond)
	require.Len(t, spans, 24)
	for i, s := range spans {
		if i > 0 {
			// The provider sees a request after its permit was given, so that a gap may look shorter by what the one before waited for a processor.
			assert.GreaterOrEqual(t, s.start.Sub(spans[i-1].start), interval-20*time.Millisecond, i)
		}
		atOnce := 0
		for _, other := range spans {
			if !other.start.After(s.start) && other.end.After(s.start) {
				atOnce++
			}
		}
		assert.LessOrEqual(t, atOnce, 2, i)
	}
}

func TestAPauseThatOneMachineWasToldHoldsForAllOfThem(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	one, other := governor(t, url, 0), governor(t, url, time.Hour)
	limits := outbound.Limits{Interval: time.Millisecond, InFlight: 1}
	p, err := one.Acquire(t.Context(), "arxiv", "", limits)
	require.NoError(t, err)
	told := time.Now()
	p.End(outbound.Outcome{Class: outbound.RateLimited, Pause: 300 * time.Millisecond})
	p, err = other.Acquire(t.Context(), "arxiv", "", limits)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, time.Since(told), 300*time.Millisecond)
	p.End(outbound.Outcome{Class: outbound.OK})
}

// An operation of the model: a permit is taken or given back.
type operation struct{ end bool }

// places is the model of a source with so many places: a permit is given where one is free.
func places(most int) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return 0 },
		Step: func(state, input, _ any) (bool, any) {
			taken := state.(int)
			if input.(operation).end {
				return taken > 0, taken - 1
			}
			return taken < most, taken + 1
		},
	}
}

// history has some machines take and give back permits at once.
func history(ctx context.Context, t *testing.T, all []*outbound.Governor, provider string, most int) []porcupine.Operation {
	t.Helper()
	var mu sync.Mutex
	var out []porcupine.Operation
	var running sync.WaitGroup
	began := time.Now()
	done := func(client int, end bool, call time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		out = append(out, porcupine.Operation{ClientId: client, Input: operation{end}, Call: int64(call), Return: int64(time.Since(began))})
	}
	for client, g := range all {
		running.Go(func() {
			for range 2 {
				call := time.Since(began)
				p, err := g.Acquire(ctx, provider, "", outbound.Limits{InFlight: most})
				if !assert.NoError(t, err) {
					return
				}
				done(client, false, call)
				call = time.Since(began)
				p.End(outbound.Outcome{Class: outbound.OK})
				done(client, true, call)
			}
		})
	}
	running.Wait()
	return out
}

func TestPermitsAreLinearizable(t *testing.T) {
	histories := fleettest.Histories(30)
	url := fleettest.Start(t, 1, nil).URL()
	all := []*outbound.Governor{governor(t, url, 0), governor(t, url, 0), governor(t, url, 0)}
	for n := range histories {
		most := 1 + n%2
		h := history(t.Context(), t, all, "source"+string(rune('a'+n%16)), most)
		require.Len(t, h, 12)
		require.True(t, porcupine.CheckOperations(places(most), h), "%v", h)
	}
}
