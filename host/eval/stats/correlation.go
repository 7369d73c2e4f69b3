package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// A Correlation is of two quantities over the same items.
type Correlation struct {
	R        float64  `json:"r"`
	Interval Interval `json:"interval"`
	P        float64  `json:"p"` // two-sided, of no correlation
	Items    int      `json:"items"`
}

// Pearson returns the product-moment correlation with Fisher's z interval (Fisher 1921) and Student's test; false if there are under four items or one of
// the quantities does not vary.
func Pearson(x, y []float64) (Correlation, bool) {
	return correlate(x, y, func(float64) float64 { return 1 })
}

// Spearman returns the rank correlation, ties by midranks, with the interval of Bonett and Wright 2000 (Psychometrika 65:23), as [Pearson] else.
func Spearman(x, y []float64) (Correlation, bool) {
	return correlate(Ranks(x), Ranks(y), func(r float64) float64 { return 1 + r*r/2 })
}

func correlate(x, y []float64, inflation func(r float64) float64) (Correlation, bool) {
	n := len(x)
	if n < 4 || n != len(y) || spread(x) == 0 || spread(y) == 0 {
		return Correlation{Items: n}, false
	}
	r := max(-1, min(1, correlation(x, y)))
	if 1-math.Abs(r) < 1e-12 {
		r = math.Copysign(1, r)
		return Correlation{R: r, Interval: Interval{r, r}, Items: n}, true
	}
	half := z(Alpha) * math.Sqrt(inflation(r)/float64(n-3))
	t := r * math.Sqrt(float64(n-2)/(1-r*r))
	p := 2 * student(float64(n-2), math.Abs(t))
	return Correlation{r, Interval{math.Tanh(math.Atanh(r) - half), math.Tanh(math.Atanh(r) + half)}, p, n}, true
}

// Ranks returns the ranks of values, from 1; equal ones share the mean of theirs.
func Ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(values[a], values[b]), cmp.Compare(a, b)) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}

// MannWhitney returns the one-sided p-value that the first tend to be under the second (Mann and Whitney 1947), by the normal approximation with ties and
// continuity correction; 1 where one of them is empty or all are equal.
func MannWhitney(first, second []float64) float64 {
	n, m := float64(len(first)), float64(len(second))
	ranks := Ranks(slices.Concat(first, second))
	u, ties := -n*(n+1)/2, 0.0
	for _, r := range ranks[:len(first)] {
		u += r
	}
	of := map[float64]float64{}
	for _, r := range ranks {
		of[r]++
	}
	for _, r := range slices.Sorted(maps.Keys(of)) {
		ties += of[r]*of[r]*of[r] - of[r]
	}
	v := n * m / 12 * (n + m + 1 - ratio(ties, (n+m)*(n+m-1)))
	if v <= 1e-12 {
		return 1
	}
	return tail((n*m/2 - u - 0.5) / math.Sqrt(v))
}

func mean(v []float64) float64 { return ratio(sumOf(v), float64(len(v))) }

// spread returns the sample variance; 0 of one value.
func spread(v []float64) float64 {
	m, sum := mean(v), 0.0
	for _, x := range v {
		sum += (x - m) * (x - m)
	}
	return ratio(sum, float64(len(v)-1))
}
