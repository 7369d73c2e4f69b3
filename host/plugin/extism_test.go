package plugin

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestAnExtismPluginAnswersOnBothEngines(t *testing.T) {
	var calls []Call
	for _, interpreter := range []bool{false, true} {
		h := newTestSandbox(t, Options{Interpreter: interpreter})
		p, err := h.Load(context.Background(), Source{Name: "a", Wasm: handmadeExtism().Bytes()}, Limits{Instances: 1})
		require.NoError(t, err)
		assert.Equal(t, "extism", p.ABI())
		assert.Equal(t, testManifest().Name, p.Manifest().Name)
		for range 3 {
			response, call, err := p.Call(context.Background(), oneItem())
			require.NoError(t, err)
			assert.Equal(t, []float64{0.5}, response.Score.Scores)
			call.Elapsed = 0
			calls = append(calls, call)
		}
		assert.EqualValues(t, 1, p.Stats().Started)
	}
	assert.Positive(t, calls[0].Fuel)
	for _, call := range calls[1:] {
		assert.Equal(t, calls[0], call, "the same fuel, first call or not, compiled or interpreted")
	}
}

func TestTheABIOfAModuleIsSeenWithoutLoadingIt(t *testing.T) {
	command := &testModule{start: -1, funcs: []testFunc{{export: exportCommand}}}
	for want, wasm := range map[string][]byte{"spark": handmade().bytes(), "extism": handmadeExtism().Bytes(), "": command.bytes()} {
		m, err := Inspect(wasm)
		require.NoError(t, err)
		assert.Equal(t, want, m.ABI())
	}
}

func TestBothABIsHaveTheSameDigestsOfInputAndOutput(t *testing.T) {
	spark, extism := loadGuestOf(t, "spark", Limits{}), loadGuestOf(t, "extism", Limits{})
	_, one, err := spark.Call(context.Background(), guestRequest(t, spark, "mean"))
	require.NoError(t, err)
	_, two, err := extism.Call(context.Background(), guestRequest(t, extism, "mean"))
	require.NoError(t, err)
	assert.Equal(t, one.InputDigest, two.InputDigest)
	assert.Equal(t, one.OutputDigest, two.OutputDigest)
}

func TestStartingAnExtismPluginIsMeteredApartFromItsCalls(t *testing.T) {
	count := join(i32Const(1000), []byte{assemble.LocalSet, 0, opLoop, blockEmpty, opLocalGet, 0}, i32Const(1),
		[]byte{assemble.I32Sub, opLocalTee, 0, assemble.BrIf, 0, opEnd})
	for _, name := range []string{exportInitialize, exportCtors} {
		initialise := func(m *handmadeGuest) {
			m.Add(assemble.Func{Export: name, Locals: []byte{1, 1, 0x7f}, Body: count})
		}
		plain, err := loadExtism(t, Limits{}, func(*handmadeGuest) {})
		require.NoError(t, err)
		_, want, err := plain.Call(context.Background(), oneItem())
		require.NoError(t, err)
		p, err := loadExtism(t, Limits{}, initialise)
		require.NoError(t, err)
		_, got, err := p.Call(context.Background(), oneItem())
		require.NoError(t, err)
		assert.Equal(t, want.Fuel, got.Fuel, name)
		_, err = loadExtism(t, Limits{Fuel: 4000}, initialise)
		require.ErrorIs(t, err, KindFuel)
		assert.Contains(t, err.Error(), "start: fuel", name)
	}
}

func TestTheCallersEndStopsAnExtismGuest(t *testing.T) {
	p, err := loadExtism(t, Limits{Wall: time.Hour, Fuel: 1 << 60}, func(m *handmadeGuest) {
		m.score(assemble.Forever(join(m.host("input_length"), []byte{opDrop})...))
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindCancelled)
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindTime)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestACancelledStartOfAnExtismGuestIsAnError(t *testing.T) {
	tests := map[string]func(m *handmadeGuest){
		"in the start section": func(m *handmadeGuest) { m.Start = m.Add(assemble.Func{Body: endless()}) },
		"in _initialize":       func(m *handmadeGuest) { m.Add(assemble.Func{Export: exportInitialize, Body: endless()}) },
		"in the description":   func(m *handmadeGuest) { m.Funcs[funcDescribe].Body = endless() },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			m := handmadeExtism()
			change(m)
			h := newTestSandbox(t, Options{})
			for n := range 12 {
				inner, cancel := context.WithCancel(context.Background())
				_, err := h.Load(&countdown{inner, cancel, n}, Source{Name: "a", Wasm: m.Bytes()}, Limits{})
				require.ErrorIs(t, err, KindCancelled)
			}
		})
	}
}

