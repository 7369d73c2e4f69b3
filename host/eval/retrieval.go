// Package eval measures: how good a ranking is against judgments, and whether one
// way of ranking is better than another.
//
// The retrieval measures are those of trec_eval, for one query at a time: a ranking
// is a list of document ids, best first, and a document is relevant when its
// judgment is greater than 0. An id that a ranking repeats counts where it is first.
// A query without any relevant document scores 0 in every measure; trec_eval leaves such
// queries out of its means, so leave them out too.
package eval

import (
	"math"
	"slices"
)

// Judgments holds the relevance of documents for one query. What is not in it is
// not relevant.
type Judgments map[string]int

// Relevant returns the number of documents judged greater than 0.
func (j Judgments) Relevant() int {
	n := 0
	for _, rel := range j {
		if rel > 0 {
			n++
		}
	}
	return n
}

// AveragePrecision returns the mean, over all relevant documents, of the precision at the
// rank of each; one that was not retrieved counts 0. trec_eval: map.
func AveragePrecision(ranking []string, j Judgments) float64 {
	relevant, found, sum := j.Relevant(), 0, 0.0
	if relevant == 0 {
		return 0
	}
	for i, rel := range gains(ranking, j) {
		if rel > 0 {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	return sum / float64(relevant)
}

// PrecisionAt returns the share of relevant documents among the first k, where a ranking
// that is shorter counts as filled up with others. trec_eval: P_k.
func PrecisionAt(ranking []string, j Judgments, k int) float64 {
	if k < 1 {
		return 0
	}
	return float64(relevantIn(ranking, j, k)) / float64(k)
}

// RecallAt returns the share of the relevant documents that is among the first k.
// trec_eval: recall_k.
func RecallAt(ranking []string, j Judgments, k int) float64 {
	relevant := j.Relevant()
	if relevant == 0 {
		return 0
	}
	return float64(relevantIn(ranking, j, k)) / float64(relevant)
}

// NDCGAt returns the discounted cumulative gain of the first k over that of the best
// ranking possible. The gain is the judgment itself, the discount log2(rank+1).
// trec_eval: ndcg_cut_k.
func NDCGAt(ranking []string, j Judgments, k int) float64 {
	ideal := make([]int, 0, len(j))
	for _, rel := range j {
		ideal = append(ideal, rel)
	}
	slices.SortFunc(ideal, func(a, b int) int { return b - a })
	best := dcg(ideal, k)
	if best == 0 {
		return 0
	}
	return dcg(gains(ranking, j), k) / best
}

// ReciprocalRank is 1 over the rank of the first relevant document, 0 without one.
// trec_eval: recip_rank.
func ReciprocalRank(ranking []string, j Judgments) float64 {
	for i, rel := range gains(ranking, j) {
		if rel > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// gains returns the relevance by rank; not judged, judged negative and repeated are 0.
func gains(ranking []string, j Judgments) []int {
	seen := make(map[string]bool, len(ranking))
	g := make([]int, len(ranking))
	for i, id := range ranking {
		if !seen[id] {
			g[i] = max(0, j[id])
		}
		seen[id] = true
	}
	return g
}

func relevantIn(ranking []string, j Judgments, k int) int {
	n := 0
	for _, rel := range gains(ranking[:max(0, min(k, len(ranking)))], j) {
		if rel > 0 {
			n++
		}
	}
	return n
}

func dcg(gains []int, k int) float64 {
	sum := 0.0
	for i, rel := range gains[:max(0, min(k, len(gains)))] {
		sum += float64(max(0, rel)) / math.Log2(float64(i+2))
	}
	return sum
}
