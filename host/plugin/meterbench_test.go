package plugin

import (
	"context"
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The ways to run a guest that the benchmarks compare: as it is, stoppable through the
// runtime's own means, and metered.
const (
	plain   = "plain"
	watched = "watched"
	metered = "metered"
)

// programAs compiles a module in one of the ways.
func programAs(b *testing.B, wasm []byte, way string) *program {
	b.Helper()
	h := newTestSandbox(b, Options{CacheDir: world.cache})
	h.engine = func() wazero.RuntimeConfig { return wazero.NewRuntimeConfig().WithCloseOnContextDone(way == watched) }
	p := &program{key: programKey{pages: 1024}, abi: sparkABI{}}
	if way == metered {
		var e *Error
		wasm, e = h.metered(h.ctx, digestOf(wasm), wasm)
		require.Nil(b, e)
	}
	require.NoError(b, h.build(p, wasm))
	b.Cleanup(p.free)
	return p
}

func digestOf(wasm []byte) string { return hexOf(sha256.Sum256(wasm)) }

// benchmarkWays calls the entry point of a module with the same request in each of the ways.
func benchmarkWays(b *testing.B, wasm []byte, request func(p *Plugin) *contract.Request) {
	p, err := newTestSandbox(b, Options{CacheDir: world.cache}).Load(context.Background(), Source{Name: "guest", Wasm: wasm}, Limits{})
	require.NoError(b, err)
	sent, e := p.prepare(request(p))
	require.Nil(b, e)
	input := sent.Marshal(nil)
	limits, err := Limits{Wall: time.Hour}.withDefaults()
	require.NoError(b, err)
	for _, way := range []string{plain, watched, metered} {
		b.Run(way, func(b *testing.B) {
			i, e := newInstance(context.Background(), programAs(b, wasm, way), limits)
			require.Nil(b, e)
			defer i.close()
			i.guest.bind(p.manifest.Kind)
			for b.Loop() {
				if _, e := i.call(context.Background(), question{request: sent, input: input, allowance: allowance{limits.Fuel, limits.Wall}}); e != nil {
					b.Fatal(e)
				}
			}
			b.ReportMetric(float64(i.tank.used()), "units")
		})
	}
}

// BenchmarkMetering is the price of metering: a guest of TinyGo, guests of stock Go, and tight loops made by hand.
func BenchmarkMetering(b *testing.B) {
	b.Run("score-1000", func(b *testing.B) {
		benchmarkWays(b, shipped(b, "discriminative"), score1000(b))
	})
	b.Run("score-1000-stock-go", func(b *testing.B) {
		benchmarkWays(b, stockGo(b, "discriminative"), score1000(b))
	})
	b.Run("go-mean", func(b *testing.B) {
		benchmarkWays(b, guestWasm(b), func(p *Plugin) *contract.Request {
			r := guestRequest(b, p, "mean")
			r.Tables[0] = items(make([]uint32, 1<<18), make([]uint32, 1<<18))
			return r
		})
	})
	b.Run("tight-loop", func(b *testing.B) {
		m := handmade()
		counting(m, 10_000_000)
		benchmarkWays(b, m.bytes(), func(*Plugin) *contract.Request { return oneItem() })
	})
}

func score1000(b *testing.B) func(p *Plugin) *contract.Request {
	return func(p *Plugin) *contract.Request {
		settings, err := p.Settings(nil)
		require.NoError(b, err)
		return &contract.Request{Config: settings, Tables: []contract.Table{
			tokenSets("items", 1000, 150), tokenSets("options", 5, 12), tokenSets("known", 1, 500),
		}}
	}
}

// BenchmarkCompile is the price of metering when a module is new; nothing is cached.
func BenchmarkCompile(b *testing.B) {
	wasm := guestWasm(b)
	compile := func(b *testing.B, wasm []byte) {
		rt := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2))
		wasi_snapshot_preview1.MustInstantiate(context.Background(), rt)
		_, err := rt.CompileModule(context.Background(), wasm)
		require.NoError(b, err)
		require.NoError(b, rt.Close(context.Background()))
	}
	h := newTestSandbox(b, Options{})
	b.Run(plain, func(b *testing.B) {
		for b.Loop() {
			compile(b, wasm)
		}
	})
	b.Run(metered, func(b *testing.B) {
		for b.Loop() {
			out, e := h.metered(context.Background(), "", wasm)
			require.Nil(b, e)
			compile(b, out)
		}
	})
}

// BenchmarkGap is the worst time between two turns of a goroutine that has nothing to do with a guest that
// computes for a second, while garbage is being collected: the median and the worst of some seconds.
func BenchmarkGap(b *testing.B) {
	p := loadGuest(b, Limits{Fuel: 1 << 60, Wall: time.Second})
	request := guestRequest(b, p, "spin")
	measure := func(b *testing.B, work func()) {
		var gaps []time.Duration
		for b.Loop() {
			gaps = append(gaps, gapWhile(work))
		}
		slices.Sort(gaps)
		b.ReportMetric(gaps[len(gaps)/2].Seconds()*1e3, "ms-median")
		b.ReportMetric(gaps[len(gaps)-1].Seconds()*1e3, "ms-worst")
	}
	b.Run("idle", func(b *testing.B) { // what the machine alone does
		measure(b, func() { time.Sleep(time.Second) })
	})
	b.Run("guest", func(b *testing.B) {
		measure(b, func() { _, _, _ = p.Call(context.Background(), request) })
	})
}

func gapWhile(work func()) (worst time.Duration) {
	ended := make(chan struct{})
	go func() { work(); close(ended) }()
	var garbage [][]byte
	for last := time.Now(); ; {
		garbage = append(garbage[:len(garbage)%1000], make([]byte, 16<<10))
		time.Sleep(100 * time.Microsecond)
		now := time.Now()
		worst, last = max(worst, now.Sub(last)), now
		select {
		case <-ended:
			return worst
		default:
		}
	}
}
