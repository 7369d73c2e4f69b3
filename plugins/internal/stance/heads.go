package stance

// Heads are the log-odds of the heads for questions before corrections, with the vector that corrections weigh.
type Heads struct {
	Decided, Answer float64
	Vector          []float32 // of length [PoolFeatures]
	Addressed       bool      // false: nothing that was read addresses the question, and no correction changes that
}

// Heads judges sentences as [Judge.Judge] does and returns what it judges by. Corrections are fitted to it.
func (j *Judge) Heads(q Question, sentences []Sentence) Heads {
	p := j.Look(q, sentences)
	if !p.addressed() {
		return Heads{Vector: make([]float32, PoolFeatures)}
	}
	x := p.Vector(j.model)
	decided, answer := p.heads(j.model, x)
	return Heads{decided, answer, x, true}
}

// heads are the log-odds that what was read decides the question, and that it supports the hypothesis.
func (p *Pool) heads(m *Model, x []float32) (decided, answer float64) {
	if p.h.Asked {
		decided = m.Question.Score(x)
	} else {
		decided = m.Claim.Score(p.Outstanding(x))
	}
	return decided, m.Answer.Score(x) - denying*float64(x[qDenial]) + affirming*affirmedMost(p.views)
}
