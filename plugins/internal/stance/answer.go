package stance

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

// The features of a question over all works that were read.
const (
	qEvidence     = iota // of the best work
	qSecond              // of the next one
	qMass                // of all, to 5
	qSide                // mean side of the works, weighted by evidence
	qBestSide            // side of the work with most evidence
	qPoolSide            // side of all sentences as if they were one work
	qPoolEvidence        // and their evidence
	qFor                 // of the work that says most for it
	qAgainst             // against it
	qBalance             // share of the works that speak for it, by evidence
	qUnion               // share of the hypothesis that the best work holds
	qBest                // share that its best sentence holds
	qMissing             // the weight of the greatest term that no sentence holds
	qWorks
	qNegated
	qRelate
	qSame
	qDiffer
	qFavour
	qNeed
	qHedged // hedges in the best work
	qDenied // denials in the best work
	qReported
	qAims
	qAsked
	qDenial // the most outright denial of a sentence
	// PoolFeatures is the length of the vector of a question.
	PoolFeatures
)

// judge lets the model judge the works.
func (p *Pool) judge(m *Model) {
	for k := range p.works {
		w := &p.works[k]
		w.evidence, w.side = sigmoid(m.Evidence.Score(w.vector))*w.asserted, p.together(m, w.views, w.vector)
	}
}

// Vector returns what the works together say, judged by the model.
func (p *Pool) Vector(m *Model) []float32 {
	x := make([]float32, PoolFeatures)
	if len(p.works) == 0 {
		return x
	}
	p.judge(m)
	best, mass, side, balance := &p.works[0], 0.0, 0.0, 0.0
	for k := range p.works {
		w := &p.works[k]
		if w.evidence > best.evidence {
			best = w
		}
		e := float32(w.evidence)
		x[qSecond] = max(x[qSecond], min(e, x[qEvidence]))
		x[qEvidence] = max(x[qEvidence], e)
		weight := w.evidence * w.evidence * w.evidence
		mass += weight
		side += weight * w.side
		balance += weight * sigmoid(2*w.side)
		x[qFor] = max(x[qFor], float32(w.evidence*sigmoid(w.side)))
		x[qAgainst] = max(x[qAgainst], float32(w.evidence*sigmoid(-w.side)))
		x[qMass] += e
		x[qUnion], x[qBest] = max(x[qUnion], w.vector[wUnion]), max(x[qBest], w.vector[wBest])
	}
	x[qMass] = min(5, x[qMass])
	x[qSide], x[qBalance] = float32(sentence.Share(side, mass)), float32(sentence.Share(balance, mass))
	x[qBestSide] = float32(best.side)
	x[qPoolSide], x[qPoolEvidence] = float32(p.SideOf(m)), float32(sigmoid(m.Evidence.Score(p.all)))
	x[qMissing] = float32(p.missing())
	x[qWorks] = float32(min(20, len(p.works)))
	for _, c := range [...][2]int{{qNegated, workOwn + sentence.OwnNegated}, {qRelate, workOwn + sentence.OwnRelate}, {qSame, workOwn + sentence.OwnSame}, {qDiffer, workOwn + sentence.OwnDiffer},
		{qFavour, workOwn + sentence.OwnFavour}, {qNeed, workOwn + sentence.OwnNeed}, {qHedged, sentence.FeatureHedge}, {qDenied, sentence.FeatureDenied}, {qReported, sentence.FeatureReported}, {qAims, sentence.FeatureAims}} {
		x[c[0]] = best.vector[c[1]]
	}
	if p.h.Asked {
		x[qAsked] = 1
	}
	x[qDenial] = float32(deniedMost(p.views))
	return x
}

// denying is by how much a sentence that repeats a claim and denies it lowers the log-odds of support: who refutes a claim says it again,
// and so do others who hold it.
const denying = 2

// deniedMost returns the most outright denial of a sentence.
func deniedMost(views []*view) float64 {
	most := 0.0
	for _, v := range views {
		if o := v.Denial(); math.Abs(o) > math.Abs(most) {
			most = o
		}
	}
	return most
}

// affirming is by how much a sentence that says the whole hypothesis raises the log-odds of support: as denying, where it says the contrary.
const affirming = 2

// affirmedMost returns the most that a sentence affirms.
func affirmedMost(views []*view) float64 {
	most := 0.0
	for _, v := range views {
		most = max(most, v.Affirms())
	}
	return most
}

// missing returns the weight of the greatest term that no sentence holds.
func (p *Pool) missing() float64 {
	var all uint64
	for _, v := range p.views {
		all |= v.held
	}
	most := 0.0
	for _, weight := range p.h.Lacking(all) {
		most = max(most, weight)
	}
	return most
}

var poolNames = strings.Fields(`Evidence Second Mass Side BestSide PoolSide PoolEvidence For Against Balance Union Best Missing Works Negated
	Relate Same Differ Favour Need Hedged Denied Reported Aims Asked Denial`)

// PoolFeatureName names a feature of questions.
func PoolFeatureName(k int) string { return poolNames[k] }
