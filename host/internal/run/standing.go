package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// publishStanding makes known how well the answer stands in what was read: how well its quotes address the question, how many works
// say the same and how many something else, how far up they were found, and how authoritative they are.
func (r *run) publishStanding() {
	if !r.reads() {
		return
	}
	addressed := 0.0
	for _, p := range r.answer.evidence {
		if s := r.quoted(p); s != nil {
			addressed = max(addressed, s.addresses)
		}
	}
	agreeing, opposing := r.sidesOfAnswer()
	r.set("answer.undecided", r.plan.Polar && r.answer.chosen >= 0 && r.plan.Stances[r.answer.chosen] == query.Undecided)
	r.set("answer.addressed", addressed)
	r.set("answer.agreement", saturating(agreeing))
	r.set("answer.opposition", saturating(opposing))
	delete(r.state, "answer.prominence")
	delete(r.state, "answer.authority")
	if cited := r.answer.evidence; len(cited) > 0 {
		r.set("answer.prominence", cited[0].doc.Features["document.retrieval"])
		if v, ok := authorityOf(cited); ok {
			r.set("answer.authority", v)
		}
	}
}

// saturating is 1 - 1/(1+n): 0 for no work, 0.5 for one, towards 1.
func saturating(n int) float64 { return 1 - 1/(1+float64(n)) }

// sidesOfAnswer counts the works whose sentences say what the answer says, and those that say something else.
func (r *run) sidesOfAnswer() (agreeing, opposing int) {
	a := r.answer
	switch {
	case a.chosen < 0:
		return len(worksOf(a.evidence)), a.others
	case !r.plan.Polar:
		own := worksOf(a.evidence)
		return len(own), r.elsewhere(own)
	}
	pro, contra := len(r.works(1)), len(r.works(-1))
	switch r.plan.Stances[a.chosen] {
	case query.Supports:
		return pro, contra
	case query.Contradicts:
		return contra, pro
	}
	return len(r.addressing(len(r.documents))), pro + contra
}

// elsewhere counts the works that speak for other options and not for the chosen one.
func (r *run) elsewhere(own []*document) int {
	var others []*document
	for _, o := range r.answer.options {
		if o.index == r.answer.chosen {
			continue
		}
		for _, d := range worksOf(o.dossier) {
			if !slices.Contains(own, d) && !slices.Contains(others, d) {
				others = append(others, d)
			}
		}
	}
	return len(others)
}

// worksOf are the distinct works of passages.
func worksOf(ps []*passage) []*document {
	var out []*document
	for _, p := range ps {
		if !slices.Contains(out, p.doc) {
			out = append(out, p.doc)
		}
	}
	return out
}

// authorityStage is the stage of select that says how authoritative a work is.
const authorityStage = "authority"

// authorityOf is the greatest authority of the works cited; false: no stage said anything of one.
func authorityOf(ps []*passage) (float64, bool) {
	best, known := 0.0, false
	for _, d := range worksOf(ps) {
		if v, ok := d.Outputs[score.Output{Stage: authorityStage}]; ok {
			best, known = max(best, v), true
		}
	}
	return min(1, best), known
}