func TestHaskellsInitialiserIsCalledOnceAfterTheReactors(t *testing.T) {
	p, err := loadExtism(t, Limits{}, func(m *handmadeGuest) {
		m.Put(textAt, make([]byte, 8))
		count := func(by, must int32) []byte { // adds to a counter, which must be what it was said to be
			read := join(i32Const(textAt), []byte{assemble.Load8, 0, 0})
			return join(read, i32Const(must), []byte{0x47, assemble.If, blockEmpty, opUnreachable, opEnd},
				i32Const(textAt), read, i32Const(by), []byte{assemble.I32Add, assemble.Store8, 0, 0})
		}
		m.Add(assemble.Func{Export: exportHaskell, Params: i32 + i32, Body: count(2, 1)})
		m.Add(assemble.Func{Export: exportInitialize, Body: join(count(1, 0), i64Const(0), i64Const(0), m.host("output_set"))})
		m.score(count(0, 3), m.answer())
	})
	require.NoError(t, err)
	for range 2 {
		_, _, err = p.Call(context.Background(), oneItem())
		require.NoError(t, err)
	}
}

// The JSON of these requests grows by one or two bytes each.
func TestRequestsOfEveryLengthArrive(t *testing.T) {
	p, spark := loadGuestOf(t, "extism", Limits{}), loadGuestOf(t, "spark", Limits{})
	for n := range 17 {
		request := guestRequest(t, p, "mean")
		token := uint32(1)
		for range n / 2 {
			token *= 10
		}
		request.Tables[0] = items([]uint32{1, 10}[n%2:n%2+1], []uint32{token})
		want, _, err := spark.Call(context.Background(), request)
		require.NoError(t, err)
		got, _, err := p.Call(context.Background(), request)
		require.NoError(t, err)
		assert.Equal(t, want, got, n)
	}
}

// The guest reads the whole input in words, as PDKs do, and answers with it, so a byte that is lost or added is seen.
func TestEveryByteOfAPayloadArrives(t *testing.T) {
	p := loadGuestOf(t, "extism", Limits{})
	for n := range 24 {
		_, _, err := p.Call(context.Background(), guestRequest(t, p, strings.Repeat("x", n)))
		require.ErrorIs(t, err, KindPlugin)
		assert.Contains(t, err.Error(), `mode "`+strings.Repeat("x", n)+`" is unknown`)
	}
}

func TestARequestThatDoesNotFitIsAnErrorNotAnEmptyRequest(t *testing.T) {
	ignoring, err := loadExtism(t, Limits{MemoryBytes: 2 << 20, Instances: 1}, func(*handmadeGuest) {}) // it never reads its input
	require.NoError(t, err)
	manifest := testManifest()
	manifest.Inputs = []contract.Input{{Table: "items", Column: "title", Type: contract.ColumnText}}
	ignoring.manifest, ignoring.granted = manifest, manifest
	for _, test := range []struct {
		bytes int
		ok    bool
	}{{1 << 10, true}, {900 << 10, true}, {1 << 20, true}, {1200 << 10, false}, {2<<20 - 100, false}, {3 << 20, false}, {1 << 10, true}} {
		r := oneItem()
		r.Tables[0].Columns = []contract.Column{contract.TextColumn("title", []string{strings.Repeat("x", test.bytes)})}
		_, _, err := ignoring.Call(context.Background(), r)
		if test.ok {
			require.NoError(t, err, "%d", test.bytes)
			continue
		}
		require.ErrorIs(t, err, KindMemory, "%d", test.bytes)
		assert.Contains(t, err.Error(), "the request as JSON")
	}
}

