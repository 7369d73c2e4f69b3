package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// A look is the evidence that a gap analysis sees.
type look struct {
	documents []*document
	passages  []*passage // empty unless passages are read
}

// lookAround returns what would be read if retrieval ended now: the documents scored best, and their
// passages where the block asks for them. Stages are not called for it, and nothing of the run changes.
func (r *run) lookAround(read bool) look {
	l := look{documents: r.documents[:min(len(r.documents), r.Policy.Select.MaxDocuments)]}
	if !read {
		return l
	}
	terms := r.termsOf("read", r.Policy.Read.Terms)
	for _, d := range l.documents {
		cut := r.cut(d)
		for _, p := range cut {
			r.spreads.Weigh("read", terms, &p.Item)
		}
		slices.SortStableFunc(cut, func(a, b *passage) int { return compareDown(a.Score, b.Score) })
		if n := r.Policy.Read.PassagesPerDocument; n > 0 {
			cut = cut[:min(n, len(cut))]
		}
		l.passages = append(l.passages, cut...)
	}
	best := 0.0
	for _, p := range l.passages {
		best = max(best, p.Score)
	}
	for _, p := range l.passages {
		p.relative = score.Share(p.Score, best)
	}
	slices.SortStableFunc(l.passages, func(a, b *passage) int { return compareDown(a.Score, b.Score) })
	return l
}

func compareDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// tokens are all tokens of what is looked at.
func (l look) tokens() []uint32 {
	var ids []uint32
	for _, p := range l.passages {
		ids = append(ids, p.set...)
	}
	if len(l.passages) == 0 {
		for _, d := range l.documents {
			ids = append(ids, d.all...)
		}
	}
	return evidence.Set(ids)
}

// without leaves a work out.
func (l look) without(d *document) look {
	return look{
		slices.DeleteFunc(slices.Clone(l.documents), func(e *document) bool { return e == d }),
		slices.DeleteFunc(slices.Clone(l.passages), func(p *passage) bool { return p.doc == d }),
	}
}
