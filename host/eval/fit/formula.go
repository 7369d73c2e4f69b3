// Package fit fits the weights of a policy's confidence to questions whose answers are known.
//
// The confidence of a policy is a sum of weighted features with bounds (see [Formula], which the shipped
// plugin calibration computes), so whatever comes out of a fit can be written back as weights of a policy. [Fit] moves
// the weights to the least squared error (Brier score) over the questions, held back by a ridge towards the weights that
// the policy has; [CrossValidate] says what that is worth on questions that were not fitted to.
package fit

import (
	"math"

	"github.com/sparkhost/sparkhost/host/eval"
)

// A Term is a summand of the confidence.
type Term struct {
	Name     string
	Base     bool // part of the base; false: a correction
	Weight   float64
	Floor    *float64 // least contribution; nil: none
	Cap      *float64 // greatest contribution; nil: none
	OneSided bool     // may only lower (Weight < 0) or only raise (Weight > 0)
}

// A Formula computes a policy's confidence: Intercept and base terms, as log-odds if it is logistic, then the corrections, whose sum is held
// within [-MaxDown, MaxUp], then the clamp.
type Formula struct {
	Logistic       bool // intercept and base terms add up to log-odds
	Intercept      float64
	Terms          []Term
	MaxUp, MaxDown float64
	Clamp          [2]float64
}

// An Example is a question that was answered.
type Example struct {
	Values []float64 // of the formula's terms, in their order; NaN: unknown, or the term does not apply
	Right  bool      // the answer was right
	Weight float64   // how much it counts in a fit; 0: as 1
}

// Confidence applies the formula to an example. It lies within Clamp.
func (f *Formula) Confidence(x *Example) float64 {
	sum, _ := f.sum(x)
	return min(max(sum, f.Clamp[0]), f.Clamp[1])
}

// Forecasts returns the confidences of examples with what came of them.
func (f *Formula) Forecasts(xs []Example) []eval.Forecast {
	out := make([]eval.Forecast, len(xs))
	for i := range xs {
		out[i] = eval.Forecast{Confidence: f.Confidence(&xs[i]), Right: xs[i].Right}
	}
	return out
}

// sum returns the confidence before the clamp and how much it grows with each weight: the term's value, or 0 where
// a bound holds it.
func (f *Formula) sum(x *Example) (float64, []float64) {
	slope := make([]float64, len(f.Terms))
	base, corrections := f.Intercept, 0.0
	for k := range f.Terms {
		t := &f.Terms[k]
		if math.IsNaN(x.Values[k]) {
			continue
		}
		c, free := t.contribution(x.Values[k])
		if free {
			slope[k] = x.Values[k]
		}
		if t.Base {
			base += c
		} else {
			corrections += c
		}
	}
	if f.Logistic {
		base = f.squash(base, slope)
	}
	held := min(max(corrections, -f.MaxDown), f.MaxUp)
	if held != corrections {
		for k := range f.Terms {
			if !f.Terms[k].Base {
				slope[k] = 0
			}
		}
	}
	return base + held, slope
}

// squash turns log-odds into a probability, and the slopes of the base terms with it.
func (f *Formula) squash(z float64, slope []float64) float64 {
	p := 1 / (1 + math.Exp(-z))
	for k := range f.Terms {
		if f.Terms[k].Base {
			slope[k] *= p * (1 - p)
		}
	}
	return p
}

// weight returns the weight of an example.
func (x *Example) weight() float64 {
	if x.Weight == 0 {
		return 1
	}
	return x.Weight
}

// contribution is weight × value within the term's bounds, and whether none of them holds it.
func (t *Term) contribution(value float64) (float64, bool) {
	plain := t.Weight * value
	c := plain
	if t.Floor != nil {
		c = max(c, *t.Floor)
	}
	if t.Cap != nil {
		c = min(c, *t.Cap)
	}
	if t.OneSided && t.Weight <= 0 {
		c = min(c, 0)
	}
	if t.OneSided && t.Weight >= 0 {
		c = max(c, 0)
	}
	return c, c == plain
}
