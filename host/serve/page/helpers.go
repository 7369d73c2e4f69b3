package page

import (
	"fmt"
	"html/template"
	"math"
	"net/url"
	"path"
	"strings"

	"github.com/sparkhost/sparkhost/host/record"
)

// helpers are the functions of the templates.
var helpers = template.FuncMap{
	"percent": func(v float64) string { return fmt.Sprintf("%.0f", v*100) },
	"number":  func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"short":   func(v any) string { return fmt.Sprintf("%.4g", v) },
	"signed":  func(v float64) string { return strings.Replace(fmt.Sprintf("%+.3f", v), "-", "−", 1) },
	"known":   func(v *float64) string { return orUnknown(v) },
	"short12": func(s string) string { return fmt.Sprintf("%.12s", s) },
	"plural":  plural,
	"words":   func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"seconds": func(us *int64) string {
		if us == nil {
			return ""
		}
		return fmt.Sprintf("%.2f s", float64(*us)/1e6)
	},
	"line":  lineID,
	"doi":   func(c record.Citation) string { return link(c) },
	"pick":  func(all []record.Citation, i int) *record.Citation { return at(all, i) },
	"plus":  func(i int) int { return i + 1 },
	"query": url.QueryEscape,
	"money": func(micro int64) string { return fmt.Sprintf("$%.2f", float64(micro)/1e6) },
}

func orUnknown(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.4g", *v)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// lineID returns the anchor of a line of a policy file. Records name shipped files without the word that the loader puts before them.
func lineID(file string, line int) string {
	return fmt.Sprintf("%s-%d", path.Base(strings.TrimPrefix(file, "shipped:")), line)
}

// link returns the address of a cited work; empty: it has none.
func link(c record.Citation) string {
	switch {
	case c.DOI != "":
		return "https://doi.org/" + (&url.URL{Path: c.DOI}).EscapedPath()
	case c.ArXiv != "":
		return "https://arxiv.org/abs/" + url.PathEscape(c.ArXiv)
	case c.PMID != "":
		return "https://pubmed.ncbi.nlm.nih.gov/" + url.PathEscape(c.PMID) + "/"
	}
	return ""
}

func at(all []record.Citation, i int) *record.Citation {
	if i < 0 || i >= len(all) {
		return nil
	}
	return &all[i]
}

// A bar is one summand of a confidence in the picture: from where the sum stood to where it stands, in units of a width of 100.
type bar struct {
	Name, Feature, Value, File string
	Weight, Delta, After       float64
	X, Width                   float64
	Line                       int
	Up                         bool
	Idle                       bool // it adds nothing
}

// sum draws a calibration as a waterfall over the range of 0 to 1, or wider where the sum leaves that.
func sum(c record.Calibration) []bar {
	low, high, at := math.Min(0, c.Base), math.Max(1, c.Base), c.Base
	for _, t := range c.Terms {
		at += t.Delta
		low, high = math.Min(low, at), math.Max(high, at)
	}
	place := func(v float64) float64 { return math.Round((v-low)/(high-low)*10000) / 100 }
	bars := []bar{{Name: "base", After: c.Base, X: place(math.Min(0, c.Base)), Width: place(math.Max(0, c.Base)) - place(math.Min(0, c.Base)), Delta: c.Base, Up: c.Base >= 0}}
	at = c.Base
	for _, t := range c.Terms {
		from, to := at, at+t.Delta
		at = to
		left := place(math.Min(from, to))
		bars = append(bars, bar{
			Name: t.Name, Feature: t.Feature, Value: orUnknown(t.Value), File: t.File, Line: t.Line, Weight: t.Weight, Delta: t.Delta, After: to,
			X: left, Width: math.Max(0.4, place(math.Max(from, to))-left), Up: t.Delta >= 0, Idle: t.Delta == 0,
		})
	}
	return append(bars, bar{Name: "confidence", After: c.Confidence, X: place(0), Width: place(c.Confidence) - place(0), Delta: c.Confidence, Up: true})
}
