package local

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

func BenchmarkIndexSciFact(b *testing.B) {
	dir := dataPack(b, "scifact")
	o := Options{Files: []string{filepath.Join(dir, "corpus.jsonl")}, Settings: DefaultSettings()}
	for b.Loop() {
		o.Dir = b.TempDir()
		c, err := Open(context.Background(), o)
		require.NoError(b, err)
		require.NoError(b, c.Close())
	}
}

func BenchmarkOpenAgain(b *testing.B) {
	dir := dataPack(b, "scifact")
	o := Options{Files: []string{filepath.Join(dir, "corpus.jsonl")}, Settings: DefaultSettings(), Dir: b.TempDir()}
	first, err := Open(context.Background(), o)
	require.NoError(b, err)
	require.NoError(b, first.Close())
	for b.Loop() {
		c, err := Open(context.Background(), o)
		require.NoError(b, err)
		require.NoError(b, c.Close())
	}
}

func BenchmarkSearchSciFact(b *testing.B) {
	dir := dataPack(b, "scifact")
	topics := scifact(b, dir)
	plain := DefaultSettings()
	plain.Feedback.Documents = 0
	for _, v := range []struct {
		name     string
		settings Settings
		limit    int
	}{{"default/10", DefaultSettings(), 10}, {"default/50", DefaultSettings(), 50}, {"without feedback/10", plain, 10}} {
		b.Run(v.name, func(b *testing.B) {
			c := openPack(b, dir, v.settings)
			i := 0
			for b.Loop() {
				_, err := c.Search(context.Background(), retrieval.Query{Text: topics[i%len(topics)].text, Limit: v.limit})
				require.NoError(b, err)
				i++
			}
		})
	}
}
