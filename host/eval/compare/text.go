package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/replay"
)

// maxFlips limits how many flips of a group the text shows; JSON has all.
const maxFlips = 10

const maxText = 72

// Sentences tell what the accuracy says: the verdict, what it rests on, and what would settle it.
func (r *Report) Sentences() []string {
	m := r.Metric(Accuracy)
	if m == nil {
		return []string{"accuracy: not compared, as no right answers are known"}
	}
	out := []string{
		fmt.Sprintf("accuracy: %s is %s", r.Second.Name, told(m.Verdict, r.First.Name)),
		fmt.Sprintf("%.1f %% → %.1f %%, %+.1f points %s, %s (%s)", 100*m.First, 100*m.Second, 100*m.Difference,
			m.Interval.Text("%+.1f", 100), PText(*m.P), m.Method),
		fmt.Sprintf("%s, %d discordant: %d better, %d worse", count(m.Of, "answer"), m.Better+m.Worse, m.Better, m.Worse),
	}
	if m.DesignEffect > 1.0001 {
		out = append(out, fmt.Sprintf("clusters: %d; design effect %.2f, so that the answers are worth %.0f independent ones", r.Clusters, m.DesignEffect, float64(m.Of)/m.DesignEffect))
	}
	if r.Clusters < stats.MinUnits {
		return append(out, fmt.Sprintf("nothing can be concluded from %s: it takes at least %d", count(r.Clusters, "independent observation"), stats.MinUnits))
	}
	return append(out, settling(m)...)
}

// PText returns a p-value for reading.
func PText(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.4f", p)
}

func told(v Verdict, other string) string {
	switch v {
	case Better, Worse:
		return fmt.Sprintf("%s than %s", v, other)
	case Equivalent:
		return fmt.Sprintf("equivalent to %s within the margin", other)
	}
	return fmt.Sprintf("not told apart from %s: inconclusive", other)
}

// settling says what these questions can show, and how many would show the difference that was seen.
func settling(m *Metric) []string {
	var out []string
	switch {
	case m.Better+m.Worse == 0:
		return []string{"no answer is right on one side alone: the questions do not tell the sides apart"}
	case m.MDE != nil:
		out = append(out, fmt.Sprintf("so many answers with so many discordant ones find a difference of %.1f points or more in 8 of 10 comparisons", 100**m.MDE))
	default:
		out = append(out, "so few answers are discordant that no difference would be found in 8 of 10 comparisons")
	}
	if m.Verdict == Inconclusive {
		switch {
		case m.Needed != nil && *m.Needed > m.Of:
			out = append(out, fmt.Sprintf("if %+.1f points is the true difference, it takes about %d answers to find it in 8 of 10 comparisons: %d more", 100*m.Difference, *m.Needed, *m.Needed-m.Of))
		case m.Difference == 0:
			out = append(out, "the difference is 0: more questions can show that the sides are equivalent (--margin), never that they differ by nothing")
		case m.Needed == nil:
			out = append(out, fmt.Sprintf("if %+.1f points is the true difference, not even a million answers find it", 100*m.Difference))
		}
	}
	return out
}

// WriteText writes the comparison for reading.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i, s := range r.Sentences() {
		if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(s + "\n")
	}
	if r.HolmP != nil {
		fmt.Fprintf(&b, "  among all comparisons: %s (Holm)\n", PText(*r.HolmP))
	}
	b.WriteByte('\n')
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "metric\t%s\t%s\tdifference\t95 %%\tverdict\n", clean(r.First.Name), clean(r.Second.Name))
	for _, m := range r.Metrics {
		name := m.Name
		if m.LowerIsBest {
			name += " (less is better)"
		}
		fmt.Fprintf(t, "%s\t%.4f\t%.4f\t%+.4f\t%s\t%s\n", name, m.First, m.Second, m.Difference, m.Interval.Text("%+.4f", 1), m.Verdict)
	}
	for _, c := range r.Costs {
		fmt.Fprintf(t, "%s, median\t%.4g\t%.4g\t%+.4g\t%s\t%s\n", c.Name, c.First.Median, c.Second.Median, c.Difference, c.Interval.Text("%+.4g", 1), c.Verdict)
	}
	_ = t.Flush() // a strings.Builder takes everything
	r.writeFlips(&b)
	if len(r.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", clean(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) writeFlips(b *strings.Builder) {
	total := 0
	for i := range r.Flips {
		total += len(r.Flips[i].Flips)
	}
	fmt.Fprintf(b, "\n%s\n", count(total, "flip"))
	for i := range r.Flips {
		g := &r.Flips[i]
		fmt.Fprintf(b, "%s: %d wrong→right, %d right→wrong, %d other\n", clean(g.Name()), g.Gained, g.Lost, g.Other)
		for k := range g.Flips {
			if k == maxFlips {
				fmt.Fprintf(b, "  and %d more; --format json has all\n", len(g.Flips)-maxFlips)
				break
			}
			f := &g.Flips[k]
			fmt.Fprintf(b, "  %s  %s  %s  %s → %s\n", f.Way, clean(f.Key.String()), short(f.Question), side(f.First), side(f.Second))
		}
	}
}

// String returns the key for reading.
func (k Key) String() string {
	name := k.ID
	if k.Pack != "" {
		name = k.Pack + "/" + name
	}
	if k.Repeat > 0 {
		name = fmt.Sprintf("%s (repeat %d)", name, k.Repeat+1)
	}
	return name
}

func side(s replay.Side) string {
	answer := short(s.Answer)
	if s.Answer == "" {
		answer = string(s.Verdict)
	}
	return fmt.Sprintf("%s (%.2f)", answer, s.Confidence)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// clean makes text of files fit for one line of a terminal.
func clean(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
}

func short(s string) string {
	out := []rune(clean(s))
	if len(out) > maxText {
		return string(out[:maxText-1]) + "…"
	}
	return string(out)
}
