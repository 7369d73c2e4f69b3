package plugin

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// scoring is a hand-made module that answers every request with that score for one item.
func scoring(score float64) *testModule {
	m := handmade()
	m.data[answerAt] = (&contract.Response{Score: &contract.ScoreResult{Scores: []float64{score}}}).Marshal(nil)
	return m
}

func newTestSlot(t testing.TB, wasm []byte, accept func(*Plugin) error) *Slot {
	t.Helper()
	s, err := newTestSandbox(t, Options{}).NewSlot(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{Instances: 2}, accept)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func acquire(t testing.TB, s *Slot) *Lease {
	t.Helper()
	l, err := s.Acquire()
	require.NoError(t, err)
	return l
}

func scoreOf(t testing.TB, p *Plugin) float64 {
	t.Helper()
	r, _, err := p.Call(context.Background(), oneItem())
	require.NoError(t, err)
	return r.Score.Scores[0]
}

func (s *Slot) reload(wasm []byte) error {
	return s.Reload(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{Instances: 2})
}

func TestALeaseKeepsItsGenerationThroughReloads(t *testing.T) {
	s := newTestSlot(t, scoring(0.5).bytes(), nil)
	first := acquire(t, s)
	require.NoError(t, s.reload(scoring(0.25).bytes()))
	second := acquire(t, s)
	require.NoError(t, s.reload(scoring(1).bytes()))
	assert.Equal(t, 0.5, scoreOf(t, first.Plugin))
	assert.Equal(t, 0.25, scoreOf(t, second.Plugin))
	assert.Len(t, s.sandbox.plugins, 3)

	second.Release()
	second.Release()
	_, _, err := second.Plugin.Call(context.Background(), oneItem())
	require.ErrorIs(t, err, KindClosed, "the last to release closes")
	assert.Equal(t, 0.5, scoreOf(t, first.Plugin), "and nobody else's")
	first.Release()
	assert.Len(t, s.sandbox.plugins, 1)
	third := acquire(t, s)
	defer third.Release()
	assert.Equal(t, 1.0, scoreOf(t, third.Plugin))
}

func TestACallInFlightEndsOnItsGeneration(t *testing.T) {
	endlessly := handmade()
	endlessly.scoreBody(endless()...)
	s := newTestSlot(t, endlessly.bytes(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	old, ended := acquire(t, s), make(chan error, 1)
	go func() {
		defer old.Release()
		_, _, err := old.Plugin.Call(ctx, oneItem())
		ended <- err
	}()
	require.Eventually(t, func() bool { return old.Plugin.Stats().Calls == 1 }, time.Minute, time.Millisecond)
	require.NoError(t, s.reload(scoring(1).bytes()), "it does not wait for the call")
	lease := acquire(t, s)
	assert.Equal(t, 1.0, scoreOf(t, lease.Plugin))
	lease.Release()
	cancel()
	require.ErrorIs(t, <-ended, KindCancelled, "not closed: it ended as it would have without the reload")
	require.NoError(t, s.Close(context.Background()))
	assert.Empty(t, s.sandbox.plugins)
}

func TestAReloadThatFailsLeavesTheOldGeneration(t *testing.T) {
	refusal := errors.New("its settings do not fit the policy")
	accepted := 0
	s := newTestSlot(t, scoring(0.5).bytes(), func(*Plugin) error {
		if accepted++; accepted > 1 {
			return refusal
		}
		return nil
	})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, s.reload([]byte("no wasm")), KindLoad)
	assert.ErrorIs(t, s.reload(scoring(1).bytes()), refusal)
	assert.ErrorIs(t, s.Reload(cancelled, Source{Name: "a", Wasm: scoring(1).bytes()}, Limits{}), KindCancelled)
	err := s.Reload(context.Background(), Source{Name: "a", Wasm: scoring(1).bytes(), Digest: "of another"}, Limits{})
	assert.ErrorIs(t, err, KindLoad)
	lease := acquire(t, s)
	defer lease.Release()
	assert.Equal(t, 0.5, scoreOf(t, lease.Plugin))
	assert.Len(t, s.sandbox.plugins, 1, "what was refused is closed")
}

func TestAGenerationKeepsTheContractOfTheOneBefore(t *testing.T) {
	s := newTestSlot(t, scoring(0.5).bytes(), nil)
	other := handmade()
	m := testManifest()
	m.Kind, m.Outputs = contract.KindAssess, []contract.Output{{Name: "flags", Kind: contract.OutputSignal, Min: 0, Max: 1}}
	other.describeAs(m.Marshal(nil))
	other.funcs[3].export = "spark_assess"
	err := s.reload(other.bytes())
	require.ErrorIs(t, err, KindABI)
	assert.ErrorContains(t, err, "it implements the assess contract, what it replaces the score contract")
	assert.Len(t, s.sandbox.plugins, 1)
}

func TestASlotThatIsClosedWaitsForItsLeasesAndLendsNoMore(t *testing.T) {
	s := newTestSlot(t, scoring(0.5).bytes(), nil)
	old := acquire(t, s)
	require.NoError(t, s.reload(scoring(1).bytes()))
	lease := acquire(t, s)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, s.Close(ended), context.Canceled)
	_, err := s.Acquire()
	require.ErrorIs(t, err, KindClosed)
	require.ErrorIs(t, s.reload(scoring(1).bytes()), KindClosed)
	assert.Equal(t, 0.5, scoreOf(t, old.Plugin))
	assert.Equal(t, 1.0, scoreOf(t, lease.Plugin))
	lease.Release()
	require.ErrorIs(t, s.Close(ended), context.Canceled, "one lease is left")
	old.Release()
	require.NoError(t, s.Close(ended), "all is closed, there is nothing to wait for")
	assert.Empty(t, s.sandbox.plugins)
	assert.Empty(t, s.sandbox.programs)
}

// TestSixtyFourCallersSeeOneGenerationEach reloads two modules in turn under all of them.
func TestSixtyFourCallersSeeOneGenerationEach(t *testing.T) {
	versions := map[string]float64{}
	var modules [][]byte
	for _, score := range []float64{0.25, 0.75} {
		wasm := scoring(score).bytes()
		versions[digestOf(wasm)] = score
		modules = append(modules, wasm)
	}
	s := newTestSlot(t, modules[0], nil)
	var callers sync.WaitGroup
	stop := make(chan struct{})
	for range 64 {
		callers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				lease, err := s.Acquire()
				if !assert.NoError(t, err) {
					return
				}
				r, _, err := lease.Plugin.Call(context.Background(), oneItem())
				if assert.NoError(t, err) {
					assert.Equal(t, versions[lease.Plugin.Digest()], r.Score.Scores[0])
				}
				lease.Release()
			}
		})
	}
	for n := range 60 {
		assert.NoError(t, s.reload(modules[(n+1)%2]))
	}
	close(stop)
	callers.Wait()
	assert.Len(t, s.sandbox.plugins, 1)
	assert.Len(t, s.sandbox.programs, 1)
}

func TestHundredsOfReloadsLeaveNothingBehind(t *testing.T) {
	modules := [][]byte{scoring(0.25).bytes(), scoring(0.75).bytes()}
	s := newTestSlot(t, modules[0], nil)
	cycle := func(n int) {
		require.NoError(t, s.reload(modules[n%2]))
		lease := acquire(t, s)
		scoreOf(t, lease.Plugin)
		lease.Release()
	}
	cycle(1)
	s.sandbox.compiling.Wait()
	before := runtime.NumGoroutine()
	for n := range 400 {
		cycle(n)
	}
	s.sandbox.compiling.Wait()
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
	assert.Len(t, s.sandbox.plugins, 1)
	assert.Len(t, s.sandbox.programs, 1)
}
