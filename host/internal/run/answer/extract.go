package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
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
	*state.Claim
	worth float64
}

// extract answers a free question with the sentences that tell most of it, each saying
// something new.
func (r *Run) extract() {
	ranked := r.candidates()
	a := &state.Answer{Chosen: -1}
	for _, c := range ranked {
		if len(a.Quotes) == r.Policy.Answer.MaxSentences || c.worth < worthKept*ranked[0].worth {
			break
		}
		if c.Overlap >= r.Policy.Answer.MinSupport && !r.said(a.Quotes, c.Claim) {
			a.Quotes = append(a.Quotes, c.Claim)
		}
	}
	if len(a.Quotes) == 0 {
		return
	}
	lines := make([]string, len(a.Quotes))
	for i, c := range a.Quotes {
		lines[i] = c.Text
		a.Evidence = appendNew(a.Evidence, c.In)
	}
	for _, c := range ranked { // others that say the same are cited too
		if len(a.Evidence) < r.Policy.Options.CitationsPerEach && c.worth >= worthKept*ranked[0].worth && r.said(a.Quotes, c.Claim) {
			a.Evidence = appendNew(a.Evidence, c.In)
		}
	}
	a.Text = strings.Join(lines, " ")
	a.Score = a.Quotes[0].Overlap
	a.Phrase = evidence.KeyNounPhrase(a.Quotes[0].Text)
	r.Answer = a
}

func appendNew(ps []*state.Passage, p *state.Passage) []*state.Passage {
	if slices.Contains(ps, p) {
		return ps
	}
	return append(ps, p)
}

// said tells whether a quote already says what c says, by the measure and threshold that
// cluster claims.
func (r *Run) said(quotes []*state.Claim, c *state.Claim) bool {
	return slices.ContainsFunc(quotes, func(q *state.Claim) bool {
		return r.Measures.Clusters.Of(q.Set, c.Set) >= r.Policy.Claims.ClusterThreshold
	})
}

// candidates returns the sentences of all passages, best first; of equals that of the better
// passage, then the earlier one.
func (r *Run) candidates() []candidate {
	weights := r.rarity()
	var out []candidate
	for i, p := range r.Passages {
		out = append(out, r.candidatesOf(i, p, weights)...)
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	return out
}

// rarity weighs the question's words: the fewer passages hold one, the more it tells.
func (r *Run) rarity() map[uint32]float64 {
	weights := make(map[uint32]float64, len(r.Question))
	for _, id := range r.Question {
		held := 0.0
		for _, p := range r.Passages {
			if _, is := slices.BinarySearch(p.Set, id); is {
				held++
			}
		}
		weights[id] = math.Log(1 + (1+float64(len(r.Passages)))/(1+held))
	}
	return weights
}

// candidatesOf makes the candidates of one passage.
func (r *Run) candidatesOf(index int, p *state.Passage, weights map[uint32]float64) []candidate {
	spans := p.Chunk.Sentences
	sets := make([][]uint32, len(spans))
	for i, s := range spans {
		sets[i] = analysis.SetOf(p.Doc.Ids, s.Words)
	}
	document := r.told(p.Doc.All, weights)
	out := make([]candidate, len(spans))
	for i, s := range spans {
		around := sets[i]
		if i > 0 {
			around = evidence.Union(around, sets[i-1])
		}
		if i+1 < len(spans) {
			around = evidence.Union(around, sets[i+1])
		}
		c := &state.Claim{In: p, Set: sets[i], Overlap: evidence.Containment(r.Question, sets[i]), Cluster: -1, Option: -1}
		c.Claim = evidence.Claim{
			Passage: index, Document: p.Document, Start: p.Start + s.Start, End: p.Start + s.End, Text: p.Text[s.Start:s.End],
			Confidence: c.Overlap * p.Relative, Quantities: evidence.Quantities(p.Text[s.Start:s.End]), // U14
		}
		out[i] = candidate{c, worthOfSentence*r.told(sets[i], weights) + worthOfContext*r.told(around, weights) + worthOfDocument*document}
		if r.Plan.AnswerType == evidence.AnswerNumericalValue && len(c.Quantities) > 0 && c.Overlap > 0 {
			out[i].worth += worthOfQuantity
		}
	}
	return out
}

// told returns the share of the question's weight that a set holds.
func (r *Run) told(set []uint32, weights map[uint32]float64) float64 {
	part, whole := 0.0, 0.0
	for _, id := range r.Question {
		whole += weights[id]
		if _, is := slices.BinarySearch(set, id); is {
			part += weights[id]
		}
	}
	return score.Share(part, whole)
}
