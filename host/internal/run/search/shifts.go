package search

import (
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// recordShifts tells what the stages of select did to the order of the best documents (S2-24).
func (r *Run) recordShifts() {
	terms := r.TermsOf("select", r.Policy.Select.Terms)
	for i := range r.Policy.Select.Stages {
		s := &r.Policy.Select.Stages[i]
		without := func(d *state.Document) float64 {
			score := d.Score
			for _, c := range d.Parts {
				if c.Term.Stage == s.Name {
					score -= c.Delta
				}
			}
			return score
		}
		if !weighs(terms, s.Name) || len(r.Documents) == 0 {
			continue
		}
		r.Log(record.KindStep, record.Step{
			Name: "select." + s.Name, Ran: true, Reason: "the best documents without its terms and with them", At: state.At(s.At),
			Texts: map[string][]string{
				"before": state.TopDocuments(r.Documents, without),
				"after":  state.TopDocuments(r.Documents, func(d *state.Document) float64 { return d.Score }),
			},
		})
	}
}

func weighs(terms []policy.Term, stage string) bool {
	for _, t := range terms {
		if t.Stage == stage {
			return true
		}
	}
	return false
}
