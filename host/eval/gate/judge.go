package gate

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A value is a measure of a side; without an interval Known is false.
type value struct {
	value    float64
	interval stats.Interval
	known    bool
}

func find(side *report.Side, measure string) (value, bool) {
	for _, m := range side.Measures {
		if m.Key == measure {
			return value{m.Value, m.Interval, true}, true
		}
	}
	c := &side.Calibration
	switch {
	case c.Of > 0 && measure == "calibration_error":
		return value{value: c.Error}, true
	case c.Of > 0 && measure == "squared_error_debiased":
		return value{c.Debiased.Value, c.Debiased.Interval, true}, true
	}
	cost, ok := side.Costs[measure]
	return value{value: cost.Mean}, ok
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
	least, most, text := v.value, v.value, fmt.Sprintf("%s is %.4f", g.Measure, v.value)
	if v.known {
		text += fmt.Sprintf(" [%.4f, %.4f]", v.interval.Low, v.interval.High)
	}
	if g.By == "interval" {
		if !v.known {
			return g.Measure + " has no interval: leave by = \"interval\" out", false
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
	if !ok {
		return g.Measure + " cannot be compared: there is nothing to measure it by on both sides", false
	}
	text := fmt.Sprintf("%s is %s against the baseline, %+.4f [%+.4f, %+.4f]", g.Measure, verdict, difference, interval.Low, interval.High)
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
