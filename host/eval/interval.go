package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Interval is a 95 % confidence interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// z95 is the normal quantile at 0.975.
const z95 = 1.959963984540054

// Wilson is the score interval (Wilson 1927) of a share of successes among n, 0 <= successes <= n. Of none it is [0, 1].
func Wilson(successes, n int) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	m, p, zz := float64(n), float64(successes)/float64(n), z95*z95
	centre := (p + zz/(2*m)) / (1 + zz/m)
	half := z95 / (1 + zz/m) * math.Sqrt(p*(1-p)/m+zz/(4*m*m))
	return Interval{max(0, centre-half), min(1, centre+half)}
}

// Bootstrap is the percentile interval of a statistic of n items, at least 1, by draws resamples with replacement, at least 40.
// The statistic is given the indexes that were drawn, in a slice that it may not keep. Equal seeds give equal intervals.
func Bootstrap(n, draws int, seed uint64, statistic func(drawn []int) float64) Interval {
	rng := rand.New(rand.NewPCG(seed, 0))
	drawn, values := make([]int, n), make([]float64, draws)
	for d := range values {
		for i := range drawn {
			drawn[i] = rng.IntN(n)
		}
		values[d] = statistic(drawn)
	}
	slices.Sort(values)
	cut := draws * 25 / 1000
	return Interval{values[cut], values[draws-1-cut]}
}
