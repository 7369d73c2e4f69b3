package hostile_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
)

// load loads a case with these limits, and memory as it wants.
func load(t testing.TB, c *hostile.Case, l plugin.Limits) *plugin.Plugin {
	t.Helper()
	l.MemoryBytes = c.Bound.Memory
	p, err := newSandbox(t, plugin.Options{}).Load(context.Background(), plugin.Source{Name: "hostile", Wasm: c.Wasm()}, l)
	require.NoError(t, err)
	return p
}

func TestRunawaysEndAtTheirLimitOfFuel(t *testing.T) {
	const limit = 50_000_000
	for _, r := range hostile.Runaways() {
		t.Run(r.Name, func(t *testing.T) {
			p := load(t, &r.Case, plugin.Limits{Fuel: limit, Wall: time.Hour})
			for range 2 {
				_, _, err := p.Call(context.Background(), hostile.Request())
				var e *plugin.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, plugin.KindFuel, e.Kind, e.Error())
				assert.EqualValues(t, limit, e.Limit)
				assert.Greater(t, e.Used, e.Limit)
				assert.LessOrEqual(t, e.Used, e.Limit+r.Over)
			}
			assert.EqualValues(t, 2, p.Stats().Discarded)
		})
	}
}

func TestRunawaysEndAtTheirWallLimitAndWhenCancelled(t *testing.T) {
	for _, r := range hostile.Runaways() {
		t.Run(r.Name, func(t *testing.T) {
			const wall = 20 * time.Millisecond
			p := load(t, &r.Case, plugin.Limits{Fuel: 1 << 60, Wall: wall})
			begin := time.Now()
			_, _, err := p.Call(context.Background(), hostile.Request())
			require.ErrorIs(t, err, plugin.KindTime)
			t.Logf("ended %v after its wall limit", time.Since(begin)-wall)

			p = load(t, &r.Case, plugin.Limits{Fuel: 1 << 60, Wall: time.Hour})
			ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errors.New("of the caller's own"))
			defer cancel()
			_, _, err = p.Call(ctx, hostile.Request())
			require.ErrorIs(t, err, plugin.KindTime)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			ctx, cancel = context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			_, _, err = p.Call(ctx, hostile.Request())
			assert.ErrorIs(t, err, plugin.KindCancelled)
		})
	}
}
