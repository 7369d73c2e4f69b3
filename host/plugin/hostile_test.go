package plugin

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/hostile"
)

// The host's answer to each hostile module is tested beside them; this tests what only the inside shows.
func TestARefusedModuleLeavesNothingBehind(t *testing.T) {
	h := newTestSandbox(t, Options{MaxModuleBytes: 32 << 10})
	for _, c := range hostile.Cases() {
		if c.Heavy || c.Phase == hostile.PhaseCall {
			continue
		}
		_, err := h.Load(context.Background(), Source{Name: "hostile", Wasm: c.Wasm()}, Limits{MemoryBytes: c.Bound.Memory, Fuel: c.Bound.Fuel, Wall: c.Bound.Wall})
		require.Error(t, err, c.Name)
	}
	assert.Empty(t, h.programs, "no compilation")
	assert.Empty(t, h.plugins)
}

func TestAModuleOverTheSizeCapIsNotLookedAt(t *testing.T) {
	h := newTestSandbox(t, Options{MaxModuleBytes: 32 << 10})
	for size, kind := range map[int]string{32 << 10: "is no WebAssembly module", 32<<10 + 1: "the module: 32769 bytes, over the limit of 32768 bytes"} {
		_, err := h.Load(context.Background(), Source{Name: "hostile", Wasm: make([]byte, size)}, Limits{})
		require.ErrorIs(t, err, KindLoad)
		assert.ErrorContains(t, err, kind)
	}
}

func TestTheCallersEndIsToldApartFromTheWallLimit(t *testing.T) {
	m := handmade()
	m.scoreBody(endless()...)
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "endless", Wasm: m.bytes()}, Limits{Wall: time.Minute})
	require.NoError(t, err)

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindCancelled)
	assert.ErrorIs(t, err, context.Canceled)

	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindTime)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	var e *Error
	require.True(t, errors.As(err, &e))
	assert.Zero(t, e.Limit, "it was not the plugin's own limit")
}
