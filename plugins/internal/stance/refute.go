package stance

import "math"

// A Refutation is a sentence that says a statement again and denies it.
type Refutation struct {
	Row      int
	Strength float64 // 0..1: how nearly the sentence repeats the statement and denies it
	Cue      string  // the words that deny
}

// Refutes finds the sentences that refute a statement: they repeat its terms in whatever form, order and voice, and deny them. It needs
// no model. A number, or a name with a digit, must be the same one; where the statement says which way something goes, that is what must
// be denied. About is the question that the statement answers, empty if it stands alone: a sentence that speaks of something
// else refutes nothing. A statement that is itself a denial is refuted by no denial. The sentence that holds most of the statement comes first.
func (s *Scan) Refutes(statement, about string) []Refutation {
	said, asked := s.pool(Question{Text: statement}).views, map[int]float64{}
	if about != "" {
		for _, v := range s.pool(Question{Text: about}).views {
			asked[v.row] = v.cover
		}
	}
	var out []Refutation
	for _, v := range said {
		if v.cover <= saidPart {
			break
		}
		v.look()
		strength := v.asserted * min(1, (v.cover-saidPart)/(saidAll-saidPart))
		if !v.refutes() {
			continue
		}
		if about != "" {
			strength *= min(1, asked[v.row]/askedAbout)
		}
		if strength >= telling {
			out = append(out, Refutation{v.row, strength, v.cue(-1)})
		}
	}
	return out
}

// refutes says whether the sentence denies the statement: all that is exact of it, and the way that it says.
func (s *sight) refutes() bool { return s.deniesHeld() && s.exact() && s.deniesWay() }

// saidPart is the share of a statement that a sentence holds which begins to say it again, saidAll the one from which it does.
const saidPart, saidAll = 0.5, 0.8

// deniesHeld says whether the sentence denies what it holds of the statement: the relating word, or most of it.
func (s *sight) deniesHeld() bool {
	f := &s.features
	return s.h.negations%2 == 0 && f[fDeniedBefore] != 0 && (f[fDeniedRelation] != 0 || f[fDenied] >= 0.5)
}

// askedAbout is the share of a question from which a sentence speaks of it, telling the strength from which a refutation is one.
const askedAbout, telling = 0.5, 0.1

// exact says whether the sentence holds every number and every name with a digit of the statement, and a word besides.
func (s *sight) exact() bool {
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
func (s *sight) deniesWay() bool {
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

// Mentions returns the rows of sentences that hold most of a statement, whatever they say of it, in the order of how much they hold.
func (s *Scan) Mentions(statement string) []int {
	var out []int
	for _, v := range s.pool(Question{Text: statement}).views {
		if v.mentions() {
			out = append(out, v.row)
		}
	}
	return out
}

// mentions says whether the sentence holds most of the statement, whatever it says of it.
func (s *sight) mentions() bool { return s.cover >= repeatsPart }
