// Package linear fits log-odds of a class that are a sum of weights of few of many features: small, deterministic. The method is AdaGrad
// (Duchi, Hazan and Singer, 2011) over logistic loss with a penalty on squared weights.
package linear

import "math"

// An Example has values of some features, its class and its weight.
type Example struct {
	At     []int // features, each once
	Value  []float64
	Class  bool
	Weight float64
}

// Options say how weights are fitted. The zero value of a field means its default.
type Options struct {
	Penalty float64 // on squared weights, each time that a feature is seen; default 0.003
	Rounds  int     // through all examples; default 8
	Rate    float64 // default 0.1
}

// heaviest is the most that an example weighs.
const heaviest = 10

// Fit returns a weight for each of so many features and a constant. Equal examples and options give equal weights.
func Fit(examples []Example, features int, o Options) (weights []float64, base float64) {
	o = o.withDefaults()
	weights = make([]float64, features)
	seen, order, chooser := make([]float64, features), make([]int, len(examples)), uint64(7)
	for i := range order {
		order[i] = i
	}
	for range o.Rounds {
		for i := len(order) - 1; i > 0; i-- {
			chooser = chooser*6364136223846793005 + 1442695040888963407
			j := int(chooser>>33) % (i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			e := &examples[i]
			slope := e.slope(weights, base)
			for k, at := range e.At {
				g := slope*e.Value[k] + o.Penalty*weights[at]
				seen[at] += g * g
				weights[at] -= o.Rate * g / math.Sqrt(seen[at]+1)
			}
			base -= o.Rate / 20 * slope
		}
	}
	return weights, base
}

// slope returns how the loss of the example rises with its log-odds.
func (e *Example) slope(weights []float64, base float64) float64 {
	z := base
	for k, at := range e.At {
		z += weights[at] * e.Value[k]
	}
	p := 1 / (1 + math.Exp(-z))
	if e.Class {
		p--
	}
	return p * min(heaviest, e.Weight)
}

func (o Options) withDefaults() Options {
	if o.Penalty == 0 {
		o.Penalty = 0.003
	}
	if o.Rounds == 0 {
		o.Rounds = 8
	}
	if o.Rate == 0 {
		o.Rate = 0.1
	}
	return o
}
