package evidence

import (
	"fmt"
	"slices"
)

// Set returns ids ascending and each once, in a new slice. All measures and set
// operations of this package take sets of this form.
func Set(ids []uint32) []uint32 {
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

// Containment is |a∩b|/|a|, the share of a that is in b; 0 if a is empty.
func Containment(a, b []uint32) float64 { return share(common(a, b), len(a)) }

// Jaccard is |a∩b|/|a∪b|; 0 if both are empty.
func Jaccard(a, b []uint32) float64 {
	n := common(a, b)
	return share(n, len(a)+len(b)-n)
}

// Overlap is |a∩b|/min(|a|,|b|); 0 if either is empty.
func Overlap(a, b []uint32) float64 { return share(common(a, b), min(len(a), len(b))) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// common counts the ids in both sets.
func common(a, b []uint32) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x == y {
			n++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return n
}

// A Measure is an overlap measure by name. The zero value is containment.
type Measure uint8

// The measures.
const (
	ByContainment Measure = iota // [Containment]: not symmetric
	ByJaccard                    // [Jaccard]
	ByOverlap                    // [Overlap]
)

var measureNames = [...]string{"containment", "jaccard", "overlap"}

// ParseMeasure returns the measure called name: containment, jaccard or overlap.
func ParseMeasure(name string) (Measure, error) {
	if i := slices.Index(measureNames[:], name); i >= 0 {
		return Measure(i), nil
	}
	return 0, fmt.Errorf("unknown overlap measure %q: want containment, jaccard or overlap", name)
}

// String returns the name that [ParseMeasure] reads.
func (m Measure) String() string {
	if int(m) < len(measureNames) {
		return measureNames[m]
	}
	return fmt.Sprintf("measure %d", uint8(m))
}

// Of applies the measure, from 0 to 1; an unknown measure gives 0.
func (m Measure) Of(a, b []uint32) float64 {
	switch m {
	case ByContainment:
		return Containment(a, b)
	case ByJaccard:
		return Jaccard(a, b)
	case ByOverlap:
		return Overlap(a, b)
	}
	return 0
}

// Union returns the set of ids in a or b.
func Union(a, b []uint32) []uint32 {
	out := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Difference returns the set of ids in a and not in b.
func Difference(a, b []uint32) []uint32 { return pick(a, b, false) }

// Intersection returns the set of ids in a and b.
func Intersection(a, b []uint32) []uint32 { return pick(a, b, true) }

// pick returns the ids of a whose being in b is want.
func pick(a, b []uint32, want bool) []uint32 {
	out := make([]uint32, 0, len(a))
	for _, id := range a {
		for len(b) > 0 && b[0] < id {
			b = b[1:]
		}
		if (len(b) > 0 && b[0] == id) == want {
			out = append(out, id)
		}
	}
	return out
}
