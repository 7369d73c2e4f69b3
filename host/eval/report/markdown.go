package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/eval/compare"
)

// maxListed limits how many flips of a comparison Markdown lists; it is for a pull request.
const maxListed = 20

// WriteMarkdown writes the report for a pull request: the verdicts first, then tables, then the answers that flipped.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Evaluation of %d questions\n", r.Questions)
	for _, c := range r.Comparisons {
		said := c.Sentences()
		fmt.Fprintf(&b, "\n**%s**\n\n", md(said[0]))
		for _, s := range said[1:] {
			fmt.Fprintf(&b, "- %s\n", md(s))
		}
		if c.HolmP != nil {
			fmt.Fprintf(&b, "- among all comparisons: %s (Holm)\n", compare.PText(*c.HolmP))
		}
	}
	r.sidesTable(&b)
	for _, c := range r.Comparisons {
		comparisonTable(&b, c)
		flipsList(&b, c)
	}
	for _, n := range r.notes() {
		fmt.Fprintf(&b, "\n> %s\n", md(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// notes returns those of the report and of its comparisons, each once.
func (r *Report) notes() []string {
	seen := map[string]bool{}
	var out []string
	add := func(list []string) {
		for _, n := range list {
			if !seen[n] {
				seen[n], out = true, append(out, n)
			}
		}
	}
	add(r.Notes)
	for _, c := range r.Comparisons {
		add(c.Notes)
	}
	return out
}

func (r *Report) sidesTable(b *strings.Builder) {
	b.WriteString("\n| |")
	for _, s := range r.Sides {
		b.WriteString(" " + md(s.Name) + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(r.Sides)) + "\n")
	for _, m := range r.measured() {
		b.WriteString("| " + m.Name + " |")
		for _, s := range r.Sides {
			if i := slices.IndexFunc(s.Measures, func(o Measure) bool { return o.Key == m.Key }); i >= 0 {
				fmt.Fprintf(b, " %.4f %s |", s.Measures[i].Value, s.Measures[i].Interval.Text("%.4f", 1))
			} else {
				b.WriteString(" |")
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("| calibration error (by chance up to) |")
	for _, s := range r.Sides {
		fmt.Fprintf(b, " %.4f (%.4f) |", s.Calibration.Error, s.Calibration.ByChanceHigh)
	}
	b.WriteString("\n| searches a question |")
	for _, s := range r.Sides {
		fmt.Fprintf(b, " %.2f |", s.Costs["searches"].Mean)
	}
	b.WriteString("\n| USD a question |")
	for _, s := range r.Sides {
		fmt.Fprintf(b, " %.5f |", s.Costs["cost_usd"].Mean)
	}
	b.WriteByte('\n')
}

// measured returns the measures that any side has, each once.
func (r *Report) measured() []Measure {
	var out []Measure
	for _, s := range r.Sides {
		for _, m := range s.Measures {
			if !slices.ContainsFunc(out, func(o Measure) bool { return o.Key == m.Key }) {
				out = append(out, m)
			}
		}
	}
	return out
}

func comparisonTable(b *strings.Builder, c *compare.Report) {
	fmt.Fprintf(b, "\n### %s against %s\n\n| metric | difference | 95 %% | verdict |\n|---|---|---|---|\n", md(c.Second.Name), md(c.First.Name))
	for _, m := range c.Metrics {
		fmt.Fprintf(b, "| %s | %+.4f | %s | %s |\n", m.Name, m.Difference, m.Interval.Text("%+.4f", 1), m.Verdict)
	}
	for _, k := range c.Costs {
		if k.Name != compare.ElapsedName {
			fmt.Fprintf(b, "| %s, median | %+.4g | %s | %s |\n", k.Name, k.Difference, k.Interval.Text("%+.4g", 1), k.Verdict)
		}
	}
}

func flipsList(b *strings.Builder, c *compare.Report) {
	listed := 0
	for i := range c.Flips {
		g := &c.Flips[i]
		fmt.Fprintf(b, "\n%s: %d wrong→right, %d right→wrong, %d other\n\n", md(g.Name()), g.Gained, g.Lost, g.Other)
		for _, f := range g.Flips {
			if listed++; listed > maxListed {
				b.WriteString("- … the report as JSON lists all\n")
				return
			}
			fmt.Fprintf(b, "- %s: %s %s, %s → %s\n", f.Way, md(f.Key.String()), md(cut(f.Question)), md(answer(f.First.Answer, string(f.First.Verdict))), md(answer(f.Second.Answer, string(f.Second.Verdict))))
		}
	}
}

func answer(text, verdict string) string {
	if text == "" {
		return verdict
	}
	return cut(text)
}

const maxText = 100

func cut(s string) string {
	if r := []rune(s); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return s
}

// md makes text of files harmless in a line of Markdown.
func md(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "@", "&#64;", "#", "&#35;").Replace(s)
}

// Plain makes a text of files harmless in a line of Markdown.
func Plain(s string) string { return md(s) }
