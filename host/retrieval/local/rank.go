package local

import (
	"cmp"
	"container/heap"
	"slices"
)

// An accumulator sums scores per document. It is used by one search at a time.
type accumulator struct {
	score   []float64 // by ordinal; 0: untouched
	touched []uint32
}

func newAccumulator(documents int) *accumulator {
	return &accumulator{score: make([]float64, documents)}
}

// add adds a positive score.
func (a *accumulator) add(ord uint32, score float64) {
	if a.score[ord] == 0 {
		a.touched = append(a.touched, ord)
	}
	a.score[ord] += score
}

// raise adds a score to a document that has one already.
func (a *accumulator) raise(ord uint32, score float64) {
	if a.score[ord] != 0 {
		a.score[ord] += score
	}
}

// reset forgets all scores in time that depends on the number of documents scored.
func (a *accumulator) reset() {
	for _, ord := range a.touched {
		a.score[ord] = 0
	}
	a.touched = a.touched[:0]
}

// A ranked is a document with its score.
type ranked struct {
	ord   uint32
	score float64
}

// compareRanked puts greater scores first and, among equal ones, earlier documents.
func compareRanked(a, b ranked) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return cmp.Compare(a.ord, b.ord)
}

// top returns the n best, best first.
func (a *accumulator) top(n int) []ranked {
	h := make(worstFirst, 0, min(n, len(a.touched)))
	for _, ord := range a.touched {
		r := ranked{ord, a.score[ord]}
		switch {
		case len(h) < n:
			heap.Push(&h, r)
		case n > 0 && compareRanked(r, h[0]) < 0:
			h[0] = r
			heap.Fix(&h, 0)
		}
	}
	slices.SortFunc(h, compareRanked)
	return h
}

// worstFirst is a heap whose root is the document to drop next.
type worstFirst []ranked

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return compareRanked(h[i], h[j]) > 0 }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *worstFirst) Push(x any)        { *h = append(*h, x.(ranked)) }
func (h *worstFirst) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
