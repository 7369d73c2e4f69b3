package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// saysPart is the share of a hypothesis in one clause from which a sentence begins to say it, saysAll that from which it does.
const saysPart, saysAll = 0.85, 0.95

// Affirms returns how nearly the sentence says the whole hypothesis itself, 0 to 1: all its words in one clause and in its order, nothing
// denied, turned round or the other way, and stated rather than told.
func (s *Sight) Affirms() float64 {
	f := &s.Features
	if !s.plain() || !s.related() || f[fOrder] < 1 || f[fAnti] > 0 || f[fOpposite] > 0 || f[fReads] < 0 {
		return 0
	}
	if f[fOnly] == 0 && s.h.limited() >= 0 { // it leaves open what the hypothesis leaves out
		return 0
	}
	c := s.clause()
	return s.says(s.held(c.First, c.End))
}

// saysContrary returns how nearly the sentence says the whole hypothesis with the contrary of one of its words, 0 to 1: "closed at a neutral pH"
// where the hypothesis says open.
func (s *Sight) saysContrary() float64 {
	f := &s.Features
	if !s.plain() || f[fAnti] == 0 && f[fOpposite] == 0 {
		return 0
	}
	c := s.clause()
	held := s.held(c.First, c.End)
	turned := s.opposed(c.First, c.End) | held&s.anti
	if turned == 0 || turned&(turned-1) != 0 { // the contraries of two words may say the same again
		return 0
	}
	return s.says(held | turned)
}

// related says whether the sentence has the relating word of the hypothesis; a form of "be" needs no other.
func (s *Sight) related() bool {
	for k := range s.h.terms {
		if s.h.terms[k].token == s.h.relation {
			return s.match[k] >= 1
		}
	}
	return true
}

// plain says whether the sentence states something, and nothing of the hypothesis denied, turned round or the other way.
func (s *Sight) plain() bool {
	f := &s.Features
	switch {
	case s.h.negations > 0 || len(s.denials) > 0:
		return false
	case f[fRefutes] > 0 || f[fNumberConflict] > 0 || f[fYearConflict] > 0 || f[fReversed] > 0 || f[fSwapped] > 0:
		return false
	}
	return s.Trust >= 1 && f[fDirNear] >= 0 && f[fHedge] <= 0 // others looked, and one of little trust retells
}

// says returns how nearly terms are the whole hypothesis, as far as the sentence asserts it.
func (s *Sight) says(terms uint64) float64 {
	said := s.h.ShareOf(terms)
	return s.Asserted * min(1, max(0, (said-saysPart)/(saysAll-saysPart)))
}

// deniesObject says whether negations deny most of what the hypothesis says of its subject, as "has no moon" does of "has a moon".
func (s *Sight) deniesObject() bool {
	var object, said uint64
	verb := s.h.verb()
	for k := range s.h.terms {
		if verb >= 0 && s.h.terms[k].token > verb {
			object |= 1 << k
		}
	}
	for _, d := range s.denials {
		if !s.elsewhere(d.token) {
			said |= s.held(d.scope.First, d.scope.End)
		}
	}
	return object != 0 && s.h.weigh(said&object) >= s.h.weigh(object)/2
}

// verb returns the token that parts the subject from what is said of it: the relation, or else the first word without content behind the
// first with some, such as "has"; -1: none.
func (h *Hypothesis) verb() int {
	if h.relation >= 0 {
		return h.relation
	}
	content := false
	for i := range h.Tokens {
		stop := h.Tokens[i].Cue&text.CueStop != 0
		if stop && content && !(h.Tokens[i].Word == wordOf && isLack(&h.Reading, i-1)) {
			return i
		}
		content = content || !stop
	}
	return -1
}

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
