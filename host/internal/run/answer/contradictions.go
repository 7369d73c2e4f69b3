package answer

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

const (
	clearlyAgainst = 0.3 // clarity of its sentence, from which a work refutes a verdict
	speaksOfAnswer = 0.5 // share of the answer's own words that the sentence of a refutation must hold
)

// CountContradictions publishes how many works refute the answer (B-15): each once, however it was found, and none that the answer rests on.
func (r *Run) CountContradictions() { r.Set("answer.contradictions", float64(len(r.refuters()))) }

// refuters lists the works that refute the answer, in the order of what was read, and then those that falsification found.
func (r *Run) refuters() []*state.Document {
	own := r.OwnSources()
	var out []*state.Document
	add := func(d *state.Document) {
		if !own[d] && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	for _, p := range r.Passages {
		if r.refutesVerdict(p) || r.refutesByFinding(p) {
			add(p.Doc)
		}
	}
	for _, d := range r.Challengers {
		add(d)
	}
	return out
}

// refutesVerdict tells whether the work of a passage takes the other side of a verdict clearly.
func (r *Run) refutesVerdict(p *state.Passage) bool {
	side, verdict := r.Answer.Side(&r.Plan)
	return verdict && r.leans(p.Doc)*side <= -clearlyAgainst
}

// refutesByFinding tells whether a verify stage found a refutation in a passage that concerns the answer. Of a verdict only one that affirms can be
// refuted so, as a refutation of the question's claim agrees with one that denies it.
func (r *Run) refutesByFinding(p *state.Passage) bool {
	return slices.ContainsFunc(r.Noted, func(n state.Noted) bool {
		return n.Table == "passages" && !n.Pairs && slices.Contains(assess.Contradicting, n.Kind) && r.Passages[n.Rows[0]] == p && r.concernsAnswer(p, n.Text)
	})
}

func (r *Run) concernsAnswer(p *state.Passage, quote string) bool {
	if side, verdict := r.Answer.Side(&r.Plan); verdict {
		return side > 0 && r.leans(p.Doc) <= 0
	}
	own := evidence.Difference(r.TokenSet(r.Answer.Text), r.Question)
	said := r.TokenSet(quote)
	if s := r.address.SentenceWith(p, quote); s != nil {
		said = r.read.WordsOf(s)
	}
	return len(own) > 0 && evidence.Containment(own, said) >= speaksOfAnswer
}

// ChallengedBy keeps the works that a falsify stage found to refute the draft.
func (d *Run) ChallengedBy(resp *contract.Response, judged []*state.Passage) {
	for _, f := range resp.Assess.Findings {
		if f.Table == "passages" && slices.Contains(assess.Contradicting, f.Kind) && f.Weight >= clearlyAgainst {
			d.Challengers = append(d.Challengers, judged[f.Rows[0]].Doc)
		}
	}
}

// OwnSources returns the works that the draft rests on: no draft is refuted by its own source. Of a verdict they are those that take its side
// and no other more clearly, of another draft those of the sentences that a stage found it in, else the best one that is cited.
func (r *Run) OwnSources() map[*state.Document]bool {
	own := map[*state.Document]bool{}
	if r.Answer == nil {
		return own
	}
	side, verdict := r.Answer.Side(&r.Plan)
	for i, p := range r.Answer.Evidence {
		switch {
		case verdict:
			own[p.Doc] = own[p.Doc] || r.leans(p.Doc)*side > 0
		case r.Answer.Spans[p] != nil, len(r.Answer.Spans) == 0 && i == 0:
			own[p.Doc] = true
		}
	}
	return own
}

// leans returns the clarity of the clearest sentence of a work, below 0 if it contradicts, -1 to 1.
func (r *Run) leans(d *state.Document) float64 {
	most := 0.0
	for _, s := range r.Sentences {
		if v := math.Copysign(s.Clarity(), s.Stance); s.Passage.Doc == d && math.Abs(v) > math.Abs(most) {
			most = v
		}
	}
	return most
}

// refutingMost is the number of the strongest refutations that make a falsification score (U13).
const refutingMost = 5

// NoisyOr is U13: 1 - Π(1 - strength) over the strongest.
func NoisyOr(hits []state.Refutation) float64 {
	rest := 1.0
	for _, h := range hits[:min(refutingMost, len(hits))] {
		rest *= 1 - h.Strength
	}
	return 1 - rest
}
