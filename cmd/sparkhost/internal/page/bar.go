package page

import (
	"bytes"
	"html/template"
	"math"

	svg "github.com/ajstarks/svgo/float"
)

// The size of a bar in pixels.
const (
	barWidth  = 220
	barHeight = 16
)

// The colours of bars. They differ in brightness too.
const (
	colorTrack = "#eef1f5"
	colorZero  = "#8a94a0"
	colorSum   = "#1f4e96"
	colorUp    = "#3f8f5b"
	colorDown  = "#c2553f"
)

// part draws the step of a sum that goes from one value to another, on an axis from lo to hi.
// It goes right in green and left in red.
func part(from, to, lo, hi float64) template.HTML {
	color := colorUp
	if to < from {
		color = colorDown
	}
	return draw(from, to, lo, hi, color)
}

// scale draws a value as a bar from zero, on an axis from lo to hi.
func scale(v, lo, hi float64) template.HTML {
	if v < 0 {
		return draw(0, v, lo, hi, colorDown)
	}
	return draw(0, v, lo, hi, colorSum)
}

// draw returns one bar. What is not finite draws the track alone.
func draw(from, to, lo, hi float64, color string) template.HTML {
	var out bytes.Buffer
	c := svg.New(&out)
	c.Decimals = 1
	c.Start(barWidth, barHeight, `class="bar"`, `aria-hidden="true"`)
	c.Rect(0, 3, barWidth, barHeight-6, `fill="`+colorTrack+`"`)
	at := func(v float64) float64 { return barWidth * ((v - lo) / (hi - lo)) }
	if a, b := at(min(from, to)), at(max(from, to)); hi > lo && !math.IsNaN(a+b) && !math.IsInf(a+b, 0) {
		c.Rect(a, 2, max(b-a, 1.5), barHeight-4, `fill="`+color+`"`)
		if zero := at(0); lo < 0 && !math.IsNaN(zero) && !math.IsInf(zero, 0) {
			c.Line(zero, 0, zero, barHeight, `stroke="`+colorZero+`"`)
		}
	}
	c.End()
	text := out.Bytes()
	// The library begins with an XML declaration, which has no place inside HTML.
	return template.HTML(text[max(bytes.Index(text, []byte("<svg")), 0):]) // numbers and constants only
}
