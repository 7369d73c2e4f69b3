// Package excerpt shortens texts to the sentences that matter, for prompts: each sentence that is kept stands there word for word and in its
// place, and a mark says where others were left out.
package excerpt

import (
	"cmp"
	"slices"
	"strings"
)

// Gap is the mark of what was left out.
const Gap = " […] "

// Around joins the sentences that are wanted and their neighbours on both sides, in order. Where none is wanted, all are kept: whoever
// asked knows nothing of the text. Wanted has the length of sentences.
func Around(sentences []string, wanted []bool) string {
	if !slices.Contains(wanted, true) {
		return join(sentences, func(int) bool { return true })
	}
	at := func(i int) bool { return i >= 0 && i < len(wanted) && wanted[i] }
	return join(sentences, func(i int) bool { return at(i-1) || at(i) || at(i+1) })
}

// Nearest joins the n sentences of the greatest weight, of equals the first, in the order of the text.
func Nearest(sentences []string, n int, weight func(string) float64) string {
	if len(sentences) <= n {
		return join(sentences, func(int) bool { return true })
	}
	order, weights := make([]int, len(sentences)), make([]float64, len(sentences))
	for i, s := range sentences {
		order[i], weights[i] = i, weight(s)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	kept := order[:n]
	return join(sentences, func(i int) bool { return slices.Contains(kept, i) })
}

func join(sentences []string, keep func(int) bool) string {
	var b strings.Builder
	skipped := false
	for i, s := range sentences {
		if !keep(i) {
			skipped = true
			continue
		}
		switch {
		case skipped:
			b.WriteString(Gap)
		case b.Len() > 0:
			b.WriteByte(' ')
		}
		skipped = false
		b.WriteString(strings.TrimSpace(s))
	}
	if skipped {
		b.WriteString(strings.TrimRight(Gap, " "))
	}
	return strings.TrimSpace(b.String())
}
