// Package boost grows boosted trees for log-odds of a class: small, deterministic, for tables that fit in memory. The
// method is gradient boosting with second-order leaves (Chen and Guestrin, XGBoost, 2016) over features cut into bins.
package boost

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// Options say how trees are grown. The zero value of a field means its default.
type Options struct {
	Trees    int          // default 200
	Depth    int          // default 3
	Rate     float64      // how far each tree goes; default 0.05
	Lambda   float64      // penalty on squared leaves; default 5
	Least    float64      // least weight of hessians on either side of a split; default 5
	Columns  float64      // share of features that each tree may use; default 0.5
	Rows     float64      // share of rows that each tree sees; default 0.7
	Seed     uint64       // of the choice of features and rows
	Monotone map[int]int8 // features whose rise may only raise (+1) or lower (-1) the score
}

// Bins is the most that the values of a feature are cut into.
const Bins = 48

// A Table is the examples of a fit: one row of X, its class (0 or 1) and weight each. All rows are equally long.
type Table struct {
	X      [][]float32
	Class  []bool
	Weight []float64
}

// Fit grows a forest whose score is the log-odds of class true. Equal tables and options give equal forests.
func Fit(t *Table, o Options) *forest.Forest {
	g := newGrower(t, o.withDefaults())
	for range g.Trees {
		g.grow()
	}
	return g.forest
}

func (o Options) withDefaults() Options {
	o.Trees, o.Depth = orInt(o.Trees, 200), orInt(o.Depth, 3)
	o.Rate, o.Lambda, o.Least = or(o.Rate, 0.05), or(o.Lambda, 5), or(o.Least, 5)
	o.Columns, o.Rows = or(o.Columns, 0.5), or(o.Rows, 0.7)
	return o
}

func or(v, def float64) float64 {
	if v == 0 {
		return def
	}
	return v
}

func orInt(v, def int) int {
	if v == 0 {
		return def
	}
	return v
}

func sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// A generator is splitmix64 (Steele, Lea and Flood, 2014).
type generator uint64

func (g *generator) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// chance is true with probability p.
func (g *generator) chance(p float64) bool { return float64(g.next()>>11)/(1<<53) < p }
