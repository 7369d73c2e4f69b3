package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/internal/chart"
)

// reliability draws accuracy by confidence, with Wilson's bands, and the diagonal of the calibrated.
func reliability(c *Calibration, name string) string {
	d, x, y := &chart.Drawing{}, chart.Across(0, 1), chart.Up(0, 1)
	d.Frame(x, y, "confidence", "share that is right")
	d.Line(x.At(0), y.At(0), x.At(1), y.At(1), "diagonal")
	for _, b := range c.Bins {
		d.Line(x.At(b.Confidence), y.At(b.Interval.Low), x.At(b.Confidence), y.At(b.Interval.High), "band s0")
		d.Dot(x.At(b.Confidence), y.At(b.Accuracy), 4, 0, fmt.Sprintf("%d answers of confidence %.2f to %.2f: %.3f right [%.3f, %.3f]", b.Count, b.Low, b.High, b.Accuracy, b.Interval.Low, b.Interval.High))
	}
	return d.Inline("Reliability of " + name)
}

// riskCurves draws the risk by coverage of each side.
func riskCurves(sides []Side) string {
	top := 0.05
	for i := range sides {
		for _, p := range sides[i].Risk {
			top = max(top, p.Risk)
		}
	}
	d, x, y := &chart.Drawing{}, chart.Across(0, 1), chart.Up(0, math.Ceil(top*20)/20)
	d.Frame(x, y, "share answered, surest first", "share of wrong answers")
	for i := range sides {
		curve(d, x, y, sides[i].Risk, i)
		d.Legend(i, cut(sides[i].Name))
	}
	return d.Inline("Risk by coverage")
}

// curve draws a risk curve. Equal confidences are answered together: up to the first point the risk is that point's.
func curve(d *chart.Drawing, x, y chart.Axis, points []stats.RiskPoint, side int) {
	var at []chart.Point
	if len(points) > 0 {
		at = append(at, chart.Point{X: x.At(0), Y: y.At(points[0].Risk)})
	}
	for _, p := range points {
		at = append(at, chart.Point{X: x.At(p.Coverage), Y: y.At(p.Risk)})
	}
	d.Curve(at, side, "curve")
}

// costPlot draws accuracy by what a question costs: money where any is spent, else searches.
func costPlot(sides []Side) string {
	name, label := "searches", "searches a question"
	for i := range sides {
		if sides[i].Costs["cost_usd"].Total > 0 {
			name, label = "cost_usd", "USD a question"
		}
	}
	most := slices.MaxFunc(sides, func(a, b Side) int { return cmp.Compare(a.Costs[name].Mean, b.Costs[name].Mean) }).Costs[name].Mean
	d, x, y := &chart.Drawing{}, chart.Across(0, max(most*1.1, 1e-6)), chart.Up(0, 1)
	d.Frame(x, y, label, "accuracy")
	for i := range sides {
		m := sides[i].Measures[0]
		at := x.At(sides[i].Costs[name].Mean)
		if m.Interval.Known() {
			d.Line(at, y.At(m.Interval.Low), at, y.At(m.Interval.High), "band "+chart.Side(i))
		}
		d.Dot(at, y.At(m.Value), 5, i, fmt.Sprintf("%s: %.3f at %.4g", sides[i].Name, m.Value, sides[i].Costs[name].Mean))
		d.Legend(i, cut(sides[i].Name))
	}
	return d.Inline("Cost against accuracy")
}

// forest draws the difference of the accuracy of each comparison with its interval.
func forest(comparisons []*compare.Report) string {
	reach := 0.02
	for _, c := range comparisons {
		if m := c.Metric(compare.Accuracy); m != nil {
			reach = max(reach, math.Abs(m.Difference))
			if m.Interval.Known() {
				reach = max(reach, math.Abs(m.Interval.Low), math.Abs(m.Interval.High))
			}
		}
	}
	d := &chart.Drawing{}
	x := chart.Axis{Low: -reach * 100, High: reach * 100, From: 150, To: chart.Width - chart.Right}
	row := (chart.Height - chart.Top - chart.Bottom) / float64(max(1, len(comparisons)))
	d.Line(x.At(0), chart.Top, x.At(0), chart.Height-chart.Bottom, "diagonal")
	for i := range 5 {
		v := x.Low + (x.High-x.Low)*float64(i)/4
		d.Text(x.At(v), chart.Height-chart.Bottom+14, "tick middle", fmt.Sprintf("%+.3g", v))
	}
	for i, c := range comparisons {
		m := c.Metric(compare.Accuracy)
		if m == nil {
			continue
		}
		y := chart.Top + row*(float64(i)+0.5)
		d.Text(146, y+4, "tick end", cut(c.Second.Name))
		if m.Interval.Known() {
			d.Line(x.At(100*m.Interval.Low), y, x.At(100*m.Interval.High), y, "band "+chart.Side(i+1))
		}
		d.Dot(x.At(100*m.Difference), y, 5, i+1, fmt.Sprintf("%+.1f points %s: %s", 100*m.Difference, m.Interval.Text("%+.1f", 100), m.Verdict))
	}
	d.Text((x.From+x.To)/2, chart.Height-6, "label middle", "points of accuracy more than the first side")
	return d.Inline("Differences of accuracy")
}
