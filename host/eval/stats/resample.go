package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// Resamples is the number of draws of a paired test. With 10,000 the limits of a mean are steady to about a hundredth of the interval's width.
const Resamples = 10_000

// Bootstrap returns the percentile interval (Efron 1979) of a statistic of n items, at least 1, by draws resamples with replacement, at least 40.
// The statistic is given the indexes that were drawn, in a slice that it may not keep. Equal seeds give equal intervals.
func Bootstrap(n, draws int, seed uint64, statistic func(drawn []int) float64) Interval {
	return ends(resampled(n, draws, seed, statistic), Alpha/2, 1-Alpha/2)
}

// resampled returns the sorted values of a statistic of resamples.
func resampled(n, draws int, seed uint64, statistic func(drawn []int) float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	drawn, values := make([]int, n), make([]float64, draws)
	for d := range values {
		for i := range drawn {
			drawn[i] = rng.IntN(n)
		}
		values[d] = statistic(drawn)
	}
	slices.Sort(values)
	return values
}

// ends returns the values that leave those shares below.
func ends(sorted []float64, low, high float64) Interval {
	n := len(sorted)
	cut, top := int(low*float64(n)+1e-9), int((1-high)*float64(n)+1e-9)
	return Interval{sorted[min(cut, n-1)], sorted[max(0, n-1-top)]}
}

// BootstrapClusters is [Bootstrap] that draws whole clusters of items (Davison and Hinkley 1997, section 3.8): clusters[k] are the indexes of one.
// There is at least one cluster, and none is empty. Of fewer clusters than [MinUnits] it is [Unknown].
func BootstrapClusters(clusters [][]int, draws int, seed uint64, statistic func(drawn []int) float64) Interval {
	interval, _ := TestClusters(clusters, draws, seed, statistic)
	return interval
}

// TestClusters is [BootstrapClusters] with the two-sided p-value that the statistic is 0: twice the smaller share of draws on one
// side of 0, at least one draw (Davison and Hinkley 1997, section 4.4). It is at most [Alpha] where the interval excludes 0, and 1
// where that is [Unknown].
func TestClusters(clusters [][]int, draws int, seed uint64, statistic func(drawn []int) float64) (Interval, float64) {
	if len(clusters) < MinUnits {
		return Unknown(), 1
	}
	var items []int
	values := resampled(len(clusters), draws, seed, func(drawn []int) float64 {
		items = items[:0]
		for _, k := range drawn {
			items = append(items, clusters[k]...)
		}
		return statistic(items)
	})
	least, most := 0, 0
	for _, v := range values {
		if v <= 0 {
			least++
		}
		if v >= 0 {
			most++
		}
	}
	return ends(values, Alpha/2, 1-Alpha/2), min(1, 2*float64(max(1, min(least, most)))/float64(draws))
}

// BCa returns the bias-corrected and accelerated interval (Efron 1987, JASA 82:171) of a statistic of n items, as [Bootstrap] else. Where it is not
// defined, as of a statistic that no resample changes, it is the percentile interval; of fewer items than
// [MinUnits] it is [Unknown].
func BCa(n, draws int, seed uint64, statistic func(drawn []int) float64) Interval {
	if n < MinUnits {
		return Unknown()
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	values, at := resampled(n, draws, seed, statistic), statistic(all)
	under, upTo := 0, 0
	for _, v := range values {
		if v < at-1e-12 {
			under++
		}
		if v <= at+1e-12 {
			upTo++
		}
	}
	share := float64(under+upTo) / float64(2*draws)
	if share <= 0 || share >= 1 {
		return ends(values, Alpha/2, 1-Alpha/2)
	}
	bias, a := mathext.NormalQuantile(share), acceleration(n, statistic)
	level := func(q float64) float64 {
		w := bias + mathext.NormalQuantile(q)
		return below(bias + w/(1-a*w))
	}
	return ends(values, level(Alpha/2), level(1-Alpha/2))
}

// acceleration returns that of the jackknife: the skewness of leaving one out.
func acceleration(n int, statistic func(drawn []int) float64) float64 {
	values, rest := make([]float64, n), make([]int, n-1)
	for out := range values {
		for i := range rest {
			rest[i] = i
			if i >= out {
				rest[i]++
			}
		}
		if n > 1 {
			values[out] = statistic(rest)
		}
	}
	mean, cubes, squares := floats.Sum(values)/float64(n), 0.0, 0.0
	for _, v := range values {
		squares += (mean - v) * (mean - v)
		cubes += (mean - v) * (mean - v) * (mean - v)
	}
	return ratio(cubes, 6*math.Pow(squares, 1.5))
}

// SignFlip returns the p-value of the sign-flip permutation test (Fisher 1935) that a mean is 0, two-sided. Differences of 0 have no sign, and tell nothing. Of up
// to 13 others all sign assignments are counted; of more, [Resamples] random ones, with the observed one as one of them (Phipson and Smyth 2010).
func SignFlip(differences []float64, seed uint64) float64 {
	signed := slices.DeleteFunc(slices.Clone(differences), func(v float64) bool { return v == 0 })
	observed := math.Abs(sumOf(signed)) - 1e-12
	extreme := 0
	if len(signed) <= 13 {
		for signs := range 1 << len(signed) {
			if math.Abs(flipped(signed, func(i int) bool { return signs>>i&1 == 0 })) >= observed {
				extreme++
			}
		}
		return float64(extreme) / float64(int(1)<<len(signed))
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range Resamples {
		if math.Abs(flipped(signed, func(int) bool { return rng.Uint64()&1 == 0 })) >= observed {
			extreme++
		}
	}
	return float64(extreme+1) / (Resamples + 1)
}

// flipped returns the sum with some signs turned.
func flipped(v []float64, turn func(int) bool) float64 {
	sum := 0.0
	for i, x := range v {
		if turn(i) {
			x = -x
		}
		sum += x
	}
	return sum
}

func sumOf(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum
}

// Subtract is second less first, item by item. There must be as many of both, at least one, all finite.
func Subtract(first, second []float64) ([]float64, error) {
	if len(first) != len(second) || len(first) == 0 {
		return nil, fmt.Errorf("paired comparison: %d against %d items", len(first), len(second))
	}
	out := make([]float64, len(first))
	for i := range out {
		out[i] = second[i] - first[i]
		if math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return nil, fmt.Errorf("paired comparison: item %d: %v against %v", i, first[i], second[i])
		}
	}
	return out, nil
}
