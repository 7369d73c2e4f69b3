package cli

import (
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// benchColours belong to the two plugins; they differ in brightness, too.
var benchColours = []color.Color{color.RGBA{R: 0, G: 90, B: 160, A: 255}, color.RGBA{R: 230, G: 140, B: 30, A: 255}}

// drawBench draws median and 99th percentile of a call over the batch size, both on logarithmic scales.
func drawBench(path string, b *benchmark) error {
	p := plot.New()
	p.Title.Text = "time of one call"
	p.X.Label.Text, p.Y.Label.Text = "rows", "time"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = benchTicks(b), decades{}
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding, p.Legend.XOffs, p.Legend.YOffs = vg.Points(2), vg.Points(6), vg.Points(-4)
	p.Add(plotter.NewGrid())
	for i := range b.Plugins {
		if err := drawSeries(p, b, i); err != nil {
			return err
		}
	}
	room(p)
	drawn, err := p.WriterTo(16*vg.Centimeter, 11*vg.Centimeter, strings.TrimPrefix(filepath.Ext(path), "."))
	if err != nil {
		return err
	}
	return replacePublic(path, func(w io.Writer) error {
		_, err := drawn.WriteTo(w)
		return err
	})
}

// drawSeries draws one plugin: the median as a line with marks, the 99th percentile dashed. Requests of a folder
// have nothing in between, so they get marks only.
func drawSeries(p *plot.Plot, b *benchmark, i int) error {
	median := b.points(func(r benchResult) int64 { return r.P50 }, i)
	late := b.points(func(r benchResult) int64 { return r.P99 }, i)
	line, dots, err := plotter.NewLinePoints(median)
	if err != nil {
		return err
	}
	dashed, crosses, err := plotter.NewLinePoints(late)
	if err != nil {
		return err
	}
	for _, mark := range []*plotter.Scatter{dots, crosses} {
		mark.Color, mark.Radius = benchColours[i], vg.Points(2.5)
	}
	dots.Shape, crosses.Shape = draw.CircleGlyph{}, draw.CrossGlyph{}
	line.Color, line.Width = benchColours[i], vg.Points(1.5)
	dashed.Color, dashed.Dashes = benchColours[i], []vg.Length{vg.Points(4), vg.Points(3)}
	if !b.MadeUp {
		p.Add(crosses, dots)
		p.Legend.Add(b.tag(i)+", median", dots)
		p.Legend.Add(b.tag(i)+", 99th percentile", crosses)
		return nil
	}
	p.Add(dashed, crosses, line, dots)
	p.Legend.Add(b.tag(i)+", median", line, dots)
	p.Legend.Add(b.tag(i)+", 99th percentile", dashed, crosses)
	return nil
}

// points are a time of each batch that was measured of one plugin.
func (b *benchmark) points(of func(benchResult) int64, i int) plotter.XYs {
	var list plotter.XYs
	for _, batch := range b.Batches {
		if batch.Refused == "" {
			list = append(list, plotter.XY{X: float64(max(batch.Rows, 1)), Y: seconds(of(batch.Results[i]))})
		}
	}
	return list
}

// seconds is a time above zero, which a logarithmic scale needs.
func seconds(ns int64) float64 { return float64(max(ns, 1)) / 1e9 }

// room makes space around what was drawn: a factor each way, whole decades of time, one more where the legend
// would lie on the marks.
func room(p *plot.Plot) {
	p.X.Min, p.X.Max = p.X.Min/1.3, p.X.Max*1.3
	low, high := math.Floor(math.Log10(p.Y.Min)), math.Ceil(math.Log10(p.Y.Max))
	if top := math.Log10(p.Y.Max); high-top < legendShare*(high-low) {
		high++
	}
	p.Y.Min, p.Y.Max = math.Pow(10, low), math.Pow(10, high)
}

// legendShare is the part of the plot's height that the legend of two plugins takes.
const legendShare = 0.2

// benchTicks are the sizes that were measured.
func benchTicks(b *benchmark) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, batch := range b.Batches {
		x := float64(max(batch.Rows, 1))
		if n := len(ticks); n == 0 || ticks[n-1].Value < 1.5*x/2 {
			ticks = append(ticks, plot.Tick{Value: x, Label: units(int64(x))})
		}
	}
	return ticks
}

// decades marks powers of ten with their time, and the steps in between.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(least, most float64) []plot.Tick {
	var ticks []plot.Tick
	for v := math.Pow(10, math.Floor(math.Log10(least))); v <= most*1.001; v *= 10 {
		ticks = append(ticks, plot.Tick{Value: v, Label: time.Duration(math.Round(v * 1e9)).String()})
		for step := 2.0; step < 10 && step*v <= most; step++ {
			ticks = append(ticks, plot.Tick{Value: step * v})
		}
	}
	return ticks
}
