package run

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// modelShare scales a refutation that a model alone has found.
const modelShare = 0.1

// A refuted holds what was found against a draft.
type refuted struct {
	draft *answer
	score float64      // that of the stages
	hits  []refutation // what a model says
}

// keepRefuted keeps what was found against the draft for the drafts that follow.
func (d *drafting) keepRefuted() {
	d.last.draft = d.answer
	d.refuted = append(d.refuted, d.last)
}

// refutedBy says how strongly an answer, by its label, or by its text without one, was refuted as an earlier draft (S0-19): the score of the stages, or
// a share of that of a model's refutations as far as they are borne out, whichever is greater.
func (r *run) refutedBy(name string) float64 {
	most := 0.0
	for _, d := range r.refuted {
		if cmp.Or(d.draft.label, d.draft.text) == name {
			hits := slices.DeleteFunc(slices.Clone(d.hits), func(h refutation) bool { return !r.bornOut(d.draft, h) })
			most = max(most, d.score, modelShare*noisyOr(hits))
		}
	}
	return most
}

// bornOut tells whether what a model shows against a draft is a sentence that speaks of the question as well as others do, and says something else
// than the draft. A model that makes refutations up finds no such sentence.
func (r *run) bornOut(draft *answer, h refutation) bool {
	i := slices.IndexFunc(r.passages, func(p *passage) bool { return p.ID == h.passage.ID && p.doc == h.passage.doc })
	if i < 0 {
		return false
	}
	s := r.sentenceWith(r.passages[i], h.quote)
	return s != nil && r.counts(s) && s.addresses >= nearBest*r.bestAddressed() && r.saysOtherwise(draft, s)
}

// saysOtherwise tells whether a sentence takes the other side of a verdict, speaks for another option or denies the draft's, or does not hold the words of
// a free answer.
func (r *run) saysOtherwise(draft *answer, s *sentence) bool {
	said := r.wordsOf(s)
	side, verdict := draft.side(&r.plan)
	switch {
	case verdict:
		return s.judged && s.stance*side < 0
	case draft.chosen < 0:
		return evidence.Containment(evidence.Difference(r.tokenSet(draft.text), r.question), said) < carriedBy
	}
	for i := range r.own {
		if holds := len(r.own[i]) > 0 && evidence.Containment(r.own[i], said) >= carriedBy; holds && (i != draft.chosen) != (len(evidence.Negations(s.text)) > 0) {
			return true
		}
	}
	return false
}
