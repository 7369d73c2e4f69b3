package fit

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval"
)

// A Steps is a map of confidences that never falls: of [Isotonic].
type Steps struct{ from, value []float64 }

// Isotonic returns the never falling map of confidences with the least squared error (pool adjacent violators; Zadrozny and Elkan 2002,
// KDD). It shows what the best monotone map would gain; no weights of a policy can express it. There is at least one forecast.
func Isotonic(fs []eval.Forecast) Steps {
	sorted := slices.Clone(fs)
	slices.SortStableFunc(sorted, func(a, b eval.Forecast) int { return cmp.Compare(a.Confidence, b.Confidence) })
	type block struct{ from, sum, n float64 }
	var blocks []block
	for _, f := range sorted {
		if k := len(blocks) - 1; k >= 0 && blocks[k].from == f.Confidence { // equal confidences have one value
			blocks[k].sum, blocks[k].n = blocks[k].sum+f.Outcome(), blocks[k].n+1
		} else {
			blocks = append(blocks, block{f.Confidence, f.Outcome(), 1})
		}
	}
	var pooled []block
	for _, b := range blocks {
		pooled = append(pooled, b)
		for k := len(pooled) - 1; k > 0 && pooled[k-1].sum*pooled[k].n >= pooled[k].sum*pooled[k-1].n; k-- {
			pooled[k-1].sum, pooled[k-1].n = pooled[k-1].sum+pooled[k].sum, pooled[k-1].n+pooled[k].n
			pooled = pooled[:k]
		}
	}
	var s Steps
	for _, b := range pooled {
		s.from, s.value = append(s.from, b.from), append(s.value, b.sum/b.n)
	}
	return s
}

// Of maps a confidence: that of the step it stands on, below the first one that of the first.
func (s Steps) Of(confidence float64) float64 {
	i, found := slices.BinarySearch(s.from, confidence)
	if !found {
		i--
	}
	return s.value[max(0, i)]
}
