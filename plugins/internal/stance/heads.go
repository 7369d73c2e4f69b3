package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

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

// heads returns the log-odds that what was read decides the question, and that it supports the hypothesis.
func (p *Pool) heads(m *Model, x []float32) (decided, answer float64) {
	answer = m.Answer.Score(x) - denying*float64(x[qDenial]) + affirming*affirmedMost(p.views) + p.read()
	if p.h.Asked {
		if x[qBalance] < 0.5 && x[qBest] > askedAbout {
			answer -= askedLean
		}
		return m.Question.Score(x), answer
	}
	return m.Claim.Score(p.Outstanding(x)), answer
}

// askedLean is by how much the log-odds of yes are lowered where the works together, by their evidence, speak against it rather than for it, and a
// sentence holds more than half of the question: works say again what was asked about in either answer, and without it four of five answers are yes
// where two of three should be. Of 0.25, 0.3, 0.35, 0.4 and 0.5 it was chosen on PubMedQA and BioASQ, each left out of the fit; elsewhere, where works may speak of
// other things, both conditions spare answers (docs/benchmarks.md).
const askedLean = 0.3

// read returns the mean of what sentences were read to say, by how far their works are trusted; 0 of none. It counts as much in answers to questions as in
// verdicts on claims: at half as much PubMedQA and BioASQ do alike, and verdicts contradict the sentence that was read more often (docs/benchmarks.md).
func (p *Pool) read() float64 {
	sum, n := 0.0, 0.0
	for _, v := range p.views {
		if r := float64(v.Features[sentence.FeatureReads]); math.Abs(r) > 0.5 {
			sum += r * v.Trust
			n += v.Trust
		}
	}
	return sentence.Share(sum, n)
}
