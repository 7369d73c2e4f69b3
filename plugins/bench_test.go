package plugins_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// BenchmarkScore is one call for 1,000 documents of 150 tokens and 5 hypotheses of 12, fuel on and copies
// included: the shipped module of discriminative beside that of stock Go. In native Go it is
// BenchmarkScore of plugins/discriminative.
func BenchmarkScore(b *testing.B) {
	box := newSandbox(b)
	for _, way := range []struct {
		name  string
		build func(testing.TB, *plugin.Sandbox, string) *plugin.Plugin
	}{{"shipped", shipped}, {"stock_go", stockGo}} {
		b.Run(way.name, func(b *testing.B) {
			p := way.build(b, box, "discriminative")
			request := scoreRequest(b, p)
			var fuel int64
			b.ReportAllocs()
			for b.Loop() {
				_, call, err := p.Call(context.Background(), request)
				require.NoError(b, err)
				fuel = call.Fuel
			}
			b.ReportMetric(float64(fuel), "fuel/op")
			b.ReportMetric(float64(p.Stats().MaxMemory)/(1<<20), "guest-MiB")
		})
	}
}

func scoreRequest(b *testing.B, p *plugin.Plugin) *contract.Request {
	settings, err := p.Settings(nil)
	require.NoError(b, err)
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(rows, size int) contract.Column {
		sets := make([][]uint32, rows)
		for i := range sets {
			for range size {
				sets[i] = append(sets[i], r.Uint32N(20_000))
			}
			slices.Sort(sets[i])
			sets[i] = slices.Compact(sets[i])
		}
		return contract.TokensColumn("token_set", sets)
	}
	return &contract.Request{Config: settings, Tables: []contract.Table{
		{Name: "items", Rows: 1000, Columns: []contract.Column{draw(1000, 150)}},
		{Name: "options", Rows: 5, Columns: []contract.Column{draw(5, 12)}},
	}}
}

// BenchmarkLoadAll makes all shipped plugins ready to be called, as a new process does: with nothing
// compiled yet, and from a compilation cache.
func BenchmarkLoadAll(b *testing.B) {
	for _, way := range []string{"cold", "cached"} {
		b.Run(way, func(b *testing.B) {
			dir := b.TempDir()
			if way == "cached" {
				loadAll(b, dir)
			}
			for b.Loop() {
				if way == "cold" {
					require.NoError(b, os.RemoveAll(dir))
				}
				loadAll(b, dir)
			}
		})
	}
}

func loadAll(b *testing.B, cache string) {
	box, err := plugin.NewSandbox(b.Context(), plugin.Options{CacheDir: cache})
	require.NoError(b, err)
	for _, name := range plugins.Names() {
		shipped(b, box, name)
	}
	require.NoError(b, box.Close(context.Background()))
}
