package answer

import (
	"math"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// sameValue is the share by which a value that works report may differ from that of an option, as in triangulation.
const sameValue = 0.05

// reported says how far the works that report the value which is asked for agree with an option, 0..1: their share, the less the fewer they are. False: not
// each option is a quantity of one unit, or no work reports one.
func (r *Run) reported(option int) (float64, bool) {
	values, ok := r.optionValues()
	if !ok {
		return 0, false
	}
	agree, all := 0, 0
	for _, c := range r.Claims {
		if !c.Measured || c.MeasuredUnit() != values[0].Unit {
			continue
		}
		all++
		if nearestValue(values, c.Quantities[0].Value) == option {
			agree++
		}
	}
	if all == 0 {
		return 0, false
	}
	return saturating(agree) * float64(agree) / float64(all), true
}

// optionValues returns the quantities that the options name; false: not each names one, or their units differ.
func (r *Run) optionValues() ([]evidence.Quantity, bool) {
	var out []evidence.Quantity
	for _, o := range r.Plan.Options {
		qs := evidence.Quantities(o.Text)
		if len(qs) != 1 || len(out) > 0 && qs[0].Unit != out[0].Unit {
			return nil, false
		}
		out = append(out, qs[0])
	}
	return out, len(out) > 0
}

// nearestValue returns the number of the value that is a reported one, of several the nearest; -1: none is.
func nearestValue(values []evidence.Quantity, reported float64) int {
	best, least := -1, math.Inf(1)
	for i, q := range values {
		apart := math.Abs(q.Value - reported)
		if apart < least && apart <= sameValue*max(math.Abs(q.Value), math.Abs(reported)) {
			best, least = i, apart
		}
	}
	return best
}
