package local

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
	"github.com/sparkhost/sparkhost/host/retrieval/local/synthetic"
)

const askedLarge = 200

// largeCorpus writes synthetic abstracts, SPARKHOST_BENCH_DOCUMENTS of them or 20,000, unless they are there from
// an earlier run: SPARKHOST_BENCH_DIR names a folder that is kept.
func largeCorpus(b *testing.B) (dir, path string, documents int) {
	documents = 20_000
	if n, err := strconv.Atoi(os.Getenv("SPARKHOST_BENCH_DOCUMENTS")); err == nil {
		documents = n
	}
	if dir = os.Getenv("SPARKHOST_BENCH_DIR"); dir == "" {
		dir = b.TempDir()
	}
	path = filepath.Join(dir, fmt.Sprintf("abstracts-%d.jsonl", documents))
	require.NoError(b, synthetic.New(1).WriteCorpus(path, documents))
	return dir, path, documents
}

func BenchmarkLarge(b *testing.B) {
	dir, path, documents := largeCorpus(b)
	start := time.Now()
	c, err := Open(context.Background(), Options{Files: []string{path}, Dir: dir, Settings: DefaultSettings()})
	require.NoError(b, err)
	defer c.Close()
	b.Logf("%d documents: opened, and built unless it was there, in %v; %d bytes", documents, time.Since(start), c.Stats().IndexBytes)
	settings := DefaultSettings()
	settings.Feedback.Documents = 0
	plain, err := Open(context.Background(), Options{Files: []string{path}, Dir: dir, Settings: settings})
	require.NoError(b, err)
	defer plain.Close()
	for _, way := range []struct {
		name string
		c    *Corpus
	}{{"feedback", c}, {"plain", plain}} {
		b.Run("sparkhost-"+way.name, func(b *testing.B) {
			for b.Loop() {
				p50, p95, found, err := synthetic.New(1).Measure(documents, askedLarge, func(text string) (ids []string, err error) {
					hits, err := way.c.Search(context.Background(), retrieval.Query{Text: text, Limit: 20})
					for _, h := range hits {
						ids = append(ids, h.Document.ID)
					}
					return ids, err
				})
				require.NoError(b, err)
				b.ReportMetric(float64(p50.Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(p95.Microseconds())/1000, "p95-ms")
				b.ReportMetric(found, "found")
			}
			reportWork(b, way.c, documents)
		})
	}
}

// reportWork reports per query what does not depend on the machine, skipping and not.
func reportWork(b *testing.B, c *Corpus, documents int) {
	d := synthetic.New(1)
	for _, exhaustive := range []bool{false, true} {
		var sum postings.Work
		for i := range askedLarge {
			q := d.Query(i * (documents / askedLarge))
			_, w, err := c.rank(context.Background(), retrieval.Query{Text: q.Text, Limit: 20}, exhaustive)
			require.NoError(b, err)
			sum.Add(w)
		}
		kind := map[bool]string{true: "-all", false: ""}[exhaustive]
		b.ReportMetric(float64(sum.Documents)/askedLarge, "documents"+kind)
		b.ReportMetric(float64(sum.Blocks)/askedLarge, "blocks"+kind)
		b.ReportMetric(float64(sum.Postings)/askedLarge, "postings"+kind)
	}
}
