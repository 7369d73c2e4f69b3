package stats

import (
	"cmp"
	"slices"
)

// Holm adjusts the p-values of a family of tests so that the chance of any false finding stays under the level (Holm 1979, Scandinavian Journal of
// Statistics 6:65). What was not asked of one test is its p-value; the order stays.
func Holm(p []float64) []float64 {
	return adjusted(p, false, func(rank, m int) float64 { return float64(m - rank) })
}

// BenjaminiHochberg adjusts p-values so that the expected share of false ones among the findings stays under the level (Benjamini and Hochberg
// 1995, JRSS B 57:289). The order stays.
func BenjaminiHochberg(p []float64) []float64 {
	return adjusted(p, true, func(rank, m int) float64 { return float64(m) / float64(rank+1) })
}

// adjusted multiplies each p-value by the factor of its rank, from 0, and makes the products rise with rank: from the least one on, or back from the greatest.
func adjusted(p []float64, back bool, factor func(rank, m int) float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out, m, most := make([]float64, len(p)), len(p), 0.0
	if back {
		most = 1
	}
	for k := range order {
		rank := k
		if back {
			rank = m - 1 - k
		}
		v := p[order[rank]] * factor(rank, m)
		if back {
			most = min(most, v)
		} else {
			most = min(1, max(most, v))
		}
		out[order[rank]] = most
	}
	return out
}
