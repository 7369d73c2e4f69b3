package main

import "math"

// A stance is a probability for each of what the passages may say.
type stance struct{ supports, contradicts, undecided float64 }

// A model holds one weight per feature for each log-odds against "undecided".
type model struct{ supports, contradicts []float64 }

// of is the multinomial logistic model's answer; against is added to the log-odds of
// contradicts.
func (m *model) of(f *vector, against float64) stance {
	s, c := dot(m.supports, f), dot(m.contradicts, f)+against
	top := max(s, c, 0)
	es, ec, eu := math.Exp(s-top), math.Exp(c-top), math.Exp(-top)
	sum := es + ec + eu
	return stance{es / sum, ec / sum, eu / sum}
}

func dot(w []float64, f *vector) float64 {
	sum := 0.0
	for i := range min(len(w), len(f)) {
		sum += w[i] * f[i]
	}
	return sum
}
