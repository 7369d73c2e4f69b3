package stats

import "math"

// Pairs count questions that two systems answered, by who was right. Those that both or neither got right are in Questions only.
type Pairs struct {
	Questions int `json:"questions"`
	Better    int `json:"better"` // only the second was right
	Worse     int `json:"worse"`  // only the first was right
}

// Difference returns the accuracy of the second less that of the first; 0 of no questions.
func (p Pairs) Difference() float64 { return ratio(float64(p.Better-p.Worse), float64(p.Questions)) }

// Discordance returns the share of questions that only one system got right; 0 of no questions.
func (p Pairs) Discordance() float64 { return ratio(float64(p.Better+p.Worse), float64(p.Questions)) }

// MidP returns the two-sided mid-p value of McNemar's test of equal accuracy; 1 without discordant pairs. (Fagerland, Lydersen, Laake 2013, BMC
// Medical Research Methodology 13:91.)
func (p Pairs) MidP() float64 { return midP(p.Better, p.Better+p.Worse) }

// ExactP returns the two-sided exact conditional p-value of McNemar's test, which is never under the mid-p value; 1 without discordant pairs.
func (p Pairs) ExactP() float64 {
	n := p.Better + p.Worse
	return min(1, 2*coin(n).upTo(float64(min(p.Better, n-p.Better))))
}

func coin(n int) binomial { return binomial{float64(n), 0.5} }

// midP returns the mid-p value of k heads in n throws of a fair coin.
func midP(k, n int) float64 {
	if 2*k == n {
		return 1
	}
	low, c := float64(min(k, n-k)), coin(n)
	return min(1, 2*c.upTo(low)-c.exactly(low))
}

// Tango returns the score interval of the difference (Tango 1998, Statistics in Medicine 17:891), of level 1-alpha. Of no questions it is [-1, 1].
func (p Pairs) Tango(alpha float64) Interval {
	return tango(float64(p.Better), float64(p.Worse), float64(p.Questions), z(alpha))
}

// tango finds the differences at which the score statistic is ±c, by bisection, as it falls with the difference.
func tango(better, worse, n, c float64) Interval {
	if n <= 0 {
		return Interval{-1, 1}
	}
	at := func(want, low, high float64) float64 {
		for range 60 {
			middle := (low + high) / 2
			if tangoScore(better, worse, n, middle) > want {
				low = middle
			} else {
				high = middle
			}
		}
		return (low + high) / 2
	}
	d := (better - worse) / n
	return Interval{at(c, -1, d), at(-c, d, 1)}
}

// tangoScore returns the score statistic of the hypothesis that the difference is d. It falls with d.
func tangoScore(better, worse, n, d float64) float64 {
	over := better - worse - n*d
	b, c := -better-worse+(2*n-better+worse)*d, -worse*d*(1-d)
	q := (math.Sqrt(max(0, b*b-8*n*c)) - b) / (4 * n)
	v := n * (2*q + d*(1-d))
	if v <= 1e-12 {
		return math.Copysign(math.MaxFloat64, over)
	}
	return over / math.Sqrt(v)
}

// Equivalence returns the p-value of two one-sided score tests (Tango 1998) of the hypothesis that the difference is as large as the margin, to either
// side: under alpha the systems are equivalent to within the margin. Margin is a share, 0 < margin < 1.
func (p Pairs) Equivalence(margin float64) float64 {
	return equivalence(float64(p.Better), float64(p.Worse), float64(p.Questions), margin)
}

func equivalence(better, worse, n, margin float64) float64 {
	if n <= 0 {
		return 1
	}
	return max(tail(tangoScore(better, worse, n, -margin)), tail(-tangoScore(better, worse, n, margin)))
}
