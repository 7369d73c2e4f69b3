package main

import "math"

// The links between base terms and confidence.
const (
	linkLinear   = "linear"
	linkLogistic = "logistic"
)

// squash turns a base of log-odds into the probability 1/(1+e^-z) and returns it. The outcome's base becomes the probability at the
// intercept alone; each base term's delta becomes its share of the way from there, in proportion to its log-odds, so that base
// and deltas still add up exactly. What rounding leaves goes to the term with the greatest share, of equals the first by name.
func (o *outcome) squash(intercept nano, terms []term) nano {
	sum := nano(0)
	for i := range terms {
		if terms[i].base {
			sum += o.terms[i].delta
		}
	}
	o.base = sigmoid(intercept)
	end := sigmoid(intercept + sum)
	if sum == 0 {
		o.clear(terms)
		return o.base
	}
	slope := float64(end-o.base) / float64(sum)
	left, widest := end-o.base, -1
	for i := range terms {
		if !terms[i].base {
			continue
		}
		s := &o.terms[i]
		s.delta = nano(math.Round(slope * float64(s.delta)))
		left -= s.delta
		if widest < 0 || wider(s, &o.terms[widest]) {
			widest = i
		}
	}
	o.terms[widest].delta += left
	return end
}

// clear takes the deltas from base terms that cancel out.
func (o *outcome) clear(terms []term) {
	for i := range terms {
		if terms[i].base {
			o.terms[i].delta = 0
		}
	}
}

// wider says whether a moves more than b.
func wider(a, b *summand) bool {
	x, y := max(a.delta, -a.delta), max(b.delta, -b.delta)
	return x > y || x == y && a.name < b.name
}

// sigmoid returns the probability of log-odds, to the nearest unit.
func sigmoid(z nano) nano { return nano(math.Round(float64(one) / (1 + math.Exp(-z.float())))) }
