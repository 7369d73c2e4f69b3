package evalcmd

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// adjust gives each part its p-value among all, and takes verdicts back that do not stand among them.
func (a *ablation) adjust() {
	var p []float64
	var of []int
	for i := range a.Parts {
		if m := a.Parts[i].Accuracy; m != nil {
			p, of = append(p, *m.P), append(of, i)
		}
	}
	for k, v := range stats.BenjaminiHochberg(p) {
		one := &a.Parts[of[k]]
		one.AdjustedP = &v
		if one.Verdict != compare.Equivalent && v > stats.Alpha {
			one.Verdict = one.Accuracy.Unsure()
		}
	}
}

func (a *ablation) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d records: the policy with each part compared with the policy without it\n\n", a.Policy, a.Records)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "part\tpoints\t95 %\tp, adjusted\tBrier\tanswered\tsearches\tflips\tmoved\tneeds\tverdict")
	order := slices.Clone(a.Parts)
	slices.SortStableFunc(order, func(x, y ablated) int { return cmp.Compare(worth(&y), worth(&x)) })
	var idle, stuck []string
	for i := range order {
		one := &order[i]
		switch {
		case one.Why != "":
			stuck = append(stuck, one.Path+": "+one.Why)
		case !one.active():
			idle = append(idle, one.Path)
		case one.Accuracy == nil:
			fmt.Fprintf(t, "%s\t-\t-\t-\t-\t-\t-\t-\t-\t%d\tall need evidence that was never fetched\n", one.Path, one.Needs)
		default:
			m := one.Accuracy
			fmt.Fprintf(t, "%s\t%+.1f\t%s\t%.4f\t%+.4f\t%+.1f\t%+.4g\t%d\t%d\t%d\t%s\n", one.Path, 100*m.Difference, m.Interval.Text("%+.1f", 100),
				*one.AdjustedP, one.Brier.Difference, 100*one.Answered.Difference, searchesOf(one), one.Flipped, one.Moved, one.Needs, one.Verdict)
		}
	}
	_ = t.Flush() // a strings.Builder takes everything
	if len(idle) > 0 {
		fmt.Fprintf(&b, "\nnever active (every answer and confidence is the same without them): %s\n", strings.Join(idle, ", "))
	}
	if len(stuck) > 0 {
		fmt.Fprintf(&b, "\ncannot be switched off alone:\n  %s\n", strings.Join(stuck, "\n  "))
	}
	b.WriteString("\nbetter: the policy is better with the part; p by mid-p McNemar, adjusted by Benjamini-Hochberg; less Brier is better; searches are means\n")
	for _, n := range a.Notes {
		fmt.Fprintf(&b, "note: %s\n", shell.Plain(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func worth(a *ablated) float64 {
	if a.Accuracy == nil {
		return -2
	}
	return a.Accuracy.Difference
}

func searchesOf(a *ablated) float64 {
	for _, c := range a.Costs {
		if c.Name == "searches" {
			return c.Second.Mean - c.First.Mean
		}
	}
	return 0
}
