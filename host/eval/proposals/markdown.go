package proposals

import (
	"fmt"
	"io"
	"strings"
)

// A Section is the findings of one proposal.
type Section struct {
	Seed      string    `json:"seed"`
	Questions int       `json:"questions"`
	Findings  []Finding `json:"findings"`
}

// A Report holds the results of the proposals' evaluation sections.
type Report struct {
	FormatVersion int        `json:"format_version"`
	Baseline      string     `json:"baseline"`
	Packs         []string   `json:"packs"`
	Policies      []Standing `json:"policies"` // all but the baseline, the proposals' first
	Sections      []Section  `json:"sections"`
	Notes         []string   `json:"notes"`
}

// Count counts the findings of a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, s := range r.Sections {
		for _, f := range s.Findings {
			if f.Verdict == v {
				n++
			}
		}
	}
	return n
}

// WriteMarkdown writes the report as tables, one for each proposal.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# What the five proposals asked to be measured\n\nAgainst `%s`, over the packs %s. Met: all of the 95 %% interval keeps the bound; not met: none of it does; else inconclusive.\n", r.Baseline, strings.Join(r.Packs, ", "))
	fmt.Fprintf(&b, "%d met, %d not met, %d inconclusive, %d measured without a bound, %d not measured.\n", r.Count(Met), r.Count(NotMet), r.Count(Inconclusive), r.Count(Measured), r.Count(NotMeasured))
	standingTable(&b, r.Baseline, r.Policies)
	for _, s := range r.Sections {
		fmt.Fprintf(&b, "\n## %s, %d questions\n\n| row | what | asked | measured | of | verdict | |\n|---|---|---|---|---|---|---|\n", s.Seed, s.Questions)
		for _, f := range s.Findings {
			measured, of := "", ""
			if f.Verdict != NotMeasured {
				measured, of = f.figure(), fmt.Sprint(f.Of)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", f.ID, f.What, f.Asked, measured, of, f.Verdict, f.Why)
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "\n%s\n", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure returns the value with its interval; a p-value has none.
func (f *Finding) figure() string {
	if f.Method == byTest {
		return fmt.Sprintf("p = %.4g", f.Value)
	}
	return fmt.Sprintf("%.4g %s", f.Value, f.Interval.Text("%.4g", 1))
}
