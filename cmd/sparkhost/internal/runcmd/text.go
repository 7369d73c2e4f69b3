package runcmd

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/cite"
	"github.com/sparkhost/sparkhost/host/record"
)

// barWidth is the width of a confidence bar in characters.
const barWidth = 20

// maxShownCitations limits how much evidence the text output shows; json has all.
const maxShownCitations = 4

// writeText writes one result for reading.
func writeText(w io.Writer, r *record.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", shell.Plain(r.ID), shell.Plain(r.Question))
	writeAnswer(&b, r)
	writeOptions(&b, r)
	writeEvidence(&b, r)
	writeDispute(&b, r)
	writeNearest(&b, r)
	writeConfidence(&b, r)
	for _, f := range r.FailedSources {
		fmt.Fprintf(&b, "  unavailable %s\n", shell.Shorten(fmt.Sprintf("%s (%d of %d searches failed: %s)", f.Source, f.Failed, f.Searches, f.Reason), shell.MaxWarningRunes))
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "  warning     %s\n", shell.Shorten(warning, shell.MaxWarningRunes))
	}
	writeCost(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeAnswer(b *strings.Builder, r *record.Result) {
	switch {
	case r.Answer != nil && r.Answer.Label != "" && r.Answer.Label != r.Answer.Text:
		fmt.Fprintf(b, "  answer      %s  %s\n", shell.Plain(r.Answer.Label), shell.Plain(r.Answer.Text))
	case r.Answer != nil:
		fmt.Fprintf(b, "  answer      %s\n", shell.Shorten(r.Answer.Text, 2*shell.MaxQuoteRunes))
	default:
		fmt.Fprintf(b, "  no answer   %s%s\n", r.Verdict, shell.Reasons(r))
	}
	if r.Error != "" {
		fmt.Fprintf(b, "  error       %s\n", shell.Shorten(r.Error, shell.MaxWarningRunes))
	}
	withheld := ""
	if r.Verdict == record.VerdictAbstained && r.Confidence > 0 {
		withheld = " in the answer that is withheld"
	}
	fmt.Fprintf(b, "  confidence  %s %.2f%s\n", bar(r.Confidence), r.Confidence, withheld)
	if r.Answer != nil && len(r.UncertaintyReasons) > 0 {
		fmt.Fprintf(b, "  caution     %s\n", strings.Join(r.UncertaintyReasons, ", "))
	}
}

// bar draws a fraction.
func bar(fraction float64) string {
	full := int(math.Round(fraction * barWidth))
	return strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
}

func writeOptions(b *strings.Builder, r *record.Result) {
	for i, o := range r.Options {
		head, mark := "", " "
		if i == 0 {
			head = "options"
		}
		if r.Answer != nil && o.Label == r.Answer.Label {
			mark = "▸"
		}
		text := o.Text
		if o.Label != o.Text {
			text = o.Label + "  " + o.Text
		}
		if o.Eliminated {
			text += "  (eliminated)"
		}
		fmt.Fprintf(b, "  %-10s %s %6.3f  %s\n", head, mark, o.Score, shell.Plain(text))
	}
}

func writeEvidence(b *strings.Builder, r *record.Result) {
	for i, c := range r.Citations {
		if i == maxShownCitations {
			fmt.Fprintf(b, "              and %d more\n", len(r.Citations)-i)
			break
		}
		head := ""
		if i == 0 {
			head = "evidence"
		}
		fmt.Fprintf(b, "  %-10s  [%d] “%s”\n", head, i+1, shell.Shorten(marked(&c), shell.MaxQuoteRunes))
		fmt.Fprintf(b, "                  — %s\n", source(c))
	}
}

// marked returns the quote with the words that decide between asterisks.
func marked(c *record.Citation) string {
	var b strings.Builder
	for _, p := range c.Pieces() {
		if p.Marked {
			b.WriteString("*" + p.Text + "*")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// writeDispute names the citations on both sides.
func writeDispute(b *strings.Builder, r *record.Result) {
	if r.Disputed != nil {
		fmt.Fprintf(b, "  disputed    for what the question claims %s, against it %s\n", numbered(r.Disputed.For), numbered(r.Disputed.Against))
	}
}

// numbered lists citations by their numbers, as in "[1] [3]".
func numbered(citations []int) string {
	out := make([]string, len(citations))
	for i, c := range citations {
		out[i] = fmt.Sprintf("[%d]", c+1)
	}
	return strings.Join(out, " ")
}

// writeNearest shows what the literature does say where it does not answer.
func writeNearest(b *strings.Builder, r *record.Result) {
	for i, n := range r.Nearest {
		head := ""
		if i == 0 {
			head = "nearest"
		}
		fmt.Fprintf(b, "  %-10s  “%s”\n", head, shell.Shorten(n.Quote, shell.MaxQuoteRunes))
		from := source(record.Citation{Title: n.Title, Year: n.Year, Source: n.Source, Doc: n.Doc})
		if n.Because != "" {
			from += "; " + shell.Shorten(n.Because, shell.MaxQuoteRunes)
		}
		fmt.Fprintf(b, "              — %s\n", from)
	}
}

// source names where a quote is from, and what a reader has to know of it.
func source(c record.Citation) string {
	var parts []string
	if len(c.Authors) > 0 {
		parts = append(parts, cite.People(c.Authors, 3))
	}
	if c.Title != "" {
		parts = append(parts, c.Title)
	}
	if c.Venue != "" {
		parts = append(parts, c.Venue)
	}
	if c.Year > 0 {
		parts = append(parts, fmt.Sprint(c.Year))
	}
	parts = append(parts, c.Source+":"+c.Doc)
	if address := cmp.Or(c.OpenURL, cite.Address(&c)); address != "" {
		parts = append(parts, address)
	}
	parts = append(parts, cite.Cautions(&c)...)
	if c.Stance != "" {
		parts = append(parts, c.Stance)
	}
	return shell.Plain(strings.Join(parts, ", "))
}

// writeConfidence writes the sum that makes the confidence.
func writeConfidence(b *strings.Builder, r *record.Result) {
	if len(r.Calibration.Terms) == 0 {
		return
	}
	fmt.Fprintf(b, "  because     %.3f", r.Calibration.Base)
	for _, t := range r.Calibration.Terms {
		if t.Delta != 0 {
			fmt.Fprintf(b, " %s %.3f %s", shell.Sign(t.Delta), math.Abs(t.Delta), t.Name)
		}
	}
	fmt.Fprintf(b, " = %.3f\n", r.Calibration.Confidence)
}

func writeCost(b *strings.Builder, r *record.Result) {
	ran := 0
	for _, rd := range r.Rounds {
		if rd.Ran {
			ran++
		}
	}
	fmt.Fprintf(b, "  cost        %.3f USD, %d searches in %d rounds, %.0f ms; explain with: sparkhost explain %s\n",
		r.Budget.CostUSD, r.Budget.Searches, ran, r.Budget.ElapsedMS, r.Run)
	if first := r.Budget.FirstPass; first != nil {
		fmt.Fprintf(b, "              and asked first without its upgrade: %.3f USD, %d searches, %.0f ms\n", first.CostUSD, first.Searches, first.ElapsedMS)
	}
}
