package eval

import (
	"maps"
	"slices"
)

// Labels counts answers by the right label and the given one. The zero value is empty.
type Labels struct {
	counts map[string]map[string]int // right → given → count
}

// Add counts one item. An abstention is the given label "".
func (l *Labels) Add(right, given string) {
	if l.counts == nil {
		l.counts = map[string]map[string]int{}
	}
	if l.counts[right] == nil {
		l.counts[right] = map[string]int{}
	}
	l.counts[right][given]++
}

// Right lists the labels that were right at least once, sorted.
func (l *Labels) Right() []string { return slices.Sorted(maps.Keys(l.counts)) }

// F1 returns the harmonic mean of precision and recall of one label, 0 if it was never given rightly.
func (l *Labels) F1(label string) float64 {
	hits, given, right := 0, 0, 0
	for r, row := range l.counts {
		for g, n := range row {
			if r == label {
				right += n
			}
			if g == label {
				given += n
			}
			if r == label && g == label {
				hits += n
			}
		}
	}
	return part(2*float64(hits), float64(given+right))
}

// MacroF1 returns the mean F1 of the labels that were right at least once; 0 of none.
func (l *Labels) MacroF1() float64 {
	sum := 0.0
	for _, label := range l.Right() {
		sum += l.F1(label)
	}
	return part(sum, float64(len(l.counts)))
}
