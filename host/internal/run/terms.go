package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// A contribution is what one term adds to a score.
type contribution struct {
	term  policy.Term
	value float64
	known bool // an unknown value contributes nothing
	delta float64
}

// sum evaluates a linear score in the policy's order. value looks a term's number
// up; false means unknown.
func sum(terms []policy.Term, value func(policy.Term) (float64, bool)) (float64, []contribution) {
	total := 0.0
	out := make([]contribution, len(terms))
	for i, t := range terms {
		v, known := value(t)
		out[i] = contribution{term: t, value: v, known: known}
		if known {
			out[i].delta = bounded(t, t.Weight*factor(t)*v)
			total += out[i].delta
		}
	}
	return total, out
}

// bounded holds a contribution between the term's floor and cap and, if it is
// one-sided, to the sign of its weight.
func bounded(t policy.Term, delta float64) float64 {
	if t.OneSided && delta*t.Weight < 0 {
		delta = 0
	}
	if t.Floor != nil {
		delta = max(delta, *t.Floor)
	}
	if t.Cap != nil {
		delta = min(delta, *t.Cap)
	}
	return delta
}

// applicable are the terms that speak of questions of one of these kinds.
func applicable(terms []policy.Term, kinds []string) []policy.Term {
	return slices.DeleteFunc(slices.Clone(terms), func(t policy.Term) bool {
		return len(t.Types) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(t.Types, k) })
	})
}

// contributions maps term names to what they add.
func contributions(cs []contribution) map[string]float64 {
	out := make(map[string]float64, len(cs))
	for _, c := range cs {
		out[c.term.Name] = c.delta
	}
	return out
}
