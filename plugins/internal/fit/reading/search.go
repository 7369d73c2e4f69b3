package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

// An index finds documents by BM25 (k1 1.2, b 0.75) over titles and sentences.
type index struct {
	postings map[uint64][]posting
	lengths  []float64
	mean     float64
}

type posting struct {
	document int
	times    float64
}

func newIndex(documents []document) *index {
	x := &index{postings: map[uint64][]posting{}, lengths: make([]float64, len(documents))}
	for i, d := range documents {
		for k, s := range d.sentences {
			if k == 0 {
				x.enter(i, s.Title)
			}
			x.enter(i, s.Text)
		}
		x.mean += x.lengths[i] / float64(len(documents))
	}
	return x
}

func (x *index) enter(document int, text string) {
	for _, w := range reading.ContentWords(text) {
		x.lengths[document]++
		list := x.postings[w.Key]
		if n := len(list); n > 0 && list[n-1].document == document {
			list[n-1].times++
			continue
		}
		x.postings[w.Key] = append(list, posting{document, 1})
	}
}

func (x *index) idf(df int) float64 {
	n := float64(len(x.lengths))
	return math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5))
}

// rarity returns the idf of a word over that of a word which no document has.
func (x *index) rarity(key uint64) float64 { return x.idf(len(x.postings[key])) / x.idf(0) }

// search returns the best documents for a text, best first.
func (x *index) search(text string, most int) []int {
	scores := map[int]float64{}
	seen := map[uint64]bool{}
	for _, w := range reading.ContentWords(text) {
		list := x.postings[w.Key]
		if seen[w.Key] {
			continue
		}
		seen[w.Key] = true
		for _, p := range list {
			norm := 1.2 * (1 - 0.75 + 0.75*x.lengths[p.document]/x.mean)
			scores[p.document] += x.idf(len(list)) * 2.2 * p.times / (p.times + norm)
		}
	}
	found := make([]int, 0, len(scores))
	for d := range scores {
		found = append(found, d)
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	return found[:min(most, len(found))]
}
