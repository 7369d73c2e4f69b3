// Package kernel is the work that all peers do: how clearly a document speaks for one
// hypothesis, by the overlap of token sets (S1-10 in its relative form D2).
package kernel

// Score gives for each item its largest Jaccard overlap with a hypothesis less the second largest, as
// a share of the largest; 0 without any overlap. Sets are ascending and without repetitions.
func Score(items, hypotheses [][]uint32) []float64 {
	scores := make([]float64, len(items))
	for i, item := range items {
		best, second := 0.0, 0.0
		for _, h := range hypotheses {
			switch o := jaccard(item, h); {
			case o > best:
				best, second = o, best
			case o > second:
				second = o
			}
		}
		if best > 0 {
			scores[i] = (best - second) / best
		}
	}
	return scores
}

// jaccard returns the shared share of all tokens of both sets.
func jaccard(a, b []uint32) float64 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	if all := len(a) + len(b) - shared; all > 0 {
		return float64(shared) / float64(all)
	}
	return 0
}
