package stance

import "math"

// otherAmount says whether the sentence says all that the hypothesis does but for its one number, in the place of which it has another of the same
// unit, and denies nothing: "lasts 30 hours" for "lasts 12 hours". Of several numbers of that unit none is known to be the one.
func (s *sight) otherAmount() bool {
	k := s.h.onlyNumber()
	if k < 0 || s.match[k] > 0 || len(s.denials) > 0 || s.cover*s.h.total < repeatsAll*(s.h.total-s.h.terms[k].weight) {
		return false
	}
	own, others := s.h.terms[k].token, 0
	for i := range s.Tokens {
		if n := s.Tokens[i].Number; !math.IsNaN(n) && s.sameUnit(own, i) {
			if others++; s.h.allows(own, n) {
				return false
			}
		}
	}
	return others == 1
}

// Words ahead of a number that it is a bound of, or only near.
var (
	overWords  = wordSet(`over above exceed exceeds exceeding least more greater beyond`)
	underWords = wordSet(`under below less fewer most within lower`)
	aboutWords = wordSet(`about approximately around roughly nearly almost close some circa`)
)

// nearly is how far a number may be from one that is told with "about", as a share.
const nearly = 0.15

// allows says whether the hypothesis leaves room for number n in place of the one at token i: "over 100" does so for 200.
func (h *Hypothesis) allows(i int, n float64) bool {
	own := h.Tokens[i].Number
	for j := max(0, i-2); j < i; j++ {
		w := h.Tokens[j].Word
		if overWords[w] && n >= own || underWords[w] && n <= own || aboutWords[w] && math.Abs(n-own) <= nearly*own {
			return true
		}
	}
	return false
}

// onlyNumber returns the term of the hypothesis that is a number, no year and not a part of a name; -1: none or several are.
func (h *Hypothesis) onlyNumber() int {
	at := -1
	for k := range h.terms {
		t := &h.terms[k]
		if math.IsNaN(t.number) {
			continue
		}
		if at >= 0 || isYear(t.number) || t.token > 0 && h.Gap(t.token-1) == "-" {
			return -1
		}
		at = k
	}
	return at
}
