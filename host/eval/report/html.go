package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/internal/chart"
)

// The style and the page around it. The page's Content-Security-Policy names the style by its hash and allows nothing else.
var (
	//go:embed page.css
	pageStyle string
	//go:embed page.html
	pageText string
)

// style is the style sheet of the page and its plots.
var style = pageStyle + chart.Style

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"points": func(v float64) float64 { return 100 * v }, "cut": cut, "answer": answer, "ptext": compare.PText,
}).Parse(pageText))

type pageData struct {
	*Report
	Style       template.CSS
	CSP         string
	Reliability []template.HTML // of each side
	Risk        template.HTML
	Cost        template.HTML
	Forest      template.HTML
	AllNotes    []string
}

// WriteHTML writes the report as one page that needs nothing else: no script, no font, no picture, no request.
func (r *Report) WriteHTML(w io.Writer) error {
	hash := sha256.Sum256([]byte(style))
	p := pageData{Report: r, Style: template.CSS(style), AllNotes: r.notes()}
	p.CSP = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'"
	for i := range r.Sides {
		p.Reliability = append(p.Reliability, template.HTML(reliability(&r.Sides[i].Calibration, r.Sides[i].Name)))
	}
	p.Risk, p.Cost = template.HTML(riskCurves(r.Sides)), template.HTML(costPlot(r.Sides))
	if len(r.Comparisons) > 0 {
		p.Forest = template.HTML(forest(r.Comparisons))
	}
	return page.Execute(w, p)
}
