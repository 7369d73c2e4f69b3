package gate

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A value is a measure of a side; without an interval known is false.
type value struct {
	value    float64
	interval stats.Interval
	known    bool
	units    int  // independent questions
	few      bool // the value stands for the questions that were asked, however few
}

func find(side *report.Side, measure string) (value, bool) {
	for _, m := range side.Measures {
		if m.Key == measure {
			return value{value: m.Value, interval: m.Interval, known: true, units: m.Units, few: true}, true
		}
	}
	c := &side.Calibration
	switch {
	case c.Of > 0 && measure == "calibration_error":
		return value{value: c.Error, units: c.Units}, true
	case c.Of > 0 && measure == "squared_error_debiased":
		return value{value: c.Debiased.Value, interval: c.Debiased.Interval, known: true, units: c.Units}, true
	}
	cost, ok := side.Costs[measure]
	return value{value: cost.Mean, few: true, units: stats.MinUnits}, ok
}

// bounds holds the measure to min and max.
func (g *Gate) bounds(side *report.Side) (string, bool) {
	if g.Min == nil && g.Max == nil {
		return "", true
	}
	v, ok := find(side, g.Measure)
	if !ok {
		return g.Measure + " is not known: there is nothing to measure it by", false
	}
	if v.units < stats.MinUnits && (!v.few || g.By == "interval") {
		return fmt.Sprintf("%s is not measurable: %d of at least %d independent questions", g.Measure, v.units, stats.MinUnits), false
	}
	least, most, text := v.value, v.value, fmt.Sprintf("%s is %.4f", g.Measure, v.value)
	if v.known {
		text += " " + v.interval.Text("%.4f", 1)
	}
	if v.units < stats.MinUnits {
		text += fmt.Sprintf(", of %d independent questions only", v.units)
	}
	if g.By == "interval" {
		if !v.known {
			return g.Measure + " has no interval: leave by = \"interval\" out", false
		}
		if !v.interval.Known() {
			return fmt.Sprintf("the interval of %s is not known: all of its resamples are equal, which tells nothing about the error", g.Measure), false
		}
		least, most = v.interval.Low, v.interval.High
	}
	ok = true
	if g.Min != nil {
		text += fmt.Sprintf(", at least %g is asked for", *g.Min)
		ok = ok && least >= *g.Min
	}
	if g.Max != nil {
		text += fmt.Sprintf(", at most %g is asked for", *g.Max)
		ok = ok && most <= *g.Max
	}
	if g.By == "interval" {
		text += " of the whole interval"
	}
	return text, ok
}

// regression holds the measure to the baseline.
func (g *Gate) regression(c *compare.Report) (string, bool) {
	if g.Baseline == "" {
		return "", true
	}
	if c == nil {
		return "there is no baseline to compare with: give --baseline", false
	}
	verdict, difference, interval, lower, ok := against(c, g.Measure)
	m := c.Metric(g.Measure)
	if !ok {
		return g.Measure + " cannot be compared: there is nothing to measure it by on both sides", false
	}
	if m != nil && m.AllEqual() {
		return g.allEqual(m)
	}
	if !interval.Known() {
		return fmt.Sprintf("%s against the baseline is not known: it takes at least %d independent questions", g.Measure, stats.MinUnits), false
	}
	text := fmt.Sprintf("%s is %s against the baseline, %+.4f %s", g.Measure, verdict, difference, interval.Text("%+.4f", 1))
	switch g.Baseline {
	case NotWorse:
		return text, verdict != compare.Worse
	case Better:
		return text + ", better is asked for", verdict == compare.Better
	}
	loss := -interval.Low
	if lower {
		loss = interval.High
	}
	return text + fmt.Sprintf(", a loss under %g is asked for", g.Margin), loss < g.Margin
}

// allEqual holds a difference to the baseline that is the same in every resample, so that a loss cannot be bounded.
func (g *Gate) allEqual(m *compare.Metric) (string, bool) {
	text := fmt.Sprintf("%s is %s against the baseline, %+.4f in every resample", g.Measure, m.Alone, m.Difference)
	switch g.Baseline {
	case NotWorse:
		return text, m.Alone != compare.Worse
	case Better:
		return text + ", better is asked for", m.Alone == compare.Better
	}
	return text + fmt.Sprintf(", which tells nothing about the error: a loss under %g is asked for", g.Margin), false
}

// against finds a measure in the comparison. A gate has named it beforehand, so that it is not adjusted for the others.
func against(c *compare.Report, measure string) (verdict compare.Verdict, difference float64, interval stats.Interval, lower, ok bool) {
	if m := c.Metric(measure); m != nil {
		return m.Alone, m.Difference, m.Interval, m.LowerIsBest, true
	}
	for _, k := range c.Costs {
		if k.Name == measure {
			return k.Alone, k.Difference, k.Interval, true, true
		}
	}
	return "", 0, stats.Interval{}, false, false
}
