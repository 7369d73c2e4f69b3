package gap

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A Look is the evidence that a gap analysis sees.
type Look struct {
	Documents []*state.Document
	Passages  []*state.Passage // empty unless passages are read
}

// lookFor returns what a block looks at now.
func (r *Run) lookFor(g *policy.Gap) Look {
	l := r.lookAround(g.Read)
	if !g.Draft {
		return l
	}
	return r.drafting(l)
}

// drafting returns the sentences that an answer would be made of now, and their works: a preliminary synthesis. A gap is a part of the
// question that it leaves out (S1-33).
func (r *Run) drafting(l Look) Look {
	var out Look
	for _, cl := range r.trialAnswer(l) {
		p := *cl.In
		p.Text, p.Start, p.End, p.Set = cl.Text, cl.Start, cl.End, cl.Set
		out.Passages = append(out.Passages, &p)
		out.Documents = append(out.Documents, p.Doc)
	}
	return out
}

// lookAround returns what would be read if retrieval ended now: the documents scored best, and their
// passages where the block asks for them. Stages are not called for it, and nothing of the run changes.
func (r *Run) lookAround(read bool) Look {
	l := Look{Documents: r.Documents[:min(len(r.Documents), r.Policy.Select.MaxDocuments)]}
	if !read {
		return l
	}
	for _, d := range l.Documents {
		l.Passages = append(l.Passages, r.read.BestOf(r.read.Cut(d))...)
	}
	best := 0.0
	for _, p := range l.Passages {
		best = max(best, p.Score)
	}
	for _, p := range l.Passages {
		p.Relative = score.Share(p.Score, best)
	}
	slices.SortStableFunc(l.Passages, func(a, b *state.Passage) int { return compareDown(a.Score, b.Score) })
	return l
}

// compareDown compares numbers so that the greatest comes first.
func compareDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// tokens returns all tokens of what is looked at.
func (l Look) tokens() []uint32 {
	var ids []uint32
	for _, p := range l.Passages {
		ids = append(ids, p.Set...)
	}
	if len(l.Passages) == 0 {
		for _, d := range l.Documents {
			ids = append(ids, d.All...)
		}
	}
	return evidence.Set(ids)
}

// without leaves a work out.
func (l Look) without(d *state.Document) Look {
	return Look{
		slices.DeleteFunc(slices.Clone(l.Documents), func(e *state.Document) bool { return e == d }),
		slices.DeleteFunc(slices.Clone(l.Passages), func(p *state.Passage) bool { return p.Doc == d }),
	}
}
