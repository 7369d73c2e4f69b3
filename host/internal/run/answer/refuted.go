package answer

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// modelShare scales a refutation that a model alone has found.
const modelShare = 0.1

// KeepRefuted keeps what was found against the draft for the drafts that follow.
func (d *Run) KeepRefuted() {
	d.Last.Draft = d.Answer
	d.Refuted = append(d.Refuted, d.Last)
}

// RefutedBy says how strongly an answer, by its label, or by its text without one, was refuted as an earlier draft (S0-19): the score of the stages, or
// a share of that of a model's refutations as far as they are borne out, whichever is greater.
func (r *Run) RefutedBy(name string) float64 {
	most := 0.0
	for _, d := range r.Refuted {
		if cmp.Or(d.Draft.Label, d.Draft.Text) == name {
			hits := slices.DeleteFunc(slices.Clone(d.Hits), func(h state.Refutation) bool { return !r.bornOut(d.Draft, h) })
			most = max(most, d.Score, modelShare*NoisyOr(hits)*r.outweighs(hits, d.Draft))
		}
	}
	return most
}

// outweighs weighs the works that a model shows against a draft by those that stand behind it, 0..1: one work among four that report a value
// refutes little.
func (r *Run) outweighs(hits []state.Refutation, draft *state.Answer) float64 {
	against := make([]*state.Passage, len(hits))
	for i, h := range hits {
		against[i] = h.Passage
	}
	return min(1, float64(len(worksOf(against)))/float64(max(1, len(r.behind(draft)))))
}

// behind lists the works that a draft rests on, and those whose values agree with theirs.
func (r *Run) behind(draft *state.Answer) []*state.Document {
	own := worksOf(draft.Evidence)
	out := slices.Clone(own)
	for _, n := range r.Noted {
		if n.Table != "claims" || n.Kind != "triangulated" {
			continue
		}
		agree := make([]*state.Passage, len(n.Rows))
		for i, row := range n.Rows {
			agree[i] = r.Claims[row].In
		}
		if works := worksOf(agree); slices.ContainsFunc(works, func(d *state.Document) bool { return slices.Contains(own, d) }) {
			out = append(out, works...)
		}
	}
	slices.SortFunc(out, func(a, b *state.Document) int { return cmp.Compare(a.Index, b.Index) })
	return slices.Compact(out)
}

// bornOut tells whether what a model shows against a draft is a sentence that speaks of the question as well as others do, and says something else
// than the draft. A model that makes refutations up finds no such sentence.
func (r *Run) bornOut(draft *state.Answer, h state.Refutation) bool {
	i := slices.IndexFunc(r.Passages, func(p *state.Passage) bool { return p.ID == h.Passage.ID && p.Doc == h.Passage.Doc })
	if i < 0 {
		return false
	}
	s := r.address.SentenceWith(r.Passages[i], h.Quote)
	return s != nil && r.read.Counts(s) && r.nearTheBest(s) && r.saysOtherwise(draft, s)
}

// saysOtherwise tells whether a sentence takes the other side of a verdict, speaks for another option or denies the draft's, or does not hold the words of
// a free answer.
func (r *Run) saysOtherwise(draft *state.Answer, s *state.Sentence) bool {
	said := r.read.WordsOf(s)
	side, verdict := draft.Side(&r.Plan)
	switch {
	case verdict:
		return s.Judged && s.Stance*side < 0
	case draft.Chosen < 0:
		return evidence.Containment(evidence.Difference(r.TokenSet(draft.Text), r.Question), said) < minCarried
	}
	for i := range r.Own {
		if holds := len(r.Own[i]) > 0 && evidence.Containment(r.Own[i], said) >= minCarried; holds && (i != draft.Chosen) != (len(evidence.Negations(s.Text)) > 0) {
			return true
		}
	}
	return false
}
