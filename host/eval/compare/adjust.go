package compare

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// adjust judges the metrics and costs as one family, by Benjamini and Hochberg. The accuracy is not among them: it is the
// subject of a comparison, named before anybody looks. Neither is the elapsed time: it differs between equal runs, and would
// make the other verdicts differ with it. An equivalence stands, since its test is against the margin.
func (r *Report) adjust() {
	var p []float64
	for i := range r.Metrics {
		r.Metrics[i].Alone = r.Metrics[i].Verdict
		if r.Metrics[i].Name != Accuracy {
			p = append(p, *r.Metrics[i].P)
		}
	}
	for i := range r.Costs {
		r.Costs[i].Alone = r.Costs[i].Verdict
		if r.Costs[i].Name != ElapsedName {
			p = append(p, r.Costs[i].P)
		}
	}
	adjusted := stats.BenjaminiHochberg(p)
	var lost []string
	settle := func(name string, v Verdict, p float64) bool {
		no := (v == Better || v == Worse) && p > stats.Alpha
		if no {
			lost = append(lost, name)
		}
		return no
	}
	k := 0
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Name != Accuracy {
			m.AdjustedP = &adjusted[k]
			if settle(m.Name, m.Verdict, adjusted[k]) {
				m.Verdict = m.Unsure()
			}
			k++
		}
	}
	for i := range r.Costs {
		c := &r.Costs[i]
		if c.Name == ElapsedName {
			c.AdjustedP = c.P
			continue
		}
		c.AdjustedP = adjusted[k]
		if settle(c.Name, c.Verdict, adjusted[k]) {
			c.Verdict = Inconclusive
		}
		k++
	}
	if len(lost) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("conclusive alone, and not among %d metrics and costs (Benjamini-Hochberg): %s", len(p), strings.Join(lost, ", ")))
	}
}
