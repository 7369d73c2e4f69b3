// Package chart draws small plots as SVG: scatter and line plots on linear or logarithmic axes. A page
// embeds [Drawing.Inline] and styles it with [Style]; [Drawing.File] stands alone. Equal calls give
// equal bytes, and texts are escaped.
package chart

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
)

// Style is the style sheet of drawings. Classes s0 to s7 are the colours of series; grid, diagonal,
// band, curve, dashed, dot, tick and label are the parts.
//
//go:embed chart.css
var Style string

// Sizes of a plot, in units of its own; the page scales it.
const (
	Width  = 420.0
	Height = 320.0
	Left   = 48.0
	Bottom = 40.0
	Top    = 12.0
	Right  = 12.0
)

// An Axis maps values between Low and High to places between From and To. Values outside are drawn
// at the nearer end. A logarithmic axis needs Low > 0.
type Axis struct {
	Low, High, From, To float64
	Log                 bool
}

// Across returns the horizontal axis of a plot.
func Across(low, high float64) Axis { return Axis{Low: low, High: high, From: Left, To: Width - Right} }

// Up returns the vertical axis of a plot.
func Up(low, high float64) Axis { return Axis{Low: low, High: high, From: Height - Bottom, To: Top} }

// At returns the place of a value.
func (a Axis) At(v float64) float64 {
	low, high, v := a.Low, a.High, min(max(v, a.Low), a.High)
	if a.Log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	if high <= low {
		return (a.From + a.To) / 2
	}
	return a.From + (v-low)/(high-low)*(a.To-a.From)
}

// A Tick marks a value of an axis. One without a label is a fine line of the grid.
type Tick struct {
	Value float64
	Label string
}

// Even returns six ticks at equal distances.
func (a Axis) Even() []Tick {
	var ticks []Tick
	for i := range 6 {
		v := a.Low + (a.High-a.Low)*float64(i)/5
		ticks = append(ticks, Tick{v, fmt.Sprintf("%.3g", v)})
	}
	return ticks
}

// Decades returns ticks at powers of ten, which label names, and fine ones in between.
func (a Axis) Decades(label func(float64) string) []Tick {
	var ticks []Tick
	for v := math.Pow(10, math.Floor(math.Log10(a.Low))); v <= a.High*1.001; v *= 10 {
		if v >= a.Low*0.999 {
			ticks = append(ticks, Tick{v, label(v)})
		}
		for step := 2.0; step < 10; step++ {
			if fine := step * v; fine > a.Low && fine < a.High {
				ticks = append(ticks, Tick{Value: fine})
			}
		}
	}
	return ticks
}

// Side returns the class of a series: eight colours, in turns.
func Side(i int) string { return fmt.Sprintf("s%d", i%8) }

// Escape makes a text safe in markup and in attributes.
var Escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace
