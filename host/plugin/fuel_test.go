package plugin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// counting is (loop) with n rounds of four units, on a local of its own, before the answer.
func counting(m *testModule, n int32) {
	answer := m.funcs[3].body
	m.funcs[3].locals = []byte{1, 1, 0x7f}
	m.scoreBody(join(i32Const(n), []byte{0x21, 2, opLoop, blockEmpty, opLocalGet, 2}, i32Const(1), []byte{0x6b, 0x22, 2, 0x0d, 0, opEnd}, answer)...)
}

func loadHandmade(t testing.TB, o Options, l Limits, change func(m *testModule)) *Plugin {
	t.Helper()
	m := handmade()
	change(m)
	p, err := newTestSandbox(t, o).Load(context.Background(), Source{Name: "handmade", Wasm: m.bytes()}, l)
	require.NoError(t, err)
	return p
}

func TestFuelIsCountedToTheUnit(t *testing.T) {
	// alloc: one constant; score: constant and set, n rounds of get, constant, sub, tee, br_if, and the answer.
	const rounds = 1_000_000
	const want = 1 + 2 + 5*rounds + 1
	p := loadHandmade(t, Options{}, Limits{}, func(m *testModule) { counting(m, rounds) })
	for range 3 {
		_, call, err := p.Call(context.Background(), oneItem())
		require.NoError(t, err)
		assert.EqualValues(t, want, call.Fuel)
	}
	for limit, kind := range map[int64]Kind{want: "", want - 1: KindFuel, 1: KindFuel, want / 2: KindFuel} {
		p := loadHandmade(t, Options{}, Limits{Fuel: limit}, func(m *testModule) { counting(m, rounds) })
		_, call, err := p.Call(context.Background(), oneItem())
		if kind == "" {
			require.NoError(t, err)
			continue
		}
		var e *Error
		require.ErrorAs(t, err, &e, "limit %d", limit)
		assert.Equal(t, kind, e.Kind)
		assert.Equal(t, limit, e.Limit)
		assert.Greater(t, e.Used, limit)
		assert.LessOrEqual(t, e.Used, limit+10)
		assert.Equal(t, fmt.Sprintf("stopped at the limit of %d units of fuel", limit), e.Detail)
		assert.Equal(t, e.Used, call.Fuel)
		assert.EqualValues(t, 1, p.Stats().Discarded)
	}
}

func TestFuelPerItemGrowsWithTheItems(t *testing.T) {
	l := Limits{Fuel: 1000, FuelPerItem: 300}
	assert.EqualValues(t, 300, l.fuelFor(0))
	assert.EqualValues(t, 300, l.fuelFor(1))
	assert.EqualValues(t, 900, l.fuelFor(3))
	assert.EqualValues(t, 1000, l.fuelFor(4), "the call's own limit holds too")
	assert.EqualValues(t, 1000, l.fuelFor(1<<31))
	assert.EqualValues(t, 1000, Limits{Fuel: 1000}.fuelFor(1))

	p := loadHandmade(t, Options{}, Limits{FuelPerItem: 40}, func(m *testModule) { counting(m, 10) })
	_, _, err := p.Call(context.Background(), oneItem())
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, KindFuel, e.Kind)
	assert.EqualValues(t, 40, e.Limit)
}

func TestStartingIsMeteredApartFromCalls(t *testing.T) {
	spin := func(n int32) []byte {
		return join(i32Const(n), []byte{0x21, 0, opLoop, blockEmpty, opLocalGet, 0}, i32Const(1), []byte{0x6b, 0x22, 0, 0x0d, 0, opEnd})
	}
	initialise := func(m *testModule) {
		m.funcs = append(m.funcs, testFunc{export: exportInitialize, locals: []byte{1, 1, 0x7f}, body: spin(1000)})
	}
	p := loadHandmade(t, Options{}, Limits{Fuel: 6000}, initialise)
	_, call, err := p.Call(context.Background(), oneItem())
	require.NoError(t, err)
	assert.EqualValues(t, 2, call.Fuel)

	m := handmade()
	initialise(m)
	_, err = newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{Fuel: 4000})
	require.ErrorIs(t, err, KindFuel)
	assert.Contains(t, err.Error(), "start: fuel")

	m = handmade()
	m.funcs = append(m.funcs, testFunc{body: endless()})
	m.start = 4
	_, err = newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{Fuel: 4000})
	assert.ErrorIs(t, err, KindFuel)
}

