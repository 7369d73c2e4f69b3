package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

// conflicting is by how much numbers in conflict, beliefs called wrong and comparisons the other way round lower the log-odds of support:
// too rare for trees to learn it.
const conflicting = 2

// SideOf returns the log-odds that sentences with a vector support the hypothesis.
func (m *Model) SideOf(x []float32) float64 {
	return m.Side.Score(x) - conflicting*sentence.Conflict(x)
}

// SideOf returns the log-odds that all sentences together support the hypothesis. Figures of a fit are taken of it.
func (p *Pool) SideOf(m *Model) float64 { return p.together(m, p.views, p.all) }

// worded is how much the words that only one side has count beside the features.
const worded = 0.35

// together returns the log-odds that sentences support the hypothesis: half by the vector of them all, and half by each of them alone, as what one
// of many says is lost in the vector of all; and a little by the words that only one side has.
func (p *Pool) together(m *Model, views []*view, all []float32) float64 {
	side := m.SideOf(all)
	if len(views) > 1 {
		mean, least := m.each(views)
		side = side/2 + (mean+least)/4
	}
	return side + worded*m.Polarity.Score(apart(p.h, views, m.Polarity))
}

// each judges the sentences one by one: their mean, in which the clearer ones count the more, and the one that speaks most against the
// hypothesis, since few works deny anything outright. Both heed attention.
func (m *Model) each(views []*view) (mean, least float64) {
	top, sum, mass := 0.0, 0.0, 0.0
	for _, v := range views {
		top = max(top, v.attention)
	}
	least = math.Inf(1)
	for _, v := range views {
		side, heed := v.sideBy(m), sentence.Share(v.attention, top)
		weight := heed * math.Abs(side)
		sum += weight * side
		mass += weight
		least = min(least, math.Sqrt(heed)*side)
	}
	return sentence.Share(sum, mass), least
}

// sideBy returns the log-odds that the sentence alone supports the hypothesis. It is remembered for the last model.
func (v *view) sideBy(m *Model) float64 {
	if v.by != m {
		v.by, v.side = m, m.SideOf(v.vector())
	}
	return v.side
}

// vector returns that of a work which is this sentence alone.
func (v *view) vector() []float32 {
	if v.alone == nil {
		v.alone = workVector(v.h, []*view{v})
	}
	return v.alone
}
