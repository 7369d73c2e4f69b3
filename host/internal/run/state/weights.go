package state

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
)

// Weights are the terms that count, and what their values spread over.
type weights struct {
	weighed map[string][]policy.Term // of each block of items, the terms that count; nil: not decided yet
	Spreads score.Spreads            // of terms with min-max, by block and name
}

// TermsOf returns the terms of a block that speak of the question and count: those with a condition count
// once documents are selected and it holds.
func (r *Run) TermsOf(block string, terms []policy.Term) []policy.Term {
	if decided, ok := r.weighed[block]; ok {
		terms = decided
	} else {
		terms = slices.DeleteFunc(slices.Clone(terms), func(t policy.Term) bool { return t.When != nil })
	}
	return score.Applicable(terms, r.Plan.Kinds())
}

// DecideTerms asks the conditions of all terms that score items (C23), once there is something to select.
func (r *Run) DecideTerms() {
	if len(r.Documents) == 0 {
		return
	}
	r.weighed = map[string][]policy.Term{}
	for _, b := range []struct {
		name  string
		terms []policy.Term
	}{{"select", r.Policy.Select.Terms}, {"read", r.Policy.Read.Terms}, {"options", r.Policy.Options.Terms}} {
		r.weighed[b.name] = r.Course.Weighed(b.name, b.terms, func(t *policy.Term, err error) {
			r.Warn("condition_unknown", b.name+".term."+t.Name, fmt.Sprintf("term %q of %s was left out: %v", t.Name, b.name, err))
		})
	}
}
