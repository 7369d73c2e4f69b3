package postings

import (
	"cmp"
	"container/heap"
	"slices"
)

// A Hit is a document with its score.
type Hit struct {
	Ordinal uint32
	Score   float64
}

// CompareHits puts greater scores first and, among equal ones, earlier documents.
func CompareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ordinal, b.Ordinal))
}

// top keeps the best hits, as a heap whose root is the next to drop.
type top struct {
	hits  []Hit
	limit int
}

// add keeps a hit if it is among the best so far.
func (t *top) add(h Hit) {
	switch {
	case len(t.hits) < t.limit:
		heap.Push(t, h)
	case t.limit > 0 && CompareHits(h, t.hits[0]) < 0:
		t.hits[0] = h
		heap.Fix(t, 0)
	}
}

// least returns the score under which nothing gets in, 0 while there is room.
func (t *top) least() float64 {
	if len(t.hits) < t.limit || t.limit == 0 {
		return 0
	}
	return t.hits[0].Score
}

// sorted returns the hits, best first.
func (t *top) sorted() []Hit {
	slices.SortFunc(t.hits, CompareHits)
	return t.hits
}

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (t *top) Len() int           { return len(t.hits) }
func (t *top) Less(i, j int) bool { return CompareHits(t.hits[i], t.hits[j]) > 0 }
func (t *top) Swap(i, j int)      { t.hits[i], t.hits[j] = t.hits[j], t.hits[i] }
func (t *top) Push(x any)         { t.hits = append(t.hits, x.(Hit)) }
func (t *top) Pop() any {
	last := t.hits[len(t.hits)-1]
	t.hits = t.hits[:len(t.hits)-1]
	return last
}