func TestNoCallSeesTheVariablesOfAnother(t *testing.T) {
	p, err := loadExtism(t, Limits{Instances: 1}, func(m *handmadeGuest) {
		get := join(m.block(0, "n"), m.host("var_get"))
		m.score(
			get, i64Const(0), []byte{0x52, assemble.If, blockEmpty, opUnreachable, opEnd}, // not equal: it was there
			m.block(0, "n"), m.block(1, "value"), m.host("var_set"),
			get, m.host("length"), i64Const(5), []byte{0x52, assemble.If, blockEmpty, opUnreachable, opEnd},
			m.block(0, "n"), i64Const(0), m.host("var_set"),
			get, i64Const(0), []byte{0x52, assemble.If, blockEmpty, opUnreachable, opEnd},
			m.block(0, "n"), m.block(1, "value"), m.host("var_set"),
			m.block(0, "n"), m.host("config_get"), i64Const(0), []byte{0x52, assemble.If, blockEmpty, opUnreachable, opEnd},
			m.answer())
	})
	require.NoError(t, err)
	for range 3 {
		_, _, err := p.Call(context.Background(), oneItem())
		require.NoError(t, err)
	}
	assert.EqualValues(t, 1, p.Stats().Started, "it was one instance")
}

func TestWhatAnExtismGuestLogsIsKept(t *testing.T) {
	p, err := loadExtism(t, Limits{LogBytes: 64}, func(m *handmadeGuest) {
		m.score(m.host("get_log_level"), []byte{assemble.If, blockEmpty, opUnreachable, opEnd},
			m.block(0, "a whisper"), m.host("log_trace"), m.block(0, "a cry"), m.host("log_error"), []byte{opUnreachable})
	})
	require.NoError(t, err)
	_, _, err = p.Call(context.Background(), oneItem())
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, KindTrap, e.Kind)
	assert.Equal(t, "trace: a whisper\nerror: a cry\n", e.Stderr)

	flood, err := loadExtism(t, Limits{LogBytes: 64, Fuel: 10_000_000}, func(m *handmadeGuest) {
		m.score(assemble.Forever(join(m.block(0, "flood"), m.host("log_info"))...))
	})
	require.NoError(t, err)
	_, _, err = flood.Call(context.Background(), oneItem())
	require.ErrorAs(t, err, &e)
	assert.Equal(t, KindFuel, e.Kind)
	assert.LessOrEqual(t, len(e.Stderr), 64+len("…"))
}

func TestAnExtismGuestNeverReachesTheNetwork(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	t.Cleanup(server.Close)
	p, err := loadExtism(t, Limits{}, func(m *handmadeGuest) {
		text := `{"url":"` + server.URL + `","method":"GET"}`
		m.score(m.say(textAt, text), []byte{opDrop}, m.host("input_offset"), []byte{opDrop}, // the text lies in a block now
			i64Const(uint64(len(text))), m.host("alloc"), i64Const(0), m.host("http_request"), []byte{opDrop}, m.answer())
	})
	require.NoError(t, err)
	_, _, err = p.Call(context.Background(), oneItem())
	require.ErrorIs(t, err, KindCapability)
	assert.Zero(t, requests.Load())
}

// stdoutOf runs f with os.Stdout and os.Stderr captured.
func stdoutOf(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "out")
	require.NoError(t, err)
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = file, file
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	f()
	require.NoError(t, file.Close())
	b, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	return string(b)
}

func TestNothingThatAGuestDoesIsPrinted(t *testing.T) {
	t.Setenv("EXTISM_ENABLE_WASI_OUTPUT", "1")
	printed := stdoutOf(t, func() {
		p := loadGuestOf(t, "extism", Limits{})
		_, _, err := p.Call(context.Background(), guestRequest(t, p, "flood"))
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Contains(t, e.Stderr, "flood flood")
		scribbler, err := loadExtism(t, Limits{Instances: 1}, func(m *handmadeGuest) {
			m.score(i64Const(9), i64Const(1<<64-1), m.host("store_u64"), m.answer()) // where the kernel keeps its position
		})
		require.NoError(t, err)
		for range 3 {
			_, _, err = scribbler.Call(context.Background(), oneItem())
			require.ErrorIs(t, err, KindTrap)
		}
	})
	assert.Empty(t, printed)
}

// The kernel looks at all blocks for each that it makes. This guest wants a hundred thousand, and would keep the host
// busy for a minute if its fuel did not run out long before.
func TestBlocksArePaidByTheirNumber(t *testing.T) {
	p, err := loadExtism(t, Limits{Wall: time.Hour}, func(m *handmadeGuest) {
		m.score(assemble.Forever(join(i64Const(1), m.host("alloc"), m.host("length"), []byte{opDrop})...))
	})
	require.NoError(t, err)
	i, err := p.pool.get(context.Background())
	require.NoError(t, err)
	limit := int64(500_000_000)
	_, e := i.call(context.Background(), question{request: sentTo(t, p), allowance: allowance{limit, time.Hour}})
	require.NotNil(t, e)
	assert.Equal(t, KindFuel, e.Kind)
	d := i.guest.(*extismGuest).desk
	assert.Less(t, d.made, int64(16_000), "squared and halved: 0.13 e9 steps, for 0.5 e9 units")
	assert.Greater(t, d.made, int64(10_000))
	p.pool.put(i, false)
}

