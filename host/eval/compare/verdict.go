package compare

import (
	"math"

	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A Verdict says whether the second side is better in a metric.
type Verdict string

// The verdicts.
const (
	Better       Verdict = "better"
	Worse        Verdict = "worse"
	Equivalent   Verdict = "equivalent"   // the difference is under the margin
	Inconclusive Verdict = "inconclusive" // the questions do not tell
)

// verdict of a difference that is significantly not 0, or is not.
func verdict(difference float64, significant, lower bool) Verdict {
	switch {
	case !significant || difference == 0:
		return Inconclusive
	case difference > 0 != lower:
		return Better
	}
	return Worse
}

// judge gives the metric its verdict. A significant difference is better or worse unless its whole 95 % interval is inside of the margin: then
// it does not matter, and is equivalent. Of a difference that is not significant the test of equivalence decides.
func (m *Metric) judge(significant, inside bool) {
	m.Verdict = verdict(m.Difference, significant, m.LowerIsBest)
	if inside || m.within && m.Verdict == Inconclusive {
		m.Verdict = Equivalent
	}
}

// Unsure returns the verdict of a difference that is not significant among several: equivalent if it is under the margin, else inconclusive.
func (m *Metric) Unsure() Verdict {
	if m.within {
		return Equivalent
	}
	return Inconclusive
}

// flat settles a figure of which every resample gives the same difference. Its interval is not known. A difference that is not 0 is as sure as the
// exact sign test makes so many units that agree.
func (m *Metric) flat() {
	m.Interval, m.Method = stats.Unknown(), m.Method+"; all resamples are equal, which tells nothing about the error"
	p := 1.0
	if m.Difference != 0 {
		p = max(*m.P, math.Pow(0.5, float64(m.units-1)))
	}
	m.P = &p
}

// AllEqual says whether every resample gives the same difference, so that the interval is not known although there are questions enough.
func (m *Metric) AllEqual() bool { return !m.Interval.Known() && m.units >= stats.MinUnits }

// unresolved names the metrics of which every resample gives the same difference.
func (r *Report) unresolved() []string {
	var names []string
	for i := range r.Metrics {
		if r.Metrics[i].AllEqual() {
			names = append(names, r.Metrics[i].Name)
		}
	}
	return names
}
