package local

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// dataPack returns the folder of a development pack; see design §12.
func dataPack(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("SPARKHOST_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, name)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("SPARKHOST_REQUIRE_DATA") == "1" {
			t.Fatalf("data pack %s is required but missing", name)
		}
		t.Skipf("data pack %s is missing: set SPARKHOST_DATA", name)
	}
	return dir
}

func readLines(t testing.TB, path string, each func(line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	require.NoError(t, lines.Err())
}

// A topic is a query with what should be found.
type topic struct {
	id, text string
	judged   eval.Judgments
}

func cranfield(t testing.TB, dir string) (topics []topic) {
	f, err := os.Open(filepath.Join(dir, "qrels-dev.tsv"))
	require.NoError(t, err)
	defer f.Close()
	qrels, err := eval.ReadQrels(f)
	require.NoError(t, err)
	readLines(t, filepath.Join(dir, "queries-dev.jsonl"), func(line []byte) {
		var q struct{ ID, Text string }
		require.NoError(t, json.Unmarshal(line, &q))
		topics = append(topics, topic{q.ID, q.Text, qrels[q.ID]})
	})
	return topics
}

func scifact(t testing.TB, dir string) (topics []topic) {
	readLines(t, filepath.Join(dir, "claims-train.jsonl"), func(line []byte) {
		var q struct {
			ID, Claim string
			Cited     []string `json:"cited_docs"`
		}
		require.NoError(t, json.Unmarshal(line, &q))
		j := eval.Judgments{}
		for _, d := range q.Cited {
			j[d] = 1
		}
		topics = append(topics, topic{q.ID, q.Claim, j})
	})
	return topics
}

// figures are means over topics.
type figures struct{ MAP, P10, NDCG10, R10 float64 }

func measure(t testing.TB, c *Corpus, topics []topic) (f figures) {
	n := float64(len(topics))
	for _, q := range topics {
		hits, err := c.Search(context.Background(), retrieval.Query{Text: q.text, Limit: 1000})
		require.NoError(t, err)
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = h.Document.ID
		}
		f.MAP += eval.AveragePrecision(ids, q.judged) / n
		f.P10 += eval.PrecisionAt(ids, q.judged, 10) / n
		f.NDCG10 += eval.NDCGAt(ids, q.judged, 10) / n
		f.R10 += eval.RecallAt(ids, q.judged, 10) / n
	}
	return f
}

func openPack(t testing.TB, dir string) *Corpus {
	start := time.Now()
	c, err := Open(context.Background(), Options{Files: []string{filepath.Join(dir, "corpus.jsonl")}, Dir: t.TempDir(), Settings: DefaultSettings()})
	require.NoError(t, err)
	t.Logf("indexed in %v", time.Since(start))
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

func TestTheReferencesOfCranfieldAreReached(t *testing.T) {
	dir := dataPack(t, "cranfield")
	f := measure(t, openPack(t, dir), cranfield(t, dir))
	t.Logf("%+v", f)
	assert.GreaterOrEqual(t, f.MAP, 0.2835)
	assert.GreaterOrEqual(t, f.P10, 0.232)
}

func TestTheReferencesOfSciFactAreReached(t *testing.T) {
	dir := dataPack(t, "scifact")
	f := measure(t, openPack(t, dir), scifact(t, dir))
	t.Logf("%+v", f)
	assert.GreaterOrEqual(t, f.NDCG10, 0.6605)
}
