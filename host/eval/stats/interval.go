package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Alpha is the level of all tests that are not told another, and 1 less that of intervals.
const Alpha = 0.05

// An Interval is a confidence interval, of 95 % unless its function says otherwise.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Excludes says whether v lies outside of the interval.
func (i Interval) Excludes(v float64) bool { return v < i.Low || v > i.High }

// z returns the normal quantile that leaves alpha to both sides together.
func z(alpha float64) float64 { return mathext.NormalQuantile(1 - alpha/2) }

// twoSided returns the p-value of a normal statistic.
func twoSided(v float64) float64 { return min(1, 2*tail(math.Abs(v))) }

// Wilson returns the score interval (Wilson 1927) of a share of successes among n, 0 <= successes <= n. Of none it is [0, 1].
func Wilson(successes, n int) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	m, p, c := float64(n), float64(successes)/float64(n), z(Alpha)
	centre := (p + c*c/(2*m)) / (1 + c*c/m)
	half := c / (1 + c*c/m) * math.Sqrt(p*(1-p)/m+c*c/(4*m*m))
	i := Interval{max(0, centre-half), min(1, centre+half)}
	if successes == 0 {
		i.Low = 0 // but for rounding
	}
	if successes == n {
		i.High = 1
	}
	return i
}

// Newcombe returns the interval of the difference of two independent shares, the first less the second (Newcombe 1998, method 10): the square
// sum of the distances to the ends of their Wilson intervals. Of none on a side it is wide, never more than [-1, 1].
func Newcombe(successes1, n1, successes2, n2 int) Interval {
	p1, p2 := ratio(float64(successes1), float64(n1)), ratio(float64(successes2), float64(n2))
	a, b := Wilson(successes1, n1), Wilson(successes2, n2)
	return Interval{
		max(-1, p1-p2-math.Hypot(p1-a.Low, b.High-p2)),
		min(1, p1-p2+math.Hypot(a.High-p1, p2-b.Low)),
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
