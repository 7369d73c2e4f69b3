package chart

import (
	"fmt"
	"strings"
)

// A Drawing collects the parts of one plot. The zero value is empty and ready.
type Drawing struct{ parts strings.Builder }

// Line draws a straight line between two places.
func (d *Drawing) Line(x1, y1, x2, y2 float64, class string) {
	d.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>`, x1, y1, x2, y2, class)
}

// Dot draws a disc of a series. A browser shows the title when the pointer rests on it; "" for none.
func (d *Drawing) Dot(x, y, radius float64, series int, title string) {
	if title != "" {
		title = "<title>" + Escape(title) + "</title>"
	}
	d.add(`<circle cx="%.1f" cy="%.1f" r="%g" class="dot %s">%s</circle>`, x, y, radius, Side(series), title)
}

// Cross draws an upright cross of a series.
func (d *Drawing) Cross(x, y, radius float64, series int) {
	d.Line(x-radius, y, x+radius, y, "curve "+Side(series))
	d.Line(x, y-radius, x, y+radius, "curve "+Side(series))
}

// A Point is a place in a plot.
type Point struct{ X, Y float64 }

// Curve draws a line through places. The class is curve or dashed.
func (d *Drawing) Curve(points []Point, series int, class string) {
	at := make([]string, len(points))
	for i, p := range points {
		at[i] = fmt.Sprintf("%.1f,%.1f", p.X, p.Y)
	}
	d.add(`<polyline points="%s" fill="none" class="%s %s"/>`, strings.Join(at, " "), class, Side(series))
}

// Text writes a text at a place. Classes middle and end say which part of the text is there.
func (d *Drawing) Text(x, y float64, class, s string) {
	d.add(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, Escape(s))
}

// Legend names a series in the upper left corner, one line each.
func (d *Drawing) Legend(series int, name string) {
	y := Top + 12 + 14*float64(series)
	d.Dot(Left+12, y-4, 4, series, "")
	d.Text(Left+22, y, "tick", name)
}

// Frame draws both axes with six even marks each and their names.
func (d *Drawing) Frame(x, y Axis, below, beside string) {
	d.Rows(y, y.Even())
	d.Columns(x, x.Even(), false)
	d.Names(below, beside)
}

// Rows draws horizontal grid lines with labels on the left.
func (d *Drawing) Rows(y Axis, ticks []Tick) {
	for _, t := range ticks {
		d.Line(Left, y.At(t.Value), Width-Right, y.At(t.Value), gridClass(t))
		if t.Label != "" {
			d.Text(Left-6, y.At(t.Value)+4, "tick end", t.Label)
		}
	}
}

// Columns writes labels below the plot, and draws vertical grid lines if asked to.
func (d *Drawing) Columns(x Axis, ticks []Tick, lines bool) {
	for _, t := range ticks {
		if lines {
			d.Line(x.At(t.Value), Top, x.At(t.Value), Height-Bottom, gridClass(t))
		}
		if t.Label != "" {
			d.Text(x.At(t.Value), Height-Bottom+14, "tick middle", t.Label)
		}
	}
}

func gridClass(t Tick) string {
	if t.Label == "" {
		return "minor"
	}
	return "grid"
}

// Names writes what the axes measure.
func (d *Drawing) Names(below, beside string) {
	d.Text((Left+Width-Right)/2, Height-6, "label middle", below)
	if beside != "" {
		d.add(`<text transform="translate(12 %.1f) rotate(-90)" class="label middle">%s</text>`, (Top+Height-Bottom)/2, Escape(beside))
	}
}

// Inline returns the drawing as an element of a page that has [Style].
func (d *Drawing) Inline(title string) string { return d.element("", "", title) }

// File returns the drawing as a file of its own, with its style and a white ground.
func (d *Drawing) File(title string) string {
	return d.element(` xmlns="http://www.w3.org/2000/svg" font-family="system-ui, Helvetica, Arial, sans-serif"`,
		"<style>\n"+Style+"</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", title)
}

func (d *Drawing) element(attributes, head, title string) string {
	return fmt.Sprintf("<svg%s viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"%s\">\n<title>%s</title>\n%s%s</svg>",
		attributes, Width, Height, Escape(title), Escape(title), head, d.parts.String())
}

func (d *Drawing) add(format string, args ...any) { fmt.Fprintf(&d.parts, format+"\n", args...) }
