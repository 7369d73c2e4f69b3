//go:build !wasip1

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval"
)

// A cited is a SciFact claim with what its cited abstract says of it.
type cited struct {
	example
	document string
}

// SUPPORT against CONTRADICT on SciFact (train claims), given the cited abstract: how well does the stance signal, the
// log-odds of supports against contradicts, rank them? The reference, of which data/README.md
// speaks, is 0.72. Weights are fitted to four fifths of the claims, or of the abstracts, and rank the rest. Printed with -v:
//
//	go test ./plugins/stance -run CitedAbstract -v
func TestTheStanceSignalRanksClaimsByTheirCitedAbstract(t *testing.T) {
	xs := citedClaims(t)
	byClaim := func(seed uint64) []float64 {
		return crossed(t, xs, seed, func(i int) string { return strconv.Itoa(i) })
	}
	byAbstract := func(seed uint64) []float64 { return crossed(t, xs, seed, func(i int) string { return xs[i].document }) }
	shipped := model{statementSupports, statementContradicts}
	denial := configOf(request(t, nil, "", nil)).denial
	inSample := func(uint64) []float64 {
		scores := make([]float64, len(xs))
		for i := range xs {
			scores[i] = shipped.lean(&xs[i].example, denial)
		}
		return scores
	}
	for _, s := range []struct {
		name   string
		scores func(seed uint64) []float64
		floor  float64
	}{
		{"cross-validated by claims", byClaim, 0.75},
		{"cross-validated by abstracts", byAbstract, 0.74},
		{"shipped weights, which were fitted to these claims", inSample, 0.76},
	} {
		mean := 0.0
		for seed := range uint64(seeds) {
			mean += aucOf(xs, s.scores(seed)) / seeds
		}
		t.Logf("SciFact train, %d claims, %s: AUC %.4f, 95%% interval of the first division %v", len(xs), s.name, mean, intervalOf(xs, s.scores(0)))
		assert.Greater(t, mean, s.floor, s.name)
	}
}

// seeds is how many divisions into five folds are averaged.
const seeds = 4

// lean is the log-odds of supports against contradicts.
func (m *model) lean(x *example, denial float64) float64 {
	return dot(m.supports, &x.vector) - dot(m.contradicts, &x.vector) - denial*x.denial
}

// crossed ranks each claim by weights that were fitted without its fold of five. Claims of one group are in one fold.
func crossed(t *testing.T, xs []cited, seed uint64, group func(int) string) []float64 {
	t.Helper()
	folds, scores := map[string]int{}, make([]float64, len(xs))
	for n, i := range rand.New(rand.NewPCG(seed, 1)).Perm(len(xs)) {
		if _, has := folds[group(i)]; !has {
			folds[group(i)] = n % 5
		}
	}
	for fold := range 5 {
		var in []example
		for i := range xs {
			if folds[group(i)] != fold {
				in = append(in, xs[i].example)
			}
		}
		m := fit(t, in)
		for i := range xs {
			if folds[group(i)] == fold {
				scores[i] = m.lean(&xs[i].example, 0)
			}
		}
	}
	return scores
}

func aucOf(xs []cited, scores []float64) float64 {
	supports := make([]bool, len(xs))
	for i := range xs {
		supports[i] = xs[i].class == 0
	}
	return eval.AUC(scores, supports)
}

func intervalOf(xs []cited, scores []float64) eval.Interval {
	return eval.Bootstrap(len(xs), 1000, 1, func(drawn []int) float64 {
		some, s := make([]cited, len(drawn)), make([]float64, len(drawn))
		for k, i := range drawn {
			some[k], s[k] = xs[i], scores[i]
		}
		return aucOf(some, s)
	})
}

// citedClaims reads the claims that have evidence, each over the abstracts that hold it.
func citedClaims(t *testing.T) []cited {
	t.Helper()
	dir := filepath.Join(dataFolder(t), "scifact")
	type abstract struct {
		ID, Abstract string
		Spans        [][2]int `json:"sentence_spans"`
	}
	abstracts := map[string]abstract{}
	readLines(t, filepath.Join(dir, "corpus.jsonl"), func(line []byte) {
		var a abstract
		require.NoError(t, json.Unmarshal(line, &a))
		abstracts[a.ID] = a
	})
	c, out := configOf(request(t, nil, "", nil)), []cited(nil)
	readLines(t, filepath.Join(dir, "claims-train.jsonl"), func(line []byte) {
		var q struct {
			Claim, Label string
			Evidence     []struct{ Doc string }
		}
		require.NoError(t, json.Unmarshal(line, &q))
		if len(q.Evidence) == 0 {
			return
		}
		var ps []passage
		for n, e := range q.Evidence {
			a := abstracts[e.Doc]
			for i := 0; i < len(a.Spans); i += sentencesPerPassage {
				last := min(i+sentencesPerPassage, len(a.Spans)) - 1
				ps = append(ps, passage{
					reading: reading{text: a.Abstract[a.Spans[i][0]:a.Spans[last][1]]}, row: len(ps), document: float64(n),
					relevance: 1, position: float64(last+1) / float64(len(a.Spans)),
				})
			}
		}
		out = append(out, cited{exampleOf(q.Claim, ps, classes[q.Label], c), q.Evidence[0].Doc})
	})
	require.Len(t, out, 505, "claims with evidence")
	return out
}

// sentencesPerPassage makes passages as long as the engine's, about 600 bytes.
const sentencesPerPassage = 3

// dataFolder is where real data is; without it the test is skipped, or fails where data is required.
func dataFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SPARKHOST_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("SPARKHOST_REQUIRE_DATA") == "1" {
			require.NoError(t, err, "SPARKHOST_REQUIRE_DATA=1")
		}
		t.Skipf("no data in %s; set SPARKHOST_DATA", dir)
	}
	return dir
}
