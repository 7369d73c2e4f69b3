package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// Sizes of a plot, in units of its own; the page scales it.
const (
	plotWidth  = 420.0
	plotHeight = 320.0
	plotLeft   = 48.0
	plotBottom = 40.0
	plotTop    = 12.0
	plotRight  = 12.0
)

// An axis maps values to places.
type axis struct{ low, high, from, to float64 }

func (a axis) at(v float64) float64 {
	if a.high <= a.low {
		return (a.from + a.to) / 2
	}
	return a.from + (min(max(v, a.low), a.high)-a.low)/(a.high-a.low)*(a.to-a.from)
}

func across(low, high float64) axis { return axis{low, high, plotLeft, plotWidth - plotRight} }
func up(low, high float64) axis     { return axis{low, high, plotHeight - plotBottom, plotTop} }

// A drawing is an SVG in the making. Texts are escaped by text alone.
type drawing struct{ strings.Builder }

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.Builder, format+"\n", args...) }

func (d *drawing) text(x, y float64, class, s string) {
	d.add(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, escape(s))
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace

// frame draws both axes with five marks each.
func (d *drawing) frame(x, y axis, below, beside string) {
	for i := range 6 {
		vx, vy := x.low+(x.high-x.low)*float64(i)/5, y.low+(y.high-y.low)*float64(i)/5
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="grid"/>`, plotLeft, y.at(vy), plotWidth-plotRight, y.at(vy))
		d.text(x.at(vx), plotHeight-plotBottom+14, "tick middle", short(vx))
		d.text(plotLeft-6, y.at(vy)+4, "tick end", short(vy))
	}
	d.text((plotLeft+plotWidth-plotRight)/2, plotHeight-6, "label middle", below)
	d.add(`<text transform="translate(12 %.1f) rotate(-90)" class="label middle">%s</text>`, (plotTop+plotHeight-plotBottom)/2, escape(beside))
}

func short(v float64) string { return fmt.Sprintf("%.3g", v) }

func (d *drawing) svg(title string) string {
	return fmt.Sprintf("<svg viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"%s\">\n<title>%s</title>\n%s</svg>", plotWidth, plotHeight, escape(title), escape(title), d.String())
}

// reliability draws accuracy by confidence, with Wilson's bands, and the diagonal of the calibrated.
func reliability(c *Calibration, name string) string {
	d, x, y := &drawing{}, across(0, 1), up(0, 1)
	d.frame(x, y, "confidence", "share that is right")
	d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="diagonal"/>`, x.at(0), y.at(0), x.at(1), y.at(1))
	for _, b := range c.Bins {
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="band s0"/>`, x.at(b.Confidence), y.at(b.Interval.Low), x.at(b.Confidence), y.at(b.Interval.High))
		d.add(`<circle cx="%.1f" cy="%.1f" r="4" class="dot s0"><title>%d answers of confidence %.2f to %.2f: %.3f right [%.3f, %.3f]</title></circle>`, x.at(b.Confidence), y.at(b.Accuracy), b.Count, b.Low, b.High, b.Accuracy, b.Interval.Low, b.Interval.High)
	}
	return d.svg("Reliability of " + name)
}

// riskCurves draws the risk by coverage of each side.
func riskCurves(sides []Side) string {
	top := 0.05
	for i := range sides {
		for _, p := range sides[i].Risk {
			top = max(top, p.Risk)
		}
	}
	d, x, y := &drawing{}, across(0, 1), up(0, math.Ceil(top*20)/20)
	d.frame(x, y, "share answered, surest first", "share of wrong answers")
	for i := range sides {
		d.curve(x, y, sides[i].Risk, i)
		d.legend(i, sides[i].Name)
	}
	return d.svg("Risk by coverage")
}

func (d *drawing) curve(x, y axis, points []stats.RiskPoint, side int) {
	var at []string
	if len(points) > 0 { // equal confidences are answered together: up to there the risk is theirs
		at = append(at, fmt.Sprintf("%.1f,%.1f", x.at(0), y.at(points[0].Risk)))
	}
	for _, p := range points {
		at = append(at, fmt.Sprintf("%.1f,%.1f", x.at(p.Coverage), y.at(p.Risk)))
	}
	d.add(`<polyline points="%s" class="curve s%d"/>`, strings.Join(at, " "), side%8)
}

func (d *drawing) legend(side int, name string) {
	y := plotTop + 12 + 14*float64(side)
	d.add(`<circle cx="%.1f" cy="%.1f" r="4" class="dot s%d"/>`, plotLeft+12, y-4, side%8)
	d.text(plotLeft+22, y, "tick", cut(name))
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
	d, x, y := &drawing{}, across(0, max(most*1.1, 1e-6)), up(0, 1)
	d.frame(x, y, label, "accuracy")
	for i := range sides {
		m := sides[i].Measures[0]
		at := x.at(sides[i].Costs[name].Mean)
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="band s%d"/>`, at, y.at(m.Interval.Low), at, y.at(m.Interval.High), i%8)
		d.add(`<circle cx="%.1f" cy="%.1f" r="5" class="dot s%d"><title>%s: %.3f at %.4g</title></circle>`, at, y.at(m.Value), i%8, escape(sides[i].Name), m.Value, sides[i].Costs[name].Mean)
		d.legend(i, sides[i].Name)
	}
	return d.svg("Cost against accuracy")
}

// forest draws the difference of the accuracy of each comparison with its interval.
func forest(comparisons []*compare.Report) string {
	reach := 0.02
	for _, c := range comparisons {
		if m := c.Metric(compare.Accuracy); m != nil {
			reach = max(reach, math.Abs(m.Interval.Low), math.Abs(m.Interval.High))
		}
	}
	d := &drawing{}
	x := axis{-reach * 100, reach * 100, 150, plotWidth - plotRight}
	row := (plotHeight - plotTop - plotBottom) / float64(max(1, len(comparisons)))
	d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="diagonal"/>`, x.at(0), plotTop, x.at(0), plotHeight-plotBottom)
	for i := range 5 {
		v := x.low + (x.high-x.low)*float64(i)/4
		d.text(x.at(v), plotHeight-plotBottom+14, "tick middle", fmt.Sprintf("%+.3g", v))
	}
	for i, c := range comparisons {
		m := c.Metric(compare.Accuracy)
		if m == nil {
			continue
		}
		y := plotTop + row*(float64(i)+0.5)
		d.text(146, y+4, "tick end", cut(c.Second.Name))
		d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="band s%d"/>`, x.at(100*m.Interval.Low), y, x.at(100*m.Interval.High), y, (i+1)%8)
		d.add(`<circle cx="%.1f" cy="%.1f" r="5" class="dot s%d"><title>%+.1f points [%+.1f, %+.1f]: %s</title></circle>`, x.at(100*m.Difference), y, (i+1)%8, 100*m.Difference, 100*m.Interval.Low, 100*m.Interval.High, m.Verdict)
	}
	d.text((x.from+x.to)/2, plotHeight-6, "label middle", "points of accuracy more than the first side")
	return d.svg("Differences of accuracy")
}
