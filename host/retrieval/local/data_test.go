package local

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/internal/realdata"
)

// dataPack returns the folder of a development pack; see CONTRIBUTING.md.
func dataPack(t testing.TB, name string) string {
	t.Helper()
	return realdata.Path(t, name)
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

// figures are per topic.
type figures struct{ AP, P10, NDCG10, R10 []float64 }

func measure(t testing.TB, c *Corpus, topics []topic, limit int) (f figures) {
	for _, q := range topics {
		hits, err := c.Search(context.Background(), retrieval.Query{Text: q.text, Limit: limit})
		require.NoError(t, err)
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = h.Document.ID
		}
		f.AP = append(f.AP, eval.AveragePrecision(ids, q.judged))
		f.P10 = append(f.P10, eval.PrecisionAt(ids, q.judged, 10))
		f.NDCG10 = append(f.NDCG10, eval.NDCGAt(ids, q.judged, 10))
		f.R10 = append(f.R10, eval.RecallAt(ids, q.judged, 10))
	}
	return f
}

// caches holds the cache folder of each test by its name.
var caches sync.Map

// openPack opens a pack's corpus; its index is shared within one test.
func openPack(t testing.TB, dir string, s Settings) *Corpus {
	cache, ok := caches.Load(t.Name())
	if !ok {
		cache = t.TempDir()
		caches.Store(t.Name(), cache)
	}
	c, err := Open(context.Background(), Options{Files: []string{filepath.Join(dir, "corpus.jsonl")}, Dir: cache.(string), Settings: s})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

func (f figures) String() string {
	return fmt.Sprintf("MAP %.4f  P@10 %.4f  nDCG@10 %.4f  R@10 %.4f", mean(f.AP), mean(f.P10), mean(f.NDCG10), mean(f.R10))
}

// A mechanism is one thing that the defaults do, with what takes it away.
type mechanism struct {
	name    string
	without func(*Settings)
}

var mechanisms = []mechanism{
	{"stemming, against none", func(s *Settings) { s.Stemming = "none" }},
	{"stemming, against light", func(s *Settings) { s.Stemming = "light" }},
	{"title boost", func(s *Settings) { s.TitleBoost = 0 }},
	{"a word counts once per query", func(s *Settings) { s.QueryRepeats = 1 }},
	{"feedback", func(s *Settings) { s.Feedback.Documents = 0 }},
	{"all of them", func(s *Settings) { *s = Settings{Stemming: "none", K1: 1.2, B: 0.75, QueryRepeats: 1} }},
}

// compareMechanisms logs what every mechanism adds to the main measure of a pack and
// fails where one does harm that the data can show.
func compareMechanisms(t *testing.T, dir string, topics []topic, limit int, of func(figures) []float64) {
	if testing.Short() {
		return // the mechanisms are compared in full runs: seven rankings of each pack
	}
	with := of(measure(t, openPack(t, dir, DefaultSettings()), topics, limit))
	for _, m := range mechanisms {
		s := DefaultSettings()
		m.without(&s)
		d, err := eval.Paired(of(measure(t, openPack(t, dir, s), topics, limit)), with, 1)
		require.NoError(t, err)
		t.Logf("%-30s %+.4f  [%+.4f, %+.4f]  p %.4f  better %d, worse %d of %d", m.name, d.Mean, d.Low, d.High, d.P, d.Better, d.Worse, d.Items)
		assert.False(t, d.High < 0, "%s does harm", m.name)
	}
}

func TestTheReferencesOfCranfieldAreExceeded(t *testing.T) {
	dir := dataPack(t, "cranfield")
	topics := cranfield(t, dir)
	f := measure(t, openPack(t, dir, DefaultSettings()), topics, 1000)
	t.Log(f)
	assert.Greater(t, mean(f.AP), 0.334, "the reference is 0.2835")
	assert.Greater(t, mean(f.P10), 0.25, "the reference is 0.232")
	compareMechanisms(t, dir, topics, 1000, func(f figures) []float64 { return f.AP })
}

func TestTheReferencesOfSciFactAreExceeded(t *testing.T) {
	dir := dataPack(t, "scifact")
	topics := scifact(t, dir)
	f := measure(t, openPack(t, dir, DefaultSettings()), topics, 100)
	t.Log(f)
	assert.Greater(t, mean(f.NDCG10), 0.70, "the reference is 0.6605")
	assert.Greater(t, mean(f.R10), 0.82)
	compareMechanisms(t, dir, topics, 10, func(f figures) []float64 { return f.NDCG10 })
}

func TestTheReferenceOfPubMedQAIsReached(t *testing.T) {
	dir := dataPack(t, "pubmedqa")
	var topics []topic
	readLines(t, filepath.Join(dir, "questions-dev.jsonl"), func(line []byte) {
		var q struct {
			ID, Question string
			Gold         []string `json:"gold_docs"`
		}
		require.NoError(t, json.Unmarshal(line, &q))
		require.Len(t, q.Gold, 1)
		topics = append(topics, topic{q.ID, q.Question, eval.Judgments{q.Gold[0]: 1}})
	})
	c := openPack(t, dir, DefaultSettings())
	f := measure(t, c, topics, 100)
	first := 0.0
	for _, q := range topics {
		hits, err := c.Search(context.Background(), retrieval.Query{Text: q.text, Limit: 1})
		require.NoError(t, err)
		if len(hits) == 1 && q.judged[hits[0].Document.ID] > 0 {
			first += 1 / float64(len(topics))
		}
	}
	t.Logf("R@1 %.4f  %s", first, f)
	assert.GreaterOrEqual(t, first, 0.954)
	compareMechanisms(t, dir, topics, 100, func(f figures) []float64 { return f.AP })
}
