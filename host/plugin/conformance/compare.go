package conformance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// tolerance is the most by which two numbers may differ, relative to the greater, and below 1 absolutely: sums in
// another order are not equal to the last bit.
const tolerance = 1e-9

func near(a, b float64) bool {
	return math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b))
}

// A placed number is one number of a response with its name.
type placed struct {
	name  string
	value float64
}

// flatten lists what a response says, so that two can be compared: numbers by name, the order of
// findings, queries and reasons left aside. origin says which row of the original request a row of a table
// is.
func flatten(r *contract.Response, origin func(table string, row int) int) []placed {
	var all []placed
	add := func(v float64, format string, args ...any) {
		all = append(all, placed{fmt.Sprintf(format, args...), v})
	}
	column := func(name, table string, values []float64) {
		for i, v := range values {
			add(v, "%s of %s, row %d", name, table, origin(table, i))
		}
	}
	parts := func(list []contract.Part) {
		for _, p := range list {
			column("part "+p.Name, p.Table, p.Values)
		}
	}
	if s := r.Score; s != nil {
		column("score", "items", s.Scores)
		parts(s.Parts)
	}
	if a := r.Assess; a != nil {
		for _, s := range a.Signals {
			add(s.Value, "signal %s", s.Name)
		}
		parts(a.Parts)
		for _, f := range a.Findings {
			add(f.Weight, "finding %s of %s, rows %v", f.Kind, f.Table, origins(f.Table, f.Rows, origin))
		}
		for _, q := range a.Queries {
			add(0, "query %q", q)
		}
	}
	if c := r.Calibrate; c != nil {
		add(c.Base, "base")
		add(c.Confidence, "confidence")
		for _, t := range c.Terms {
			add(t.Value, "value of term %s", t.Name)
			add(t.Weight, "weight of term %s", t.Name)
			add(t.Delta, "delta of term %s", t.Name)
		}
		for _, reason := range c.Reasons {
			add(0, "reason %q", reason)
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.value, b.value))
	})
	return all
}

func origins(table string, rows []uint32, origin func(string, int) int) []int {
	out := make([]int, len(rows))
	for i, row := range rows {
		out[i] = origin(table, int(row))
	}
	slices.Sort(out)
	return out
}

// unmoved returns the origin of rows that stayed where they were.
func unmoved(_ string, row int) int { return row }

// difference tells the first thing in which two lists differ, or "".
func difference(want, got []placed) string {
	for i := range min(len(want), len(got)) {
		switch w, g := want[i], got[i]; {
		case w.name < g.name:
			return w.name + " is missing"
		case w.name > g.name:
			return g.name + " is there in addition"
		case !near(w.value, g.value):
			return fmt.Sprintf("%s is %v instead of %v", w.name, g.value, w.value)
		}
	}
	switch {
	case len(want) > len(got):
		return want[len(got)].name + " is missing"
	case len(got) > len(want):
		return got[len(want)].name + " is there in addition"
	}
	return ""
}
