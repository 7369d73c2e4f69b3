package boost

import (
	"math"
	"slices"
	"sort"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// sums are the gradients and hessians of some rows.
type sums struct{ grad, hess float64 }

// bounds are what monotone features leave to the values below a node.
type bounds struct{ least, most float64 }

var anyValue = bounds{math.Inf(-1), math.Inf(1)}

func (b bounds) clip(v float64) float64 { return min(max(v, b.least), b.most) }

// A choice is the best comparison of a node so far.
type choice struct {
	node  forest.Node
	gain  float64
	way   int8 // of a monotone feature
	split float64
}

// value returns the leaf that fits some rows best.
func (g *grower) value(s sums) float64 { return -s.grad / (s.hess + g.Lambda) }

func (g *grower) gain(s sums) float64 { return s.grad * s.grad / (s.hess + g.Lambda) }

// consider compares the cuts of feature k, whose sums by bin are h, with the best choice.
func (g *grower) consider(best *choice, h []sums, k int, limit bounds) {
	var all, left sums
	for _, s := range h {
		all.grad += s.grad
		all.hess += s.hess
	}
	way := g.Monotone[k]
	for b, cut := range g.cuts[k] {
		left.grad += h[b].grad
		left.hess += h[b].hess
		right := sums{all.grad - left.grad, all.hess - left.hess}
		if left.hess < g.Least || right.hess < g.Least {
			continue
		}
		low, high := limit.clip(g.value(left)), limit.clip(g.value(right))
		if float64(way)*(high-low) < 0 {
			continue
		}
		if gain := g.gain(left) + g.gain(right) - g.gain(all); gain > best.gain+1e-9 {
			*best = choice{forest.Node{Feature: uint16(k), Threshold: cut}, gain, way, (low + high) / 2}
		}
	}
}

// limits returns the bounds of the two sides.
func (c *choice) limits(of bounds) (left, right bounds) {
	left, right = of, of
	switch {
	case c.way > 0:
		left.most, right.least = c.split, c.split
	case c.way < 0:
		left.least, right.most = c.split, c.split
	}
	return left, right
}

// cutsOf chooses at most Bins-1 values of feature k so that about as many rows lie between each two; none if all rows are equal.
func cutsOf(x [][]float32, k int) []float32 {
	values := make([]float32, len(x))
	for i := range x {
		values[i] = x[i][k]
	}
	slices.Sort(values)
	var cuts []float32
	for b := 1; b < Bins; b++ {
		at := b * len(values) / Bins
		v := values[at]
		if v < values[len(values)-1] && (len(cuts) == 0 || v > cuts[len(cuts)-1]) {
			cuts = append(cuts, v)
		}
	}
	if len(cuts) == 0 && len(values) > 0 && values[0] < values[len(values)-1] {
		cuts = append(cuts, values[0])
	}
	return withRare(cuts, values)
}

// withRare adds the least value where a feature is mostly its least value, so that the few rows above it can be told apart.
func withRare(cuts, values []float32) []float32 {
	if len(values) == 0 || len(cuts) == Bins-1 || values[0] == values[len(values)-1] || cuts[0] == values[0] {
		return cuts
	}
	return append([]float32{values[0]}, cuts...)
}

// binned returns the bin of each row.
func binned(x [][]float32, k int, cuts []float32) []uint8 {
	bins := make([]uint8, len(x))
	for i := range x {
		v := x[i][k]
		bins[i] = uint8(sort.Search(len(cuts), func(c int) bool { return v <= cuts[c] }))
	}
	return bins
}
