package calibratecmd

import (
	"io"
	"math"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/chart"
)

// drawGains draws each figure of a fit, before and after, as two marks side by side, into an SVG file.
func drawGains(path string, r *stageReport) error {
	most := 0.0
	for _, g := range r.Figures {
		most = max(most, g.Before, g.After)
	}
	d, x, y := &chart.Drawing{}, chart.Across(-0.5, float64(len(r.Figures))-0.5), chart.Up(0, most*1.3)
	var names []chart.Tick
	for i, g := range r.Figures {
		names = append(names, chart.Tick{Value: float64(i), Label: g.Name})
		for side, v := range []float64{g.Before, g.After} {
			at := x.At(float64(i) + 0.2*float64(2*side-1))
			d.Curve([]chart.Point{{X: at, Y: y.At(0)}, {X: at, Y: y.At(v)}}, side, "curve")
			d.Dot(at, y.At(v), 4, side, g.Name)
		}
	}
	d.Rows(y, y.Even())
	d.Columns(x, names, false)
	d.Names("figures of questions that were left out of the fit", "value")
	d.Legend(0, "before")
	d.Legend(1, "after")
	return shell.ReplacePublic(path, func(w io.Writer) error {
		_, err := io.WriteString(w, d.File("Plugin "+r.Stage+" before and after the fit")+"\n")
		return err
	})
}

func round4(v float64) float64 { return math.Round(v*1e4) / 1e4 }
