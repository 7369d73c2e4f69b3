package score

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// A Contribution is the part of a score that one term adds.
type Contribution struct {
	Term  policy.Term
	Value float64
	Known bool // an unknown value contributes nothing
	Delta float64
}

// Sum evaluates a linear score in the policy's order. value looks a term's number
// up; false means unknown.
func Sum(terms []policy.Term, value func(policy.Term) (float64, bool)) (float64, []Contribution) {
	total := 0.0
	out := make([]Contribution, len(terms))
	for i, t := range terms {
		v, known := value(t)
		out[i] = Contribution{Term: t, Value: v, Known: known}
		if known {
			out[i].Delta = bounded(t, t.Weight*factor(t)*v)
			total += out[i].Delta
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

// Applicable returns the terms that speak of questions of one of these kinds.
func Applicable(terms []policy.Term, kinds []string) []policy.Term {
	return slices.DeleteFunc(slices.Clone(terms), func(t policy.Term) bool {
		return len(t.Types) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(t.Types, k) })
	})
}

// Contributions maps term names to what they add.
func Contributions(cs []Contribution) map[string]float64 {
	out := make(map[string]float64, len(cs))
	for _, c := range cs {
		out[c.Term.Name] = c.Delta
	}
	return out
}
