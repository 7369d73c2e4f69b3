package plugin

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// BenchmarkABI compares the two ABIs: an empty call of modules made by hand, one of stock-Go guests with
// two items, and 1,000 documents of 150 tokens.
func BenchmarkABI(b *testing.B) {
	b.Run("empty/spark", func(b *testing.B) {
		benchmarkCall(b, loadHandmade(b, Options{}, Limits{}, func(*testModule) {}), oneItem())
	})
	b.Run("empty/extism", func(b *testing.B) {
		p, err := loadExtism(b, Limits{}, func(*handmadeGuest) {})
		require.NoError(b, err)
		benchmarkCall(b, p, oneItem())
	})
	for _, abi := range abis {
		p := loadGuestOf(b, abi, Limits{Fuel: 1 << 40, Wall: time.Minute})
		request := guestRequest(b, p, "mean")
		b.Run("stock-go/two/"+abi, func(b *testing.B) { benchmarkCall(b, p, request) })
		rows := make([][]uint32, 1000)
		for i := range rows {
			rows[i] = make([]uint32, 150)
			for j := range rows[i] {
				rows[i][j] = uint32(i*7+j*131) % 20_000
			}
		}
		large := guestRequest(b, p, "mean")
		large.Tables[0] = items(rows...)
		b.Run("stock-go/1000x150/"+abi, func(b *testing.B) { benchmarkCall(b, p, large) })
	}
}

// BenchmarkCrossing measures one call of a function of extism:host/env, to hold its price to.
func BenchmarkCrossing(b *testing.B) {
	const times = 10_000
	for name, call := range map[string]func(m *handmadeGuest) []byte{
		"input_load_u64": func(m *handmadeGuest) []byte { return join(i64Const(0), m.host("input_load_u64"), []byte{opDrop}) },
		"store_u64":      func(m *handmadeGuest) []byte { return join([]byte{opLocalGet, 0}, i64Const(0), m.host("store_u64")) },
		"alloc and free": func(m *handmadeGuest) []byte { return join(i64Const(8), m.host("alloc"), m.host("free")) },
	} {
		b.Run(name, func(b *testing.B) {
			p, err := loadExtism(b, Limits{Fuel: 1 << 40}, func(m *handmadeGuest) {
				loop := join([]byte{opLoop, blockEmpty}, call(m), []byte{opLocalGet, 2}, i32Const(1), []byte{assemble.I32Sub, opLocalTee, 2, assemble.BrIf, 0, opEnd})
				m.score(i64Const(8), m.host("alloc"), []byte{assemble.LocalSet, 0}, i32Const(times), []byte{assemble.LocalSet, 2}, loop, m.answer())
			})
			require.NoError(b, err)
			fuel := int64(0)
			for b.Loop() {
				_, c, err := p.Call(context.Background(), oneItem())
				require.NoError(b, err)
				fuel = c.Fuel
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/times, "ns/crossing")
			b.ReportMetric(float64(fuel)/times, "units/crossing")
		})
	}
}
