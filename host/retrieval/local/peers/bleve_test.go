// Package peers holds what the index of local literature is measured beside. It is a package of its own because bleve
// starts goroutines when it is imported.
package peers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval/local/synthetic"
)

const asked = 200

// BenchmarkLargeBleve has the abstracts of BenchmarkLarge (package local) searched by bleve's own index and queries,
// with its English analysis and BM25. The same variables of the environment say how many, and where.
func BenchmarkLargeBleve(b *testing.B) {
	documents := 20_000
	if n, err := strconv.Atoi(os.Getenv("SPARKHOST_BENCH_DOCUMENTS")); err == nil {
		documents = n
	}
	dir := os.Getenv("SPARKHOST_BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
	}
	path := filepath.Join(dir, fmt.Sprintf("abstracts-%d.jsonl", documents))
	require.NoError(b, synthetic.New(1).WriteCorpus(path, documents))
	index := openBleve(b, filepath.Join(dir, fmt.Sprintf("bleve-%d", documents)), path)
	defer index.Close()
	b.Run("bleve-plain", func(b *testing.B) {
		for b.Loop() {
			p50, p95, found, err := synthetic.New(1).Measure(documents, asked, func(text string) (ids []string, err error) {
				q := bleve.NewMatchQuery(text)
				q.SetField("all")
				answer, err := index.Search(bleve.NewSearchRequestOptions(q, 20, 0, false))
				if err != nil {
					return nil, err
				}
				for _, h := range answer.Hits {
					ids = append(ids, h.ID)
				}
				return ids, nil
			})
			require.NoError(b, err)
			b.ReportMetric(float64(p50.Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(p95.Microseconds())/1000, "p95-ms")
			b.ReportMetric(found, "found")
		}
	})
}

func openBleve(b *testing.B, dir, corpus string) bleve.Index {
	if index, err := bleve.Open(dir); err == nil {
		return index
	}
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer, mapping.ScoringModel = "en", "bm25"
	index, err := bleve.New(dir, mapping)
	require.NoError(b, err)
	start := time.Now()
	fill(b, index, corpus)
	b.Logf("built by bleve in %v", time.Since(start))
	return index
}

func fill(b *testing.B, index bleve.Index, path string) {
	f, err := os.Open(path)
	require.NoError(b, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	batch := index.NewBatch()
	for lines.Scan() {
		var d synthetic.Document
		require.NoError(b, json.Unmarshal(lines.Bytes(), &d))
		require.NoError(b, batch.Index(d.ID, map[string]string{"all": d.Title + "\n" + d.Abstract}))
		if batch.Size() == 2000 {
			require.NoError(b, index.Batch(batch))
			batch = index.NewBatch()
		}
	}
	require.NoError(b, lines.Err())
	require.NoError(b, index.Batch(batch))
}
