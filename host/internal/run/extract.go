package run

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// How a sentence's worth as an answer is made: what it holds of the question itself,
// with its neighbours, and what its document holds; more if it states a quantity where one is
// asked for.
const (
	worthOfSentence = 0.5
	worthOfContext  = 0.3
	worthOfDocument = 0.2
	worthOfQuantity = 0.2
	// worthKept is the share of the best sentence's worth that others need to be quoted.
	worthKept = 0.7
)

// A candidate is a sentence that may be quoted as a free answer.
type candidate struct {
	*claim
	worth float64
}

// extract answers a free question with the sentences that tell most of it, each saying
// something new.
func (r *run) extract() {
	ranked := r.candidates()
	a := &answer{chosen: -1}
	for _, c := range ranked {
		if len(a.quotes) == r.Policy.Answer.MaxSentences || c.worth < worthKept*ranked[0].worth {
			break
		}
		if c.overlap >= r.Policy.Answer.MinSupport && !r.said(a.quotes, c.claim) {
			a.quotes = append(a.quotes, c.claim)
		}
	}
	if len(a.quotes) == 0 {
		return
	}
	lines := make([]string, len(a.quotes))
	for i, c := range a.quotes {
		lines[i] = c.Text
		a.evidence = appendNew(a.evidence, c.passage)
	}
	for _, c := range ranked { // others that say the same are cited too
		if len(a.evidence) < r.Policy.Options.CitationsPerEach && c.worth >= worthKept*ranked[0].worth && r.said(a.quotes, c.claim) {
			a.evidence = appendNew(a.evidence, c.passage)
		}
	}
	a.text = strings.Join(lines, " ")
	a.score = a.quotes[0].overlap
	a.phrase = evidence.KeyNounPhrase(a.quotes[0].Text)
	r.answer = a
}

func appendNew(ps []*passage, p *passage) []*passage {
	if slices.Contains(ps, p) {
		return ps
	}
	return append(ps, p)
}

// said tells whether a quote already says what c says, by the measure and threshold that
// cluster claims.
func (r *run) said(quotes []*claim, c *claim) bool {
	return slices.ContainsFunc(quotes, func(q *claim) bool {
		return r.measures.clusters.Of(q.set, c.set) >= r.Policy.Claims.ClusterThreshold
	})
}

// candidates are the sentences of all passages, best first; of equals that of the better
// passage, then the earlier one.
func (r *run) candidates() []candidate {
	weights := r.rarity()
	var out []candidate
	for i, p := range r.passages {
		out = append(out, r.candidatesOf(i, p, weights)...)
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	return out
}

// rarity weighs the question's words: the fewer passages hold one, the more it tells.
func (r *run) rarity() map[uint32]float64 {
	weights := make(map[uint32]float64, len(r.question))
	for _, id := range r.question {
		held := 0.0
		for _, p := range r.passages {
			if _, is := slices.BinarySearch(p.set, id); is {
				held++
			}
		}
		weights[id] = math.Log(1 + (1+float64(len(r.passages)))/(1+held))
	}
	return weights
}

// candidatesOf makes the candidates of one passage.
func (r *run) candidatesOf(index int, p *passage, weights map[uint32]float64) []candidate {
	spans := p.chunk.Sentences
	sets := make([][]uint32, len(spans))
	for i, s := range spans {
		sets[i] = analysis.SetOf(p.doc.ids, s.Words)
	}
	document := r.told(p.doc.all, weights)
	out := make([]candidate, len(spans))
	for i, s := range spans {
		around := sets[i]
		if i > 0 {
			around = evidence.Union(around, sets[i-1])
		}
		if i+1 < len(spans) {
			around = evidence.Union(around, sets[i+1])
		}
		c := &claim{passage: p, set: sets[i], overlap: evidence.Containment(r.question, sets[i]), cluster: -1, option: -1}
		c.Claim = evidence.Claim{
			Passage: index, Document: p.Document, Start: p.Start + s.Start, End: p.Start + s.End, Text: p.Text[s.Start:s.End],
			Confidence: c.overlap * p.relative, Quantities: evidence.Quantities(p.Text[s.Start:s.End]), // U14
		}
		out[i] = candidate{c, worthOfSentence*r.told(sets[i], weights) + worthOfContext*r.told(around, weights) + worthOfDocument*document}
		if r.plan.AnswerType == evidence.AnswerNumericalValue && len(c.Quantities) > 0 && c.overlap > 0 {
			out[i].worth += worthOfQuantity
		}
	}
	return out
}

// told is the share of the question's weight that a set holds.
func (r *run) told(set []uint32, weights map[uint32]float64) float64 {
	part, whole := 0.0, 0.0
	for _, id := range r.question {
		whole += weights[id]
		if _, is := slices.BinarySearch(set, id); is {
			part += weights[id]
		}
	}
	return score.Share(part, whole)
}
