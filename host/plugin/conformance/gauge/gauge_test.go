package gauge

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func newSandbox(t *testing.T) *plugin.Sandbox {
	t.Helper()
	box, err := plugin.NewSandbox(t.Context(), plugin.Options{CacheDir: testwasm.Folder()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, box.Close(context.Background())) })
	return box
}

func builtIn(t *testing.T, name string) plugin.Source {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	return plugin.Source{Name: name, Wasm: wasm}
}

func subject(t *testing.T, box *plugin.Sandbox, name string) Subject {
	t.Helper()
	p, err := box.Load(t.Context(), builtIn(t, name), plugin.Limits{Instances: 1})
	require.NoError(t, err)
	return Subject{Name: name, Plugin: p}
}

func batch(rows int) Batch {
	return Batch{Label: "some rows", Rows: rows, Request: func(m *contract.Manifest) (*contract.Request, error) {
		return sample.New(m, 1).Request(rows), nil
	}}
}

func TestAnEstimateIsTheSameEachTimeAndForetellsOtherBatches(t *testing.T) {
	box := newSandbox(t)
	s := builtIn(t, "discriminative")
	first, err := Estimate(t.Context(), box, s, plugin.Limits{}, 1)
	require.NoError(t, err)
	again, err := Estimate(t.Context(), newSandbox(t), s, plugin.Limits{}, 1)
	require.NoError(t, err)
	assert.Equal(t, first, again)
	assert.Positive(t, first.Start)
	assert.GreaterOrEqual(t, first.Memory, uint64(64<<10))

	calls, _, err := settle(t.Context(), box, s, plugin.Limits{}, sampled{seed: 1, rows: 200})
	require.NoError(t, err)
	assert.Len(t, calls, settling)
	assert.InEpsilon(t, float64(calls[1]), first.PerCall+200*first.PerItem, 0.1)
	assert.Greater(t, float64(first.First), first.PerCall+ManyItems*first.PerItem-1, "the first call is the dearest")
}

func TestAPluginWithoutAnAnswerHasAStartAllTheSame(t *testing.T) {
	c, err := Estimate(t.Context(), newSandbox(t), plugin.Source{Name: "one", Wasm: hostile.Spark().Bytes()}, plugin.Limits{}, 1)
	require.ErrorIs(t, err, plugin.KindContract)
	assert.ErrorContains(t, err, "a made-up batch of 50 rows")
	assert.Equal(t, Cost{Start: c.Start, Memory: c.Memory}, c)
}

func TestEverySubjectIsCalledAsOftenAndItsCostIsNoted(t *testing.T) {
	box := newSandbox(t)
	subjects := []Subject{subject(t, box, "discriminative"), subject(t, box, "authority")}
	all, err := Bench(t.Context(), subjects, batch(20), Plan{Calls: 12})
	require.NoError(t, err)
	require.Len(t, all, 2)
	for i, s := range all {
		assert.Len(t, s.Took, 12)
		assert.EqualValues(t, warmCalls+allocCalls+12, subjects[i].Plugin.Stats().Calls)
		require.Len(t, s.Fuel, 12)
		assert.Positive(t, s.Fuel[0])
		assert.EqualValues(t, plugin.DefaultFuel, s.FuelLimit)
		assert.Positive(t, s.Allocs)
		assert.Greater(t, s.Bytes, s.Allocs)
		assert.Equal(t, subjects[i].Plugin.Stats().MaxMemory, s.Memory)
	}
}

func TestADurationEndsABenchmarkAfterTheLeastCalls(t *testing.T) {
	all, err := Bench(t.Context(), []Subject{subject(t, newSandbox(t), "discriminative")}, batch(4), Plan{Duration: 1})
	require.NoError(t, err)
	assert.Len(t, all[0].Took, leastCalls)
}

func TestWhoHasNoAnswerIsNamedWithTheBatch(t *testing.T) {
	box := newSandbox(t)
	_, err := Bench(t.Context(), []Subject{subject(t, box, "calibration")}, batch(901), Plan{Calls: 1})
	require.ErrorIs(t, err, plugin.KindPlugin)
	assert.ErrorContains(t, err, "calibration, some rows: ")

	no := errors.New("no such parameter")
	_, err = Bench(t.Context(), []Subject{subject(t, box, "calibration")}, Batch{Label: "b", Request: func(*contract.Manifest) (*contract.Request, error) { return nil, no }}, Plan{Calls: 1})
	assert.ErrorIs(t, err, no)
}

func took(ms ...float64) (s Series) {
	for _, v := range ms {
		s.Took = append(s.Took, time.Duration(v*1e6))
	}
	return s
}

func TestAQuantileIsATimeThatWasMeasured(t *testing.T) {
	s := took(3, 1, 2, 4)
	for q, want := range map[float64]float64{0.01: 1, 0.25: 1, 0.26: 2, 0.5: 2, 0.99: 4, 1: 4} {
		assert.Equal(t, time.Duration(want*1e6), Quantile(s.Took, q), "q = %v", q)
	}
	assert.Zero(t, Quantile([]int64(nil), 0.5))
	assert.Equal(t, took(3, 1, 2, 4), s, "the order of calls is kept")
}

func TestCallsThatTakeTwiceAsLongAreSlowerAndEqualOnesAreNotDifferent(t *testing.T) {
	base := took(1, 2, 1.5, 1.2, 1.1, 1, 3, 1, 1, 1.4)
	twice := base
	twice.Took = nil
	for _, d := range base.Took {
		twice.Took = append(twice.Took, 2*d)
	}
	r, err := Compare(twice, base, 1)
	require.NoError(t, err)
	assert.InDelta(t, 2, r.Mean, 1e-9)
	assert.Equal(t, "slower", r.Difference())

	r, err = Compare(base, twice, 1)
	require.NoError(t, err)
	assert.InDelta(t, 0.5, r.Mean, 1e-9)
	assert.Equal(t, "faster", r.Difference())

	noisy := took(1.1, 1.9, 1.4, 1.3, 1, 1.1, 2.9, 1.05, 0.96, 1.4)
	r, err = Compare(noisy, base, 1)
	require.NoError(t, err)
	assert.Equal(t, "no difference found", r.Difference())
	assert.Less(t, r.Low, r.Mean)
	assert.Less(t, r.Mean, r.High)

	r, err = Compare(took(0, 0), took(0, 0), 1)
	require.NoError(t, err)
	assert.False(t, math.IsNaN(r.Mean), "a clock may be coarse")
	_, err = Compare(took(1), took(1, 2), 1)
	assert.Error(t, err)
}
