package eval

import "github.com/sparkhost/sparkhost/host/eval/stats"

// An Interval is a 95 % confidence interval.
type Interval = stats.Interval

// Wilson is [stats.Wilson].
func Wilson(successes, n int) Interval { return stats.Wilson(successes, n) }

// Bootstrap is [stats.Bootstrap].
func Bootstrap(n, draws int, seed uint64, statistic func(drawn []int) float64) Interval {
	return stats.Bootstrap(n, draws, seed, statistic)
}
