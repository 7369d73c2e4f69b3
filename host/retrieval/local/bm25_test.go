package local

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// The index ranks exactly as the formula does when it is computed from the texts.
func TestScoresEqualBM25ComputedFromTheTexts(t *testing.T) {
	vocabulary := []string{"salt", "marsh", "kelp", "ice", "ash", "reef"}
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 8)
		docs := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) evidence.Document {
			return evidence.Document{Title: strings.Join(words.Draw(rt, "title"), " "), Abstract: strings.Join(words.Draw(rt, "abstract"), " ")}
		}), 1, 12).Draw(rt, "docs")
		var lines []string
		for i := range docs {
			docs[i].ID = fmt.Sprint(i)
			b, err := json.Marshal(docs[i])
			require.NoError(t, err)
			lines = append(lines, string(b))
		}
		o := options(t, write(t, "c.jsonl", lines...))
		o.Settings.Feedback.Documents = 0
		o.Settings.Stemming = "none"
		c := open(t, o)
		query := rapid.SliceOfNDistinct(rapid.SampledFrom(vocabulary), 1, 3, rapid.ID[string]).Draw(rt, "query")
		hits, err := c.Search(context.Background(), retrieval.Query{Text: strings.Join(query, " "), Limit: 100})
		require.NoError(t, err)
		want := naive(docs, query, o.Settings)
		require.Len(t, hits, len(want))
		for i, h := range hits {
			assert.Equal(t, fmt.Sprint(want[i].Ordinal), h.Document.ID)
			assert.InDelta(t, want[i].Score, h.Score, 1e-9)
		}
	})
}

func naive(docs []evidence.Document, query []string, s Settings) []postings.Hit {
	title, all := make([][]string, len(docs)), make([][]string, len(docs))
	for i, d := range docs {
		title[i] = strings.Fields(d.Title)
		all[i] = append(slices.Clone(title[i]), strings.Fields(d.Abstract)...)
	}
	var out []postings.Hit
	for i := range docs {
		score := 0.0
		for _, term := range query {
			score += bm25(all, i, term, s) + s.TitleBoost*bm25(title, i, term, s)
		}
		if score > 0 {
			out = append(out, postings.Hit{Ordinal: uint32(i), Score: score})
		}
	}
	slices.SortFunc(out, func(a, b postings.Hit) int {
		if math.Abs(a.Score-b.Score) < 1e-12 {
			return int(a.Ordinal) - int(b.Ordinal)
		}
		return postings.CompareHits(a, b)
	})
	return out
}

func bm25(texts [][]string, doc int, term string, s Settings) float64 {
	df, total, freq := 0.0, 0.0, 0.0
	for i, words := range texts {
		total += float64(len(words))
		if slices.Contains(words, term) {
			df++
		}
		for _, w := range words {
			if i == doc && w == term {
				freq++
			}
		}
	}
	n := float64(len(texts))
	if freq == 0 {
		return 0
	}
	idf := math.Log(1 + (n-df+0.5)/(df+0.5))
	return idf * freq * (s.K1 + 1) / (freq + s.K1*(1-s.B+s.B*float64(len(texts[doc]))/(max(1, total)/n)))
}
