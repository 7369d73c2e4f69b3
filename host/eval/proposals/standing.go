package proposals

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A Standing compares the accuracy of one policy with that of the baseline, over all questions of the packs.
type Standing struct {
	Policy     string          `json:"policy"`
	Questions  int             `json:"questions"`
	Accuracy   float64         `json:"accuracy"`   // abstentions count as wrong
	Difference float64         `json:"difference"` // accuracy minus the baseline's
	Interval   stats.Interval  `json:"interval"`   // 95 %; Tango's, over the design effect of clusters
	HolmP      float64         `json:"holm_p"`     // mid-p McNemar, among all policies
	Verdict    compare.Verdict `json:"verdict"`    // by HolmP
	Searches   float64         `json:"searches"`   // mean of a question
}

// Standings compares policies, by name, in the order of names, each over its cases. A policy without cases is left out.
func Standings(names []string, cases map[string][]*Case) []Standing {
	out, p := []Standing{}, []float64{}
	for _, name := range names {
		if len(cases[name]) == 0 {
			continue
		}
		s, alone := newStanding(name, cases[name])
		out, p = append(out, s), append(p, alone)
	}
	for i, v := range stats.Holm(p) {
		out[i].HolmP, out[i].Verdict = v, compare.Inconclusive
		switch {
		case v > stats.Alpha:
		case out[i].Difference > 0:
			out[i].Verdict = compare.Better
		default:
			out[i].Verdict = compare.Worse
		}
	}
	return out
}

// newStanding compares one policy with the baseline; p is not adjusted for the other policies.
func newStanding(name string, cases []*Case) (s Standing, p float64) {
	differences, clusters := make([]int, len(cases)), make([]string, len(cases))
	n := float64(len(cases))
	for i, c := range cases {
		differences[i], clusters[i] = int(number(c.Seed.Right)-number(c.Base.Right)), c.Cluster
		s.Accuracy += number(c.Seed.Right) / n
		if c.SeedR != nil {
			s.Searches += float64(c.SeedR.Budget.Total().Searches) / n
		}
	}
	pairs := stats.NewClustered(differences, clusters)
	s.Policy, s.Questions, s.Difference, s.Interval = name, len(cases), pairs.Difference(), pairs.Tango(stats.Alpha)
	if pairs.Few() {
		return s, 1
	}
	return s, pairs.MidP()
}

// standingTable writes the standings as a table of Markdown, and writes nothing if there are none.
func standingTable(b *strings.Builder, baseline string, all []Standing) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Accuracy against %s\n\nMid-p McNemar test, adjusted for %d policies (Holm); Tango's interval.\n\n", baseline, len(all))
	b.WriteString("| policy | questions | accuracy | difference, points | 95 % | p, Holm | verdict | searches |\n|---|---|---|---|---|---|---|---|\n")
	for _, s := range all {
		fmt.Fprintf(b, "| %s | %d | %.4f | %+.1f | %s | %s | %s | %.1f |\n",
			s.Policy, s.Questions, s.Accuracy, 100*s.Difference, s.Interval.Text("%+.1f", 100), formatP(s.HolmP), s.Verdict, s.Searches)
	}
}

// formatP returns a p-value with four digits.
func formatP(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
