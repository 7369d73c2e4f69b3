package plugin

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// BenchmarkEmptyCall is the way through the ABI and back, with an input of a few bytes: pool,
// allocation in the guest, copies, digests, checks.
func BenchmarkEmptyCall(b *testing.B) {
	h := newTestSandbox(b, Options{})
	p, err := h.Load(context.Background(), Source{Name: "handmade", Wasm: handmade().bytes()}, Limits{})
	require.NoError(b, err)
	benchmarkCall(b, p, oneItem())
}

// BenchmarkEmptyCallStockGo is the same into a guest of stock Go that scores two items.
func BenchmarkEmptyCallStockGo(b *testing.B) {
	p := loadGuest(b, Limits{})
	benchmarkCall(b, p, guestRequest(b, p, "mean"))
}

func benchmarkCall(b *testing.B, p *Plugin, r *contract.Request) {
	b.Helper()
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := p.Call(ctx, r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(p.Stats().MaxMemory)/(1<<20), "guest-MiB")
}

// BenchmarkScore1000 scores 1,000 documents of 150 tokens against 5 hypotheses of 12 with the
// shipped plugin.
func BenchmarkScore1000(b *testing.B) {
	wasm := shipped(b, "discriminative")
	h := newTestSandbox(b, Options{CacheDir: world.cache})
	p, err := h.Load(context.Background(), Source{Name: "discriminative", Wasm: wasm}, Limits{})
	require.NoError(b, err)
	benchmarkCall(b, p, score1000(b)(p))
}

// BenchmarkLoad shows what compiling costs and what the cache on disk saves; each load is
// that of a new process.
func BenchmarkLoad(b *testing.B) {
	wasm := guestWasm(b)
	load := func(b *testing.B, cache string) {
		h, err := NewSandbox(context.Background(), Options{CacheDir: cache})
		require.NoError(b, err)
		_, err = h.Load(context.Background(), Source{Name: "specimen", Wasm: wasm}, Limits{})
		require.NoError(b, err)
		require.NoError(b, h.Close(context.Background()))
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			load(b, "")
		}
	})
	b.Run("cached", func(b *testing.B) {
		load(b, world.cache)
		for b.Loop() {
			load(b, world.cache)
		}
	})
}

// BenchmarkInstance starts and closes one instance of a loaded stock-Go guest.
func BenchmarkInstance(b *testing.B) {
	p := loadGuest(b, Limits{})
	b.ReportAllocs()
	for b.Loop() {
		i, err := p.start(context.Background())
		require.NoError(b, err)
		i.close()
	}
}

// shipped is a plugin of this binary.
func shipped(b *testing.B, name string) []byte {
	b.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(b, err)
	return wasm
}

// stockGo builds a shipped plugin with stock Go.
func stockGo(b *testing.B, name string) []byte {
	b.Helper()
	to := filepath.Join(world.dir, name+".wasm")
	out, err := build("../../plugins/"+name, to)
	require.NoError(b, err, string(out))
	wasm, err := os.ReadFile(to)
	require.NoError(b, err)
	return wasm
}

// tokenSets makes rows of ascending, distinct token ids out of 20,000.
func tokenSets(table string, rows, size int) contract.Table {
	r := rand.New(rand.NewPCG(1, 2))
	c := contract.Column{Name: "token_set", Type: contract.ColumnTokens, Offsets: []uint32{0}}
	for range rows {
		row := make([]uint32, size)
		for i := range row {
			row[i] = r.Uint32N(20_000)
		}
		slices.Sort(row)
		c.Tokens = append(c.Tokens, slices.Compact(row)...)
		c.Offsets = append(c.Offsets, uint32(len(c.Tokens)))
	}
	return contract.Table{Name: table, Rows: uint32(rows), Columns: []contract.Column{c}}
}
