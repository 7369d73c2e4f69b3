package fit

import (
	"math"
)

// The temperatures that are looked through, by steps of a twentieth of their logarithm: from a fifth to five.
const (
	temperatureSteps = 65
	temperatureLog   = 1.6094379124341003 // ln 5
)

// Temperature returns a logistic formula whose intercept and base terms are divided by one temperature, the one with the least squared
// error over the examples (Guo et al. 2017, arXiv 1706.04599, with the Brier score for the loss), and the temperature. What a policy
// ranks first stays first but for its corrections. A formula that is not logistic has none: it comes back as it is, with 1.
func Temperature(f *Formula, xs []Example) (*Formula, float64) {
	if !f.Logistic || len(xs) == 0 {
		return f.clone(), 1
	}
	best, at := math.Inf(1), 0
	for i := range temperatureSteps {
		if e := f.at(temperature(i)).squaredError(xs); e < best-1e-12 || e < best+1e-12 && nearerToOne(i, at) {
			best, at = e, i
		}
	}
	t := temperature(at)
	out := f.at(t)
	for k := range out.Terms {
		out.Terms[k].Weight = math.Round(out.Terms[k].Weight*weightDigits) / weightDigits
	}
	out.Intercept = math.Round(out.Intercept*weightDigits) / weightDigits
	return out, t
}

func temperature(i int) float64 {
	return math.Exp(temperatureLog * (2*float64(i)/(temperatureSteps-1) - 1))
}

func nearerToOne(i, than int) bool {
	middle := (temperatureSteps - 1) / 2
	return abs(i-middle) < abs(than-middle)
}

func abs(n int) int { return max(n, -n) }

// at returns the formula at a temperature.
func (f *Formula) at(t float64) *Formula {
	out := f.clone()
	out.Intercept /= t
	for k := range out.Terms {
		if out.Terms[k].Base {
			out.Terms[k].Weight /= t
		}
	}
	return out
}

// squaredError returns the weighted sum of squared errors of the confidences.
func (f *Formula) squaredError(xs []Example) float64 {
	total := 0.0
	for i := range xs {
		d := f.Confidence(&xs[i]) - outcome(&xs[i])
		total += xs[i].weight() * d * d
	}
	return total
}
