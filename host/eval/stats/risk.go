package stats

import (
	"cmp"
	"slices"
)

// A RiskPoint says how often answers are wrong if only the surest are given.
type RiskPoint struct {
	Coverage   float64 `json:"coverage"` // share of questions that are answered
	Risk       float64 `json:"risk"`     // share of wrong ones among them
	Confidence float64 `json:"confidence"`
}

// RiskCoverage returns the curve of risk by coverage (El-Yaniv and Wiener 2010, JMLR 11:1605), surest first; equal confidences are one point, as they are
// answered together. It is empty of no forecasts.
func RiskCoverage(fs []Forecast) []RiskPoint {
	sorted := slices.Clone(fs)
	slices.SortStableFunc(sorted, func(a, b Forecast) int { return cmp.Compare(b.Confidence, a.Confidence) })
	var out []RiskPoint
	wrong := 0
	for i, f := range sorted {
		if !f.Right {
			wrong++
		}
		if i+1 < len(sorted) && sorted[i+1].Confidence == f.Confidence {
			continue
		}
		out = append(out, RiskPoint{float64(i+1) / float64(len(sorted)), float64(wrong) / float64(i+1), f.Confidence})
	}
	return out
}

// AURC returns the area under the risk-coverage curve (Geifman, Uziel, El-Yaniv 2019), the mean risk over all coverages: 0 where nothing is wrong. Of
// equal confidences each has the risk of their point.
func AURC(fs []Forecast) float64 {
	area, before := 0.0, 0.0
	for _, p := range RiskCoverage(fs) {
		area, before = area+p.Risk*(p.Coverage-before), p.Coverage
	}
	return area
}
