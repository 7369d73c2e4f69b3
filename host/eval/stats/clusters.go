package stats

import (
	"math"
	"slices"
)

// Clustered counts pairs of questions that belong together: repeats of one question, questions on one document. A cluster counts as one
// observation. Where each question is a cluster of its own, every figure is that of [Pairs].
type Clustered struct {
	Pairs
	Clusters int     `json:"clusters"`
	Effect   float64 `json:"design_effect"` // at least 1: how many times fewer independent questions these are worth
	sums     []int   // of each cluster: better less worse
}

// NewClustered sums up the differences (1 better, -1 worse, 0 neither) by cluster. Both slices are of one length. The design effect is the
// variance of the mean difference with clusters over that without (Miller 2024, arXiv 2411.00640, equation 4), the mean size of a cluster
// where all differences are equal.
func NewClustered(differences []int, cluster []string) *Clustered {
	of := map[string]int{}
	c := &Clustered{Pairs: Pairs{Questions: len(differences)}}
	var sizes []int
	for i, d := range differences {
		k, known := of[cluster[i]]
		if !known {
			k = len(c.sums)
			of[cluster[i]], c.sums, sizes = k, append(c.sums, 0), append(sizes, 0)
		}
		c.sums[k] += d
		sizes[k]++
		switch {
		case d > 0:
			c.Better++
		case d < 0:
			c.Worse++
		}
	}
	c.Clusters = len(c.sums)
	c.Effect = c.effect(sizes)
	return c
}

func (c *Clustered) effect(sizes []int) float64 {
	if c.Clusters == 0 {
		return 1
	}
	mean, within := c.Difference(), 0.0
	for k, sum := range c.sums {
		over := float64(sum) - mean*float64(sizes[k])
		within += over * over
	}
	n := float64(c.Questions)
	alone := float64(c.Better+c.Worse) - n*mean*mean // of questions: the sum of squared differences from the mean
	if alone <= 1e-12 {
		return n / float64(c.Clusters)
	}
	return max(1, within/alone)
}

// Worth returns the number of independent questions that the sample is worth.
func (c *Clustered) Worth() float64 { return float64(c.Questions) / c.Effect }

// MidP returns the mid-p value of the test that turns the sign of whole clusters (Fisher 1935; exact, over all sign assignments). With one question
// to a cluster it is McNemar's mid-p value, and repeating questions within their clusters does not change it.
func (c *Clustered) MidP() float64 {
	var sizes []int
	total := 0
	for _, s := range c.sums {
		if s != 0 {
			sizes, total = append(sizes, abs(s)), total+s
		}
	}
	if total == 0 {
		return 1
	}
	step := divisor(sizes)
	if slices.Max(sizes) == step { // all alike: a fair coin for each
		return midP((len(sizes)+total/step)/2, len(sizes))
	}
	return signMidP(sizes, step, abs(total))
}

// signMidP is twice the chance that a random sum of ±sizes is over the total, with half of the chance that it equals it.
func signMidP(sizes []int, step, total int) float64 {
	chance := []float64{1} // by how many steps are positive
	for _, s := range sizes {
		s /= step
		next := make([]float64, len(chance)+s)
		for i, p := range chance {
			next[i] += p / 2
			next[i+s] += p / 2
		}
		chance = next
	}
	all, over, equal := len(chance)-1, 0.0, 0.0
	for up, p := range chance {
		switch sum := (2*up - all) * step; {
		case sum > total:
			over += p
		case sum == total:
			equal += p
		}
	}
	return min(1, 2*over+equal)
}

// Tango is [Pairs.Tango] with counts divided by the design effect (the effective sample size of Kish 1965), [Unknown] of
// fewer clusters than [MinUnits].
func (c *Clustered) Tango(alpha float64) Interval {
	if c.Few() {
		return Unknown()
	}
	return tango(float64(c.Better)/c.Effect, float64(c.Worse)/c.Effect, c.Worth(), z(alpha))
}

// Few says whether there are fewer clusters than [MinUnits], so that nothing can be concluded.
func (c *Clustered) Few() bool { return c.Clusters < MinUnits }

// Equivalence is [Pairs.Equivalence] with counts divided by the design effect, 1 of fewer clusters than [MinUnits].
func (c *Clustered) Equivalence(margin float64) float64 {
	if c.Few() {
		return 1
	}
	return equivalence(float64(c.Better)/c.Effect, float64(c.Worse)/c.Effect, c.Worth(), margin)
}

// MDE returns the least difference that questions like these find with a power, by [MDE], of the worth and discordance of this sample; false also
// of fewer clusters than [MinUnits].
func (c *Clustered) MDE(power float64) (float64, bool) {
	if c.Few() {
		return 0, false
	}
	return MDE(int(math.Floor(c.Worth()+1e-9)), c.Discordance(), power)
}

func abs(v int) int { return max(v, -v) }

// divisor returns the greatest number that divides all of them.
func divisor(of []int) int {
	out := 0
	for _, v := range of {
		for v != 0 {
			out, v = v, out%v
		}
	}
	return out
}
