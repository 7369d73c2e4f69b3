package scaffold

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// BenchmarkLanguages calls the new project of each language with 1,000 documents of 150 words and a year:
// what a language's SDK costs, as the kernel only counts words. It reports the module's size.
func BenchmarkLanguages(b *testing.B) {
	words := make([][]uint32, 1000)
	years := make([]float64, len(words))
	for i := range words {
		words[i], years[i] = make([]uint32, 150), float64(1990+i%30)
	}
	items := contract.Table{Name: "items", Rows: uint32(len(words)), Columns: []contract.Column{
		contract.TokensColumn("token_set", words), contract.NumbersColumn("year", years, nil),
	}}
	for _, language := range Languages() {
		b.Run(language, func(b *testing.B) { benchmark(b, language, items) })
	}
}

func benchmark(b *testing.B, language string, items contract.Table) {
	dir := b.TempDir() + "/bench"
	_, err := New(Options{Name: "bench", Language: language, Contract: "score", Dir: dir, Version: "0.1.0", SDK: repository})
	require.NoError(b, err)
	p, err := Open(dir)
	require.NoError(b, err)
	made, err := Build(b.Context(), p)
	if lacks := (*MissingToolError)(nil); errors.As(err, &lacks) {
		b.Skip(err)
	}
	require.NoError(b, err)
	wasm, err := os.ReadFile(p.Module())
	require.NoError(b, err)
	s, err := plugin.NewSandbox(b.Context(), plugin.Options{})
	require.NoError(b, err)
	loaded, err := s.Load(b.Context(), plugin.Source{Name: p.Name, Wasm: wasm}, plugin.Limits{})
	require.NoError(b, err)
	settings, err := loaded.Settings(nil)
	require.NoError(b, err)
	request := &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{items}}
	for b.Loop() {
		_, call, err := loaded.Call(b.Context(), request)
		require.NoError(b, err)
		b.ReportMetric(float64(call.Fuel)/1e6, "Mfuel/op")
	}
	b.ReportMetric(float64(made.Size)/1e3, "kB")
	require.NoError(b, s.Close(b.Context()))
}
