package sentence

import (
	"iter"
	"math"
)

// besideWords is how far from a word of the hypothesis another still stands beside it.
const besideWords = 6

// held returns the set of terms among tokens [first, end).
func (s *Sight) held(first, end int) uint64 {
	var set uint64
	for i := max(0, first); i < min(end, len(s.term)); i++ {
		if s.term[i] >= 0 {
			set |= 1<<s.term[i] | s.several[i]
		}
	}
	return set
}

// Held returns the set of terms that the sentence holds, one bit for each in the order of the hypothesis.
func (s *Sight) Held() uint64 { return s.held(0, len(s.term)) }

// Borders says whether token i is a word that the hypothesis lacks and stands beside one that it has.
func (s *Sight) Borders(i int) bool {
	if s.term[i] >= 0 || !math.IsNaN(s.Tokens[i].Number) {
		return false
	}
	return s.held(i-besideWords, i+besideWords+1) != 0
}

// Lacking yields the stems and weights of the terms that are not in a set, see [Sight.Held].
func (h *Hypothesis) Lacking(set uint64) iter.Seq2[uint64, float64] {
	return func(yield func(uint64, float64) bool) {
		for k := range h.terms {
			if set>>k&1 == 0 && !yield(h.terms[k].stem, h.terms[k].weight) {
				return
			}
		}
	}
}

// ShareOf returns the share of the weight of all terms that a set of them has, 0 to 1.
func (h *Hypothesis) ShareOf(set uint64) float64 { return Share(h.weigh(set), h.total) }

// Sides says whether a set of terms holds something of the subject of the hypothesis, and of its object; both where it is not known what these are.
func (h *Hypothesis) Sides(set uint64) (subject, object bool) {
	if !h.sense.usable || h.sense.bond == bondOther {
		return true, true
	}
	return set&h.sense.subject != 0, h.sense.object == 0 || set&h.sense.object != 0
}

// weigh returns the weight of a set of terms.
func (h *Hypothesis) weigh(set uint64) float64 {
	sum := 0.0
	for k := range h.terms {
		if set>>k&1 != 0 {
			sum += h.terms[k].weight
		}
	}
	return sum
}

// Share returns a part as a share of the whole; 0 of nothing.
func Share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