// TestShippedPluginsCostTheSameOnBothEngines runs every shipped plugin on the compiler and on the
// interpreter, twice each on a fresh instance.
func TestShippedPluginsCostTheSameOnBothEngines(t *testing.T) {
	for _, name := range thorough.Each(plugins.Names(), 8) {
		t.Run(name, func(t *testing.T) {
			var fresh []Call
			for _, engine := range []func() wazero.RuntimeConfig{wazero.NewRuntimeConfig, wazero.NewRuntimeConfigInterpreter} {
				p := loadShipped(t, name, engine)
				request := plausible(t, p)
				for range 2 {
					i, err := p.start(context.Background())
					require.NoError(t, err)
					p.pool.mu.Lock()
					p.pool.idle = append(p.pool.idle, i) // the one used next, and never before
					p.pool.mu.Unlock()
					_, call, err := p.Call(context.Background(), request)
					require.NoError(t, err)
					call.Elapsed = 0
					fresh = append(fresh, call)
				}
			}
			assert.Positive(t, fresh[0].Fuel)
			for _, call := range fresh[1:] {
				assert.Equal(t, fresh[0], call)
			}
		})
	}
}

func loadShipped(t testing.TB, name string, engine func() wazero.RuntimeConfig) *Plugin {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	h := newTestSandbox(t, Options{CacheDir: world.cache})
	h.engine = engine
	p, err := h.Load(context.Background(), Source{Name: name, Wasm: wasm}, Limits{Wall: time.Minute, Instances: 4})
	require.NoError(t, err)
	return p
}

// plausible makes a request with every declared column and the default config.
func plausible(t testing.TB, p *Plugin) *contract.Request {
	t.Helper()
	settings, err := p.Settings(nil)
	require.NoError(t, err)
	r := &contract.Request{Config: settings}
	for _, in := range p.Manifest().Inputs {
		table := r.Table(in.Table)
		if table == nil {
			r.Tables = append(r.Tables, contract.Table{Name: in.Table, Rows: 1})
			table = &r.Tables[len(r.Tables)-1]
			if in.Table == itemsTable || in.Table == "claims" || in.Table == "passages" {
				table.Rows = 5
			}
		}
		table.Columns = append(table.Columns, plausibleColumn(in, int(table.Rows)))
	}
	return r
}

func plausibleColumn(in contract.Input, rows int) contract.Column {
	var numbers []float64
	var texts []string
	var tokens [][]uint32
	for n := range rows {
		numbers = append(numbers, float64(n))
		texts = append(texts, fmt.Sprintf("Compound %d did not lower the mean of 12 mg in 40 mice (p < 0.05).", n))
		tokens = append(tokens, []uint32{uint32(n), uint32(n) + 7, 100})
	}
	switch in.Type {
	case contract.ColumnNumbers:
		return contract.NumbersColumn(in.Column, numbers, nil)
	case contract.ColumnTokens:
		return contract.TokensColumn(in.Column, tokens)
	}
	return contract.TextColumn(in.Column, texts)
}

func TestAMemoKeepsTheFuelOfTheOriginalCall(t *testing.T) {
	memo := &mapMemo{kept: map[[32]byte][]byte{}}
	p := loadMemoised(t, memo)
	_, first, err := p.Call(context.Background(), guestRequest(t, p, "mean"))
	require.NoError(t, err)
	_, second, err := p.Call(context.Background(), guestRequest(t, p, "mean"))
	require.NoError(t, err)
	assert.True(t, second.Cached)
	assert.Positive(t, first.Fuel)
	assert.Equal(t, first.Fuel, second.Fuel)
}

// TestTheHostMayCollectWhileAGuestComputes would take as long as the guest computes if that never yielded.
func TestTheHostMayCollectWhileAGuestComputes(t *testing.T) {
	p := loadHandmade(t, Options{}, Limits{Wall: time.Minute, Fuel: 1 << 60}, func(m *testModule) { m.scoreBody(endless()...) })
	ctx, cancel := context.WithCancel(context.Background())
	errs := make(chan error, 1)
	go func() { _, _, err := p.Call(ctx, oneItem()); errs <- err }()
	require.Eventually(t, func() bool { return p.Stats().Calls == 1 }, time.Minute, time.Millisecond)
	for range 20 {
		runtime.GC()
	}
	cancel()
	assert.ErrorIs(t, <-errs, KindCancelled)
}

