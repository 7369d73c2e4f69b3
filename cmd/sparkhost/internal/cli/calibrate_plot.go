package cli

import (
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// drawGains draws each figure of a fit before and after as two bars side by side.
func drawGains(path string, r *stageReport) error {
	p := plot.New()
	p.Title.Text = "plugin " + r.Stage + ", questions left out of the fit"
	p.Legend.Top = true
	before, after, names := make(plotter.Values, len(r.Figures)), make(plotter.Values, len(r.Figures)), make([]string, len(r.Figures))
	for i, g := range r.Figures {
		before[i], after[i], names[i] = g.Before, g.After, g.Name
	}
	width := vg.Points(28)
	for i, values := range []plotter.Values{before, after} {
		bars, err := plotter.NewBarChart(values, width)
		if err != nil {
			return err
		}
		bars.Color, bars.Offset = benchColours[i], width*vg.Length(2*i-1)/2
		p.Add(bars)
		p.Legend.Add([]string{"before", "after"}[i], bars)
	}
	p.NominalX(names...)
	p.Y.Max *= 1.2 // room for the legend
	drawn, err := p.WriterTo(16*vg.Centimeter, 10*vg.Centimeter, "svg")
	if err != nil {
		return err
	}
	return replacePublic(path, func(w io.Writer) error {
		_, err := drawn.WriteTo(w)
		return err
	})
}

func round4(v float64) float64 { return math.Round(v*1e4) / 1e4 }
