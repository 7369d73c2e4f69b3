package answer

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// publishStanding makes known how well the answer stands in what was read: how well its quotes address the question and how clearly
// the best says it, how many works say the same and how many something else, how far up they were found, and how authoritative they are.
func (r *Run) publishStanding() {
	if !r.read.Reads() {
		return
	}
	addressed := 0.0
	for _, p := range r.Answer.Evidence {
		if s := r.read.Quoted(p); s != nil {
			addressed = max(addressed, s.Addresses)
		}
	}
	agreeing, opposing := r.sidesOfAnswer()
	clear, counter := r.clarity()
	r.Set("answer.clarity", clear)
	r.Set("answer.counter_clarity", counter)
	verdict := query.Stance("")
	if r.Plan.Polar && r.Answer.Chosen >= 0 {
		verdict = r.Plan.Stances[r.Answer.Chosen]
	}
	r.Set("answer.undecided", verdict == query.Undecided)
	r.Set("answer.denied", verdict == query.Contradicts)
	r.Set("answer.addressed", addressed)
	r.Set("answer.agreement", saturating(agreeing))
	r.Set("answer.opposition", saturating(opposing))
	delete(r.State, "answer.prominence")
	delete(r.State, "answer.authority")
	if cited := r.Answer.Evidence; len(cited) > 0 {
		r.Set("answer.prominence", cited[0].Doc.Features["document.retrieval"])
		if v, ok := authorityOf(cited); ok {
			r.Set("answer.authority", v)
		}
	}
}

// clarity rates how clearly the best sentence says what the answer says, 0..1, and how clearly the best says the contrary: of the
// sentences on either side of a verdict, or of those that are quoted for another answer, which has no contrary. Against a verdict that
// leaves the question open speak sentences of both sides.
func (r *Run) clarity() (clear, counter float64) {
	if r.Plan.Polar && r.Answer.Chosen >= 0 {
		side, _ := r.Answer.Side(&r.Plan)
		for _, s := range r.Sentences {
			switch {
			case !s.Judged || !r.read.Counts(s) || s.Stance == 0:
			case s.Stance*side > 0:
				clear = max(clear, s.Clarity())
			default:
				counter = max(counter, s.Clarity())
			}
		}
		return clear, counter
	}
	for _, p := range r.Answer.Evidence {
		if s := r.read.Quoted(p); s != nil {
			clear = max(clear, s.Meets())
		}
	}
	return clear, 0
}

// saturating is 1 - 1/(1+n): 0 for no work, 0.5 for one, towards 1.
func saturating(n int) float64 { return 1 - 1/(1+float64(n)) }

// sidesOfAnswer counts the works whose sentences say what the answer says, and those that say something else.
func (r *Run) sidesOfAnswer() (agreeing, opposing int) {
	a := r.Answer
	switch {
	case a.Chosen < 0:
		return len(worksOf(a.Evidence)), a.Others
	case !r.Plan.Polar:
		own := worksOf(a.Evidence)
		return len(own), r.elsewhere(own)
	}
	pro, contra := len(r.read.Works(1)), len(r.read.Works(-1))
	switch r.Plan.Stances[a.Chosen] {
	case query.Supports:
		return pro, contra
	case query.Contradicts:
		return contra, pro
	}
	return len(r.read.Addressing(len(r.Documents))), pro + contra
}

// elsewhere counts the works that speak for other options and not for the chosen one.
func (r *Run) elsewhere(own []*state.Document) int {
	var others []*state.Document
	for _, o := range r.Answer.Options {
		if o.Index == r.Answer.Chosen {
			continue
		}
		for _, d := range worksOf(o.Dossier) {
			if !slices.Contains(own, d) && !slices.Contains(others, d) {
				others = append(others, d)
			}
		}
	}
	return len(others)
}

// worksOf returns the distinct works of passages.
func worksOf(ps []*state.Passage) []*state.Document {
	var out []*state.Document
	for _, p := range ps {
		if !slices.Contains(out, p.Doc) {
			out = append(out, p.Doc)
		}
	}
	return out
}

// authorityStage is the stage of select that says how authoritative a work is.
const authorityStage = "authority"

// authorityOf returns the greatest authority of the works cited; false: no stage said anything of one.
func authorityOf(ps []*state.Passage) (float64, bool) {
	best, known := 0.0, false
	for _, d := range worksOf(ps) {
		if v, ok := d.Outputs[score.Output{Stage: authorityStage}]; ok {
			best, known = max(best, v), true
		}
	}
	return min(1, best), known
}
