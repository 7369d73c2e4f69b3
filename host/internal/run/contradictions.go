package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

const (
	clearlyAgainst = 0.3 // stance times how well its sentence addresses the question, from which a work refutes a verdict
	speaksOfAnswer = 0.5 // share of the answer's own words that the sentence of a refutation must hold
)

// countContradictions publishes how many works refute the answer (B-15): each once, however it was found, and none that the answer rests on.
func (r *run) countContradictions() { r.set("answer.contradictions", float64(len(r.refuters()))) }

// refuters lists the works that refute the answer, in the order of what was read, and then those that falsification found.
func (r *run) refuters() []*document {
	own := r.ownSources()
	var out []*document
	add := func(d *document) {
		if !own[d] && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	for _, p := range r.passages {
		if r.refutesVerdict(p) || r.refutesByFinding(p) {
			add(p.doc)
		}
	}
	for _, d := range r.challengers {
		add(d)
	}
	return out
}

// refutesVerdict tells whether the work of a passage takes the other side of a verdict clearly.
func (r *run) refutesVerdict(p *passage) bool {
	side, verdict := r.answer.side(&r.plan)
	return verdict && r.leans(p.doc)*side <= -clearlyAgainst
}

// refutesByFinding tells whether a verify stage found a refutation in a passage that concerns the answer. Of a verdict only one that affirms can be
// refuted so, as a refutation of the question's claim agrees with one that denies it.
func (r *run) refutesByFinding(p *passage) bool {
	return slices.ContainsFunc(r.noted, func(n noted) bool {
		return n.Table == "passages" && !n.pairs && slices.Contains(contradicting, n.Kind) && r.passages[n.Rows[0]] == p && r.concernsAnswer(p, n.Text)
	})
}

func (r *run) concernsAnswer(p *passage, quote string) bool {
	if side, verdict := r.answer.side(&r.plan); verdict {
		return side > 0 && r.leans(p.doc) <= 0
	}
	own := evidence.Difference(r.tokenSet(r.answer.text), r.question)
	said := r.tokenSet(quote)
	if s := r.sentenceWith(p, quote); s != nil {
		said = r.wordsOf(s)
	}
	return len(own) > 0 && evidence.Containment(own, said) >= speaksOfAnswer
}

// challengedBy keeps the works that a falsify stage found to refute the draft.
func (d *drafting) challengedBy(resp *contract.Response, judged []*passage) {
	for _, f := range resp.Assess.Findings {
		if f.Table == "passages" && slices.Contains(contradicting, f.Kind) && f.Weight >= clearlyAgainst {
			d.challengers = append(d.challengers, judged[f.Rows[0]].doc)
		}
	}
}
