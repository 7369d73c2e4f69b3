package boost

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// A grower adds tree after tree to a forest.
type grower struct {
	Options
	*Table
	cuts    [][]float32 // of each feature, ascending: bin b holds values up to cuts[b]
	bins    [][]uint8   // of each feature, by row
	score   []float64   // of each row
	slope   []sums      // gradient and hessian of each row
	active  []int32     // rows that the tree sees
	at      []int       // the node of each active row in the tree that grows
	forest  *forest.Forest
	chooser generator
}

func newGrower(t *Table, o Options) *grower {
	g := &grower{Options: o, Table: t, chooser: generator(o.Seed)}
	width, n := 0, len(t.X)
	if n > 0 {
		width = len(t.X[0])
	}
	g.cuts, g.bins = make([][]float32, width), make([][]uint8, width)
	for k := range width {
		g.cuts[k] = cutsOf(t.X, k)
		g.bins[k] = binned(t.X, k, g.cuts[k])
	}
	g.score, g.slope, g.at = make([]float64, n), make([]sums, n), make([]int, n)
	g.forest = &forest.Forest{Features: width, Depth: o.Depth, Base: float32(baseOf(t))}
	for i := range g.score {
		g.score[i] = float64(g.forest.Base)
	}
	return g
}

// baseOf returns the log-odds of class true by weight, with one example of each class added.
func baseOf(t *Table) float64 {
	with, without := 1.0, 1.0
	for i, is := range t.Class {
		if is {
			with += t.Weight[i]
		} else {
			without += t.Weight[i]
		}
	}
	return math.Log(with / without)
}

// grow adds a tree.
func (g *grower) grow() {
	g.active = g.active[:0]
	for i := range g.at {
		p := sigmoid(g.score[i])
		y := 0.0
		if g.Class[i] {
			y = 1
		}
		g.slope[i], g.at[i] = sums{g.Weight[i] * (p - y), g.Weight[i] * p * (1 - p)}, 0
		if g.chooser.chance(g.Rows) {
			g.active = append(g.active, int32(i))
		}
	}
	columns := g.columns()
	inner := 1<<g.Depth - 1
	nodes := make([]forest.Node, inner)
	bounds := make([]bounds, 2*inner+1)
	bounds[0] = anyValue
	for level := range g.Depth {
		g.split(nodes, bounds, 1<<level-1, 1<<level, columns)
	}
	g.finish(nodes, bounds[inner:])
}

// columns chooses the features of the next tree.
func (g *grower) columns() []int {
	var chosen []int
	for k := range g.cuts {
		if len(g.cuts[k]) > 0 && g.chooser.chance(g.Columns) {
			chosen = append(chosen, k)
		}
	}
	return chosen
}

// split chooses the comparisons of nodes [first, first+count), one level, and sends the rows on.
func (g *grower) split(nodes []forest.Node, limits []bounds, first, count int, columns []int) {
	best := make([]choice, count)
	for i := range best {
		best[i] = choice{node: forest.Node{Threshold: float32(math.Inf(1))}}
	}
	h := make([]sums, count*Bins)
	for _, k := range columns {
		clear(h)
		bins := g.bins[k]
		for _, i := range g.active {
			s := &h[(g.at[i]-first)*Bins+int(bins[i])]
			s.grad += g.slope[i].grad
			s.hess += g.slope[i].hess
		}
		for n := range count {
			g.consider(&best[n], h[n*Bins:(n+1)*Bins], k, limits[first+n])
		}
	}
	for n := range best {
		nodes[first+n] = best[n].node
		limits[2*(first+n)+1], limits[2*(first+n)+2] = best[n].limits(limits[first+n])
	}
	for _, i := range g.active {
		g.at[i] = next(nodes, g.at[i], g.X[i])
	}
}

func next(nodes []forest.Node, at int, x []float32) int {
	if x[nodes[at].Feature] > nodes[at].Threshold {
		return 2*at + 2
	}
	return 2*at + 1
}

// finish gives the leaves their values and adds the tree to the forest and to the score of each row.
func (g *grower) finish(nodes []forest.Node, limits []bounds) {
	inner := len(nodes)
	total := make([]sums, inner+1)
	for _, i := range g.active {
		total[g.at[i]-inner].grad += g.slope[i].grad
		total[g.at[i]-inner].hess += g.slope[i].hess
	}
	leaves := make([]float32, inner+1)
	for i, s := range total {
		leaves[i] = float32(g.Rate * limits[i].clip(g.value(s)))
	}
	g.forest.Nodes, g.forest.Leaves = append(g.forest.Nodes, nodes...), append(g.forest.Leaves, leaves...)
	for i, x := range g.X {
		at := 0
		for at < inner {
			at = next(nodes, at, x)
		}
		g.score[i] += float64(leaves[at-inner])
	}
}
