package plugin

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPinnedDigestIsVerified(t *testing.T) {
	h := newTestSandbox(t, Options{})
	wasm := handmade().bytes()
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{})
	require.NoError(t, err)
	_, err = h.Load(context.Background(), Source{Name: "a", Wasm: wasm, Digest: p.Digest()}, Limits{})
	require.NoError(t, err)
	_, err = h.Load(context.Background(), Source{Name: "a", Wasm: append(wasm, 0, 2, 1, 'x'), Digest: p.Digest()}, Limits{})
	require.ErrorIs(t, err, KindLoad)
	assert.Contains(t, err.Error(), "but "+p.Digest()+" is pinned")
}

func TestLimitsThatCannotBeKeptAreRefused(t *testing.T) {
	h := newTestSandbox(t, Options{})
	for _, l := range []Limits{
		{MemoryBytes: 1000}, {MemoryBytes: -1}, {MemoryBytes: 4 << 30}, {Wall: -1}, {OutputBytes: -1}, {LogBytes: -1}, {Instances: -1},
	} {
		_, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, l)
		assert.ErrorIs(t, err, KindRequest, "%+v", l)
	}
}

func TestEqualModulesAreCompiledOnceAtATime(t *testing.T) {
	h := newTestSandbox(t, Options{})
	wasm := handmade().bytes()
	plugins := make([]*Plugin, 8)
	var wg sync.WaitGroup
	for n := range plugins {
		wg.Go(func() {
			var err error
			plugins[n], err = h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{})
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	assert.Len(t, h.programs, 1)
	other, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{MemoryBytes: 1 << 20})
	require.NoError(t, err)
	assert.Len(t, h.programs, 2, "another memory limit is another program")
	for _, p := range append(plugins, other) {
		assert.NoError(t, p.Close(context.Background()))
	}
	assert.Empty(t, h.programs, "the last plugin frees the machine code")
}

func TestAPluginOutlivesItsTwin(t *testing.T) {
	h := newTestSandbox(t, Options{})
	wasm := handmade().bytes()
	a, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{Instances: 1})
	require.NoError(t, err)
	b, err := h.Load(context.Background(), Source{Name: "b", Wasm: wasm}, Limits{Instances: 1, MemoryBytes: 2 << 20})
	require.NoError(t, err)
	require.NoError(t, a.Close(context.Background()))
	require.NoError(t, a.Close(context.Background()), "closing twice is harmless")
	i, err := b.start(context.Background()) // a fresh instance needs the machine code
	require.NoError(t, err)
	i.close()
	_, _, err = b.Call(context.Background(), oneItem())
	require.NoError(t, err)
	_, _, err = a.Call(context.Background(), oneItem())
	assert.ErrorIs(t, err, KindClosed)
}

func TestCloseWaitsForCallsInFlight(t *testing.T) {
	m := handmade()
	m.scoreBody(endless()...)
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "slow", Wasm: m.bytes()}, Limits{Wall: time.Second, Instances: 1})
	require.NoError(t, err)
	errs := make(chan error, 2)
	call := func() { _, _, err := p.Call(context.Background(), oneItem()); errs <- err }
	go call()
	require.Eventually(t, func() bool { return p.Stats().Calls == 1 && p.Stats().Idle == 0 }, time.Minute, time.Millisecond)
	go call() // it waits for the only instance
	require.Eventually(t, func() bool { return p.Stats().Calls == 2 }, time.Minute, time.Millisecond)

	short, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	assert.ErrorIs(t, p.Close(short), context.DeadlineExceeded)
	require.NoError(t, p.Close(context.Background()))
	running, waiting := <-errs, <-errs
	if errors.Is(running, KindClosed) { // the one that waited was told first
		running, waiting = waiting, running
	}
	assert.ErrorIs(t, running, KindTime)
	assert.ErrorIs(t, waiting, KindClosed)
}

func TestAHostThatIsClosedLoadsNothing(t *testing.T) {
	h, err := NewSandbox(context.Background(), Options{})
	require.NoError(t, err)
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{})
	require.NoError(t, err)
	require.NoError(t, h.Close(context.Background()))
	require.NoError(t, h.Close(context.Background()))
	_, _, err = p.Call(context.Background(), oneItem())
	assert.ErrorIs(t, err, KindClosed)
	_, err = h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{})
	assert.ErrorIs(t, err, KindClosed)
}

func TestWaitingForAnInstanceEndsWithTheContext(t *testing.T) {
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{Instances: 1})
	require.NoError(t, err)
	i, err := p.pool.get(context.Background())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindCancelled)
	p.pool.put(i, true)
	_, _, err = p.Call(context.Background(), oneItem())
	assert.NoError(t, err)
}

func TestTheInstanceUsedLastIsUsedFirst(t *testing.T) {
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{Instances: 3})
	require.NoError(t, err)
	ctx := context.Background()
	a, _ := p.pool.get(ctx)
	b, _ := p.pool.get(ctx)
	p.pool.put(a, true)
	p.pool.put(b, true)
	again, _ := p.pool.get(ctx)
	assert.Same(t, b, again)
	p.pool.put(again, false)
	again, _ = p.pool.get(ctx)
	assert.Same(t, a, again, "one that is not kept does not come back")
	p.pool.put(again, true)
}

func TestAnInstanceIsReplacedAfterManyCalls(t *testing.T) {
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{Instances: 1})
	require.NoError(t, err)
	i, err := p.pool.get(context.Background())
	require.NoError(t, err)
	i.calls = recycleAfter - 1
	p.pool.put(i, true)
	_, _, err = p.Call(context.Background(), oneItem())
	require.NoError(t, err)
	assert.EqualValues(t, 1, p.Stats().Recycled)
	assert.Zero(t, p.Stats().Idle)
}

func TestManyReloadsLeaveNothingBehind(t *testing.T) {
	h := newTestSandbox(t, Options{})
	wasm := handmade().bytes()
	for range 200 {
		p, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{})
		require.NoError(t, err)
		_, _, err = p.Call(context.Background(), oneItem())
		require.NoError(t, err)
		require.NoError(t, p.Close(context.Background()))
	}
	h.compiling.Wait()
	assert.Empty(t, h.programs)
	assert.Empty(t, h.plugins)
}

func TestTheCompilationCacheIsOnDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "cache")
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	wasm := handmade().bytes()
	for range 2 {
		h := newTestSandbox(t, Options{CacheDir: dir})
		_, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{})
		require.NoError(t, err)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "machine code, and metered modules")

	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = NewSandbox(context.Background(), Options{CacheDir: file})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "compilation cache "+file)
}

func TestACompilationThatTakesTooLongIsLeft(t *testing.T) {
	h := newTestSandbox(t, Options{CompileTimeout: time.Nanosecond})
	_, err := h.Load(context.Background(), Source{Name: "a", Wasm: guestWasm(t)}, Limits{})
	require.ErrorIs(t, err, KindTime)
	assert.Contains(t, err.Error(), "load: time: compiling: stopped at the wall limit of 1ns")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = h.Load(ctx, Source{Name: "a", Wasm: guestWasm(t)}, Limits{})
	assert.ErrorIs(t, err, KindCancelled)
}

func TestDigestsAreHexOfTheModule(t *testing.T) {
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{})
	require.NoError(t, err)
	b, err := hex.DecodeString(p.Digest())
	require.NoError(t, err)
	assert.Equal(t, p.sum[:], b)
}
