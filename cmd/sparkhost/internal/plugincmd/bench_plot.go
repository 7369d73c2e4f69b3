package plugincmd

import (
	"io"
	"math"
	"time"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/chart"
)

// drawBench draws median and 99th percentile of a call over the batch size, both on logarithmic scales, into
// an SVG file.
func drawBench(path string, b *benchmark) error {
	d, x, y := &chart.Drawing{}, b.sizes(), b.times()
	d.Rows(y, y.Decades(func(seconds float64) string { return time.Duration(math.Round(seconds * 1e9)).String() }))
	d.Columns(x, benchTicks(b), true)
	d.Names("rows", "time of one call")
	for i := range b.Plugins {
		b.drawSeries(d, x, y, i)
		d.Legend(i, b.tag(i)+": median (dots), 99th percentile (crosses)")
	}
	return shell.ReplacePublic(path, func(w io.Writer) error {
		_, err := io.WriteString(w, d.File("Time of one call by rows")+"\n")
		return err
	})
}

// drawSeries draws one plugin. Lines join batches of one kind; requests of a folder have nothing in between, so they
// get marks only.
func (b *benchmark) drawSeries(d *chart.Drawing, x, y chart.Axis, i int) {
	var median, late []chart.Point
	for _, batch := range b.answered() {
		at := x.At(rowsAtLeastOne(batch))
		median = append(median, chart.Point{X: at, Y: y.At(seconds(batch.Results[i].P50))})
		late = append(late, chart.Point{X: at, Y: y.At(seconds(batch.Results[i].P99))})
	}
	if b.MadeUp {
		d.Curve(late, i, "dashed")
		d.Curve(median, i, "curve")
	}
	for k := range median {
		d.Dot(median[k].X, median[k].Y, 3, i, "")
		d.Cross(late[k].X, late[k].Y, 3.5, i)
	}
}

// Answered returns the batches that the plugins answered.
func (b *benchmark) answered() []benchBatch {
	var list []benchBatch
	for _, batch := range b.Batches {
		if batch.Refused == "" {
			list = append(list, batch)
		}
	}
	return list
}

func rowsAtLeastOne(b benchBatch) float64 { return float64(max(b.Rows, 1)) }

// seconds converts nanoseconds to a time above zero, which a logarithmic scale needs.
func seconds(ns int64) float64 { return float64(max(ns, 1)) / 1e9 }

// sizes returns the axis of batch sizes, with a margin on both sides.
func (b *benchmark) sizes() chart.Axis {
	low, high := math.Inf(1), 0.0
	for _, batch := range b.answered() {
		low, high = min(low, rowsAtLeastOne(batch)), max(high, rowsAtLeastOne(batch))
	}
	x := chart.Across(low/1.3, high*1.3)
	x.Log = true
	return x
}

// legendShare is the part of the plot's height that the legend of two plugins takes.
const legendShare = 0.2

// times returns the axis of times: whole decades, one more where the legend would lie on the marks.
func (b *benchmark) times() chart.Axis {
	low, high := math.Inf(1), 0.0
	for _, batch := range b.answered() {
		for i := range batch.Results {
			low, high = min(low, seconds(batch.Results[i].P50)), max(high, seconds(batch.Results[i].P99))
		}
	}
	bottom, top := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	if top-math.Log10(high) < legendShare*(top-bottom) {
		top++
	}
	y := chart.Up(math.Pow(10, bottom), math.Pow(10, top))
	y.Log = true
	return y
}

// benchTicks returns the sizes that were measured, without those too close to the last.
func benchTicks(b *benchmark) []chart.Tick {
	var ticks []chart.Tick
	for _, batch := range b.Batches {
		v := rowsAtLeastOne(batch)
		if n := len(ticks); n == 0 || ticks[n-1].Value < 1.5*v/2 {
			ticks = append(ticks, chart.Tick{Value: v, Label: shell.Units(int64(v))})
		}
	}
	return ticks
}
