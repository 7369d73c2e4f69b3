// Package ranking asks models that score texts, and makes numbers for terms out of what they say: of relevances on any scale, of vectors,
// of verdicts on sentences.
package ranking

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// MaxText caps what a model is shown of a document, in bytes. Small rerankers and embedding models read 512 tokens.
const MaxText = 2000

// TextOf returns a document as a model is shown it: title and abstract, or the beginning of its text.
func TextOf(d *evidence.Document) string {
	body := d.Abstract
	if body == "" {
		body = d.Text
	}
	for i := 0; body == "" && i < len(d.Sections); i++ {
		body = d.Sections[i].Text
	}
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(d.Title), ".") + ". " + body)
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	return text
}

// Spread places scores between the least of them, 0, and the greatest, 1, since rerankers differ in their scales: probabilities,
// log-odds, anything. Equal scores are all 0: they tell nothing apart.
func Spread(scores []float64) []float64 {
	out := make([]float64, len(scores))
	if len(scores) == 0 {
		return out
	}
	least, most := slices.Min(scores), slices.Max(scores)
	for i, s := range scores {
		if width := most/2 - least/2; width > 0 { // halves, as the difference of two great numbers may be infinite
			out[i] = (s/2 - least/2) / width
		}
	}
	return out
}

// Hybrid fuses the order of documents by one score with their order by another: the sum of 1/(k+rank) of both, k being
// [retrieval.FusionK] (Cormack, Clarke and Büttcher 2009), spread from 0 to 1. Of equal scores the one before it ranks better.
func Hybrid(a, b []float64) []float64 {
	fused := make([]float64, len(a))
	for _, scores := range [][]float64{a, b} {
		for i, rank := range Ranks(scores) {
			fused[i] += 1 / float64(retrieval.FusionK+rank)
		}
	}
	return Spread(fused)
}

// Ranks returns the places of scores from 1 on, the greatest first.
func Ranks(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	out := make([]int, len(scores))
	for place, i := range order {
		out[i] = place + 1
	}
	return out
}

// Balance weighs stances from -1 to 1 by how well their sentences address what is asked; 0: they are balanced, or there are none.
func Balance(stances, weights []float64) float64 {
	sum, total := 0.0, 0.0
	for i, s := range stances {
		w := weights[i] * math.Abs(s) // who takes no side says nothing
		sum, total = sum+w*s, total+w
	}
	if total == 0 {
		return 0
	}
	return sum / total
}