func sentTo(t *testing.T, p *Plugin) *contract.Request {
	t.Helper()
	r, e := p.prepare(oneItem())
	require.Nil(t, e)
	return r
}

func TestBothMemoriesOfAnExtismGuestAreBounded(t *testing.T) {
	p, err := loadExtism(t, Limits{MemoryBytes: 2 << 20, Instances: 1}, func(m *handmadeGuest) {
		grow := join([]byte{opLoop, blockEmpty}, i32Const(1), []byte{assemble.MemoryGrow, 0}, i32Const(-1), []byte{0x47, assemble.BrIf, 0, opEnd})
		m.score(i64Const(900<<10), m.host("alloc"), []byte{opDrop}, grow, m.answer())
	})
	require.NoError(t, err)
	_, _, err = p.Call(context.Background(), oneItem())
	require.NoError(t, err)
	assert.Greater(t, p.Stats().MaxMemory, uint64(3<<20))
	assert.LessOrEqual(t, p.Stats().MaxMemory, uint64(4<<20), "twice the limit: the guest's and the kernel's")
	assert.EqualValues(t, 1, p.Stats().Recycled)
}

func TestTheKernelBeginsWithTheMemoryThatIsAskedFor(t *testing.T) {
	p, err := loadExtism(t, Limits{MemoryBytes: kernelPages * pageBytes, Instances: 1}, func(*handmadeGuest) {})
	require.NoError(t, err)
	i, err := p.pool.get(context.Background())
	require.NoError(t, err)
	assert.EqualValues(t, kernelPages*pageBytes, i.guest.(*extismGuest).kernel.Size())
	p.pool.put(i, true)
}

func TestFailingLoadsOfExtismModulesLeaveNothingBehind(t *testing.T) {
	h := newTestSandbox(t, Options{})
	m := handmadeExtism()
	m.Funcs[funcDescribe].Body = []byte{opUnreachable}
	wasm := m.Bytes()
	load := func(n int) {
		for range n {
			_, err := h.Load(context.Background(), Source{Name: "a", Wasm: wasm}, Limits{MemoryBytes: 2 << 20})
			require.ErrorIs(t, err, KindTrap)
		}
		h.compiling.Wait()
		runtime.GC()
		runtime.GC()
	}
	load(50)
	before, goroutines := heap(), runtime.NumGoroutine()
	load(thorough.Number(950, 50))
	assert.Less(t, heap(), before+16<<20)
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
	assert.Empty(t, h.programs)
}

// go-sdk forgets the runtime of a module that it cannot compile.
func TestACompilationThatGoSDKRefusesLeavesNothingBehind(t *testing.T) {
	compile := func(n int) {
		for range n {
			config := wazero.NewRuntimeConfig().WithMemoryLimitPages(64)
			_, err := extismABI{}.compile(context.Background(), compilation{metered: []byte("no module"), config: config})
			require.Error(t, err)
		}
		runtime.GC()
		runtime.GC()
	}
	compile(20)
	before := heap()
	compile(200)
	assert.Less(t, heap(), before+8<<20)
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// With wazero's default clock a stock-Go guest of the extism ABI stops collecting after some 105 such calls, and grows
// by megabytes with each.
func TestTheHeapOfAStockGoExtismGuestStaysFlat(t *testing.T) {
	thorough.Only(t, "300 calls of 1,000 documents take many seconds")
	p := loadGuestOf(t, "extism", Limits{Instances: 1, Wall: time.Minute, Fuel: 1 << 40})
	rows := make([][]uint32, 1000)
	for i := range rows {
		rows[i] = []uint32{uint32(i)}
	}
	request := guestRequest(t, p, "garbage")
	request.Tables[0] = items(rows...)
	for i := range 300 {
		_, _, err := p.Call(context.Background(), request)
		require.NoError(t, err, "call %d", i)
	}
	assert.EqualValues(t, 1, p.Stats().Started)
	assert.Less(t, p.Stats().MaxMemory, uint64(24<<20))
}