// What the host does for a guest is charged by its size: else a guest could keep it busy for hours with calls
// that cost the guest nothing.
func TestASlowGuestIsLookedAtMoreOften(t *testing.T) {
	slice := int64(fuelSlice)
	for range 9 {
		slice = nextSlice(slice, 10*time.Millisecond)
	}
	assert.EqualValues(t, leastSlice, slice, "at 1 us a unit, a thousand times the usual, it is looked at every 16 ms")
	assert.Equal(t, slice, nextSlice(slice, time.Millisecond))
	for range 9 {
		slice = nextSlice(slice, 100*time.Microsecond)
	}
	assert.EqualValues(t, fuelSlice, slice)
}

func TestAGuestNearItsDeadlineIsLookedAtMoreOften(t *testing.T) {
	assert.EqualValues(t, fuelSlice, inTime(fuelSlice, 5*time.Second))
	assert.EqualValues(t, fuelSlice/4, inTime(fuelSlice, fuelSlice/4*slowUnit))
	assert.EqualValues(t, leastSlice, inTime(fuelSlice, time.Millisecond))
	assert.EqualValues(t, leastSlice, inTime(fuelSlice, -time.Second))
	assert.Less(t, leastSlice*slowUnit, 50*time.Millisecond, "the bound of docs/sandbox.md")
	assert.LessOrEqual(t, fuelSlice*slowUnit, time.Second, "that of a caller who leaves")

	var k tank
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	k.begin(ctx, 1, time.Hour)
	assert.Less(t, time.Until(k.until), 2*time.Second, "the caller's deadline is one too")
}

func TestWorkOfTheHostIsCharged(t *testing.T) {
	tests := []struct {
		name   string
		fn     string
		params string
		args   []int32
		least  int64 // units per call
	}{
		{"random bytes", "random_get", i32 + i32, []int32{inputAt, 60 << 10}, 2 * 60 << 10},
		{"a vector of empty buffers", "fd_write", i32 + i32 + i32 + i32, []int32{1, inputAt, 8000, 16}, 64 * 8000},
		{"a path", "path_unlink_file", i32 + i32 + i32, []int32{3, inputAt, 60 << 10}, 16 * 60 << 10},
		{"subscriptions", "poll_oneoff", i32 + i32 + i32 + i32, []int32{inputAt, inputAt, 1000, 16}, 256 * 1000},
		{"anything", "sched_yield", "", nil, 500},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := handmade()
			m.imports, m.importParams, m.importResults = [][2]string{{wasiModule, test.fn}}, test.params, i32
			var call []byte
			for _, a := range test.args {
				call = append(call, i32Const(a)...)
			}
			answer := m.funcs[3].body
			m.scoreBody(join(call, []byte{opCall, 0, opDrop}, answer)...)
			p, err := newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{})
			require.NoError(t, err)
			_, got, err := p.Call(context.Background(), oneItem())
			require.NoError(t, err)
			assert.GreaterOrEqual(t, got.Fuel, test.least)
			assert.Less(t, got.Fuel, test.least+1000)
		})
	}
}

func TestAFloodOfOutputIsChargedByTheByte(t *testing.T) {
	p := loadGuest(t, Limits{})
	_, _, err := p.Call(context.Background(), guestRequest(t, p, "flood"))
	require.ErrorIs(t, err, KindTrap)
	frugal := loadGuest(t, Limits{Fuel: 4_000_000})
	_, _, err = frugal.Call(context.Background(), guestRequest(t, p, "flood"))
	assert.ErrorIs(t, err, KindFuel, "2,000 lines of 125 bytes at 16 units")
}

func TestMeteredModulesAreKeptOnDisk(t *testing.T) {
	dir := t.TempDir()
	load := func() {
		t.Helper()
		h, err := NewSandbox(context.Background(), Options{CacheDir: dir})
		require.NoError(t, err)
		defer h.Close(context.Background())
		p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmade().bytes()}, Limits{})
		require.NoError(t, err)
		_, call, err := p.Call(context.Background(), oneItem())
		require.NoError(t, err)
		assert.EqualValues(t, 2, call.Fuel)
	}
	load()
	files, err := filepath.Glob(filepath.Join(dir, keptVersion, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	good, err := os.ReadFile(files[0])
	require.NoError(t, err)
	load()
	for name, damaged := range map[string][]byte{
		"flipped": append(append([]byte{}, good[:len(good)-1]...), good[len(good)-1]^1), "cut": good[:len(good)/2], "empty": nil, "foreign": []byte(strings.Repeat("x", 99)),
	} {
		require.NoError(t, os.WriteFile(files[0], damaged, 0o600))
		load()
		b, err := os.ReadFile(files[0])
		require.NoError(t, err)
		assert.Equal(t, good, b, "%s: it is made again", name)
	}
}
