package main

import (
	"maps"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/linear"
	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
)

// A word counts that stands on one side alone in so many rows of so many packs: what it says must not be that of one subject.
const commonRows, commonPacks = 30, 3

// A use is a word with the side that has it.
type use struct {
	stem    uint64
	missing bool
}

// A wordTable collects rows for the weights of words.
type wordTable struct {
	rows []*row
	mass map[string]float64 // of each class of each pack
}

func (t *wordTable) add(r *row) {
	if t.mass == nil {
		t.mass = map[string]float64{}
	}
	t.rows = append(t.rows, r)
	t.mass[classOf(r)] += r.Weight
}

// classOf names the pack and the class of a row.
func classOf(r *row) string {
	if r.Label == packs.Support {
		return r.Pack + " true"
	}
	return r.Pack
}

// common numbers the uses that count.
func (t *wordTable) common() map[use]int {
	rows, in := map[use]int{}, map[use]map[string]bool{}
	for _, r := range t.rows {
		for _, w := range r.words {
			u := use{w.Stem, w.Missing}
			if in[u] == nil {
				in[u] = map[string]bool{}
			}
			rows[u]++
			in[u][r.Pack] = true
		}
	}
	maps.DeleteFunc(rows, func(u use, n int) bool { return n < commonRows || len(in[u]) < commonPacks })
	all := slices.SortedFunc(maps.Keys(rows), compareUses)
	for i, u := range all {
		rows[u] = i
	}
	return rows
}

// compareUses orders by stem, then by side.
func compareUses(a, b use) int {
	switch {
	case a.stem < b.stem, a.stem == b.stem && b.missing && !a.missing:
		return -1
	case a == b:
		return 0
	}
	return 1
}

// fit weighs the words; each pack weighs the same, and in it each class.
func (t *wordTable) fit() *stance.Polarity {
	at := t.common()
	examples := make([]linear.Example, len(t.rows))
	for i, r := range t.rows {
		examples[i] = exampleOf(r, at)
		examples[i].Weight = r.Weight / t.mass[classOf(r)] * float64(len(t.rows)) / float64(len(t.mass))
	}
	weights, base := linear.Fit(examples, len(at), linear.Options{})
	p := &stance.Polarity{Base: float32(base), Weights: map[uint64]stance.Leaning{}}
	for u, k := range at {
		l := p.Weights[u.stem]
		if u.missing {
			l.Missing = float32(weights[k])
		} else {
			l.Fresh = float32(weights[k])
		}
		p.Weights[u.stem] = l
	}
	return p
}

// exampleOf returns a row by the words that count: many of them count for less each, as in [stance.Polarity.Score].
func exampleOf(r *row, at map[use]int) linear.Example {
	e, norm := linear.Example{Class: r.Label == packs.Support}, 1.0
	for _, w := range r.words {
		if k, is := at[use{w.Stem, w.Missing}]; is {
			e.At, e.Value = append(e.At, k), append(e.Value, float64(w.Heed))
			norm += float64(w.Heed * w.Heed)
		}
	}
	for k := range e.Value {
		e.Value[k] /= math.Sqrt(norm)
	}
	return e
}
