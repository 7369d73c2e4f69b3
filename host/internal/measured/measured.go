// Package measured finds, in what was read, the values of the quantity that a question asks for: of each work the value nearest the
// question, by unit. What else works report is not an answer to it, and neither agrees nor disputes.
package measured

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Value is a quantity that a sentence of a work reports.
type Value struct {
	evidence.Quantity
	Work    int     // number of the work
	Nearest float64 // how well its sentence addresses the question, above 0
	Beside  int     // bytes to the nearest word of the question in the sentence
	Row     int     // what the caller knows the sentence by
}

// Asked says which quantity a question asks for.
type Asked struct {
	Quantity bool     // it asks for one
	Units    []string // those of its options or its claim; empty: any one unit
}

// near is the share of the best sentence's nearness from which another one may report the same quantity.
const near = 0.5

// Groups returns the values to compare: one of each work, in groups of one unit, the unit of the sentences nearest the question first.
// A unit that one work alone reports makes no group, and where the question names no unit, it asks only for the first
// group. Values come by work. None if the question asks for no quantity.
func Groups(values []Value, asked Asked) [][]Value {
	if !asked.Quantity {
		return nil
	}
	best := 0.0
	for _, v := range values {
		best = max(best, v.Nearest)
	}
	byUnit := map[string]map[int]Value{}
	for _, v := range values {
		if len(asked.Units) > 0 && !slices.Contains(asked.Units, v.Unit) || v.Nearest < near*best {
			continue
		}
		if byUnit[v.Unit] == nil {
			byUnit[v.Unit] = map[int]Value{}
		}
		if have, is := byUnit[v.Unit][v.Work]; !is || before(v, have) {
			byUnit[v.Unit][v.Work] = v
		}
	}
	return ranked(byUnit, len(asked.Units) > 0)
}

// before says whether a is nearer the question than b, which is of the same work.
func before(a, b Value) bool {
	return cmp.Or(cmp.Compare(b.Nearest, a.Nearest), cmp.Compare(a.Beside, b.Beside), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Start, b.Start)) < 0
}

// ranked lists the groups with the works that report most of the question first.
func ranked(byUnit map[string]map[int]Value, all bool) [][]Value {
	var groups [][]Value
	for _, works := range byUnit {
		if len(works) < 2 {
			continue
		}
		var group []Value
		for _, v := range works {
			group = append(group, v)
		}
		slices.SortFunc(group, func(a, b Value) int { return cmp.Compare(a.Work, b.Work) })
		groups = append(groups, group)
	}
	slices.SortFunc(groups, func(a, b []Value) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a[0].Unit, b[0].Unit))
	})
	if !all {
		groups = groups[:min(1, len(groups))]
	}
	return groups
}

// weight says how well a group's sentences together address the question.
func weight(group []Value) float64 {
	sum := 0.0
	for _, v := range group {
		sum += v.Nearest
	}
	return sum
}
