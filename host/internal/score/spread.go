package score

import (
	"cmp"
	"math"

	"github.com/sparkhost/sparkhost/host/policy"
)

// Spreads hold the values over which the terms with min-max of a run spread, by block and name.
type Spreads map[string]spread

// A spread is the least and the greatest value of a term over some items.
type spread struct{ least, greatest float64 }

// of places a value between the two, from 0 to 1; 0 where they are equal (D6).
func (s spread) of(v float64) float64 { return Share(v-s.least, s.greatest-s.least) }

// WeighAll scores the items of a block by its terms. Values of terms with min-max are spread over the
// items first; later items of the block are placed between the same ends.
func (m Spreads) WeighAll(block string, terms []policy.Term, items []*Item) {
	for _, t := range terms {
		if !t.MinMax {
			continue
		}
		s := spread{math.Inf(1), math.Inf(-1)}
		for _, it := range items {
			if v, ok := it.Value(t); ok {
				s = spread{min(s.least, v), max(s.greatest, v)}
			}
		}
		m[block+"."+t.Name] = s
	}
	for _, it := range items {
		m.Weigh(block, terms, it)
	}
}

// Weigh scores one item.
func (m Spreads) Weigh(block string, terms []policy.Term, it *Item) {
	it.Score, it.Parts = Sum(terms, func(t policy.Term) (float64, bool) {
		v, ok := it.Value(t)
		if s, known := m[block+"."+t.Name]; ok && known && t.MinMax {
			v = s.of(v)
		}
		return v, ok
	})
}

// Renormalise lets the positive weights of known values grow to the sum of all of them, so that an
// unknown value, such as that of a model where there is none, does not lower the score (B-16).
func (s *Item) Renormalise() {
	all, known := 0.0, 0.0
	for _, c := range s.Parts {
		if w := c.Term.Weight * factor(c.Term); w > 0 {
			all += w
			if c.Known {
				known += w
			}
		}
	}
	if known == 0 || known == all {
		return
	}
	s.Score = 0
	for i := range s.Parts {
		if s.Parts[i].Term.Weight > 0 {
			s.Parts[i].Delta *= all / known
		}
		s.Score += s.Parts[i].Delta
	}
}

// factor returns the factor of a term's group.
func factor(t policy.Term) float64 { return cmp.Or(t.Factor, 1) }

// OfDocument returns the name by which terms of other blocks read what a stage of select said of a document.
func OfDocument(stage string) string { return "select." + stage }

// Share is part/whole between 0 and 1; 0 where the whole is not positive.
func Share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return min(1, max(0, part/whole))
}

// Flag returns a flag as a number.
func Flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
