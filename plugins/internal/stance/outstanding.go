package stance

import "slices"

// The features by which a claim is decided or left open: the best work, and how far it stands out from the works that were read. A
// work that says something of a claim does, where others on its subject hold as many of its words.
const (
	oEvidence     = iota // of the best work
	oSecond              // of the next one
	oUnion               // share of the claim that the best work holds
	oBest                // share that its best sentence holds
	oEvidenceOver        // the same over the middle one of all works
	oUnionOver
	oBestOver
	// OutstandingFeatures is the length of the vector of [Pool.Outstanding].
	OutstandingFeatures
)

// RisingOutstanding says that a rise of any of them may only raise the score of the head for claims.
func RisingOutstanding() map[int]int8 {
	rising := map[int]int8{}
	for k := range OutstandingFeatures {
		rising[k] = 1
	}
	return rising
}

// Outstanding returns how far the best work stands out, by a vector of [Pool.Vector], which judged the works.
func (p *Pool) Outstanding(x []float32) []float32 {
	evidence, union, best := make([]float32, len(p.works)), make([]float32, len(p.works)), make([]float32, len(p.works))
	for k := range p.works {
		w := &p.works[k]
		evidence[k], union[k], best[k] = float32(w.evidence), w.vector[wUnion], w.vector[wBest]
	}
	return []float32{
		x[qEvidence], x[qSecond], x[qUnion], x[qBest],
		x[qEvidence] - middle(evidence), x[qUnion] - middle(union), x[qBest] - middle(best),
	}
}

// middle returns the median, the upper one of an even number; 0 of none.
func middle(v []float32) float32 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// Without returns the pool without some documents. Weights are fitted to it.
func (p *Pool) Without(gone func(document int) bool) *Pool {
	rest := &Pool{h: p.h}
	for _, v := range p.views {
		if !gone(v.sentence.Document) {
			rest.views = append(rest.views, v)
		}
	}
	rest.gather()
	return rest
}
