package sentence

import "math"

// Refutes says whether the measured sentence denies the statement that the hypothesis is: it denies what it holds of it, has all its numbers and names
// with a digit, and denies the way that it says.
func (s *Sight) Refutes() bool { return s.deniesHeld() && s.exact() && s.deniesWay() }

// deniesHeld says whether the sentence denies what it holds of the statement: the relating word, or most of it.
func (s *Sight) deniesHeld() bool {
	f := &s.Features
	return s.h.negations%2 == 0 && f[fDeniedBefore] != 0 && (f[fDeniedRelation] != 0 || f[fDenied] >= 0.5)
}

// exact says whether the sentence holds every number and every name with a digit of the statement, and a word besides.
func (s *Sight) exact() bool {
	words := false
	for k := range s.h.terms {
		t := &s.h.terms[k]
		named := !math.IsNaN(t.number) || hasDigit(t.word)
		if named && s.match[k] < 1 {
			return false
		}
		words = words || !named && s.match[k] > 0
	}
	return words
}

// deniesWay says whether what the sentence denies goes the way of the statement, by the first direction word of each; true where the
// statement names none.
func (s *Sight) deniesWay() bool {
	if len(s.h.directions) == 0 {
		return true
	}
	for k := range s.found {
		if f := &s.found[k]; f.denied {
			return f.shift*s.h.directions[0].shift < 0
		}
	}
	return false
}

// Mentions says whether the sentence holds most of the hypothesis, whatever it says of it.
func (s *Sight) Mentions() bool { return s.Cover >= repeatsPart }
