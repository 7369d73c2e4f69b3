package sentence

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A Sight is a sentence seen from a hypothesis. It is not safe for concurrent use.
type Sight struct {
	*text.Reading
	Cover    float64  // 0..1, the share of the hypothesis that it holds, by weight; from [Hypothesis.See] on
	Features Features // of [Sight.Measure]
	Asserted float64  // 0..1, how far it states what it says, of [Sight.Measure]
	Told     bool     // it tells what others believe, of [Sight.Measure]
	Open     bool     // it tells that nobody knows, of [Sight.Measure]
	Trust    float64  // 0..1, what its work counts beside those that report a study; 1 until who judges works sets it

	h       *Hypothesis
	section string    // see [Hypothesis.See]
	at      []int     // of each term, the token that it is aligned with; -1: none
	match   []float64 // of each term, how well, 0 to 1
	term    []int     // of each token, the term that it is aligned with; -1: none
	denials []denial
	found   []direction
	anti    uint64         // terms whose prefixed contrary stands in the sentence
	strict  bool           // see [Sight.Strictly]
	ofWork  uint64         // terms that other sentences of the work hold
	several map[int]uint64 // of tokens that stand for several terms, all of them
	aided   bool           // it is read with what others say of the object, see [Sight.ReadBeside]
	carried float32        // what it says with a subject that an earlier one names, see [Sight.Carry]
}

// How well a word matches that is not the same stem.
const (
	matchInitials = 0.9
	matchKin      = 0.8
	matchPrefix   = 0.6
	matchWithin   = 0.5
	matchContrary = 0.7
)

// See aligns the hypothesis with a sentence, which is kept. Its section is "", introduction, methods, results, discussion or conclusion.
//
//go:noinline
func (h *Hypothesis) See(r *text.Reading, section string) *Sight {
	s := &Sight{Reading: r, h: h, section: section, Trust: 1, at: make([]int, len(h.terms)), match: make([]float64, len(h.terms)), term: make([]int, len(r.Tokens))}
	for k := range s.at {
		s.at[k] = -1
	}
	for i := range s.term {
		s.term[i] = -1
		if k, is := h.termWith(r.Tokens[i].Stem); is && s.letterFits(k, i) && !(r.Tokens[i].Word == wordCause && i > 0 && r.Tokens[i-1].Word == wordAll) { // "all cause mortality"
			s.align(k, i, 1)
			if excluded(r, i) && !excluded(&h.Reading, h.terms[k].token) && h.terms[k].cue == 0 {
				s.anti |= 1 << k
			}
		}
	}
	s.unabbreviate()
	s.respell()
	for k := range h.terms {
		if s.at[k] < 0 {
			s.search(k)
		}
	}
	for k := range h.terms {
		s.Cover += h.terms[k].weight * s.match[k]
	}
	s.Cover = Share(s.Cover, h.total)
	return s
}

// letterFits says whether token i, if it is one letter, is that of term k: a capital where that is one, so that "mg/d" holds nothing of "vitamin D", and else
// beside a neighbour of the hypothesis.
func (s *Sight) letterFits(k, i int) bool {
	t := &s.Tokens[i]
	if t.To-t.From != 1 {
		return true
	}
	own := s.h.terms[k].token
	if c := written(&s.h.Reading, own); c[0] >= 'A' && c[0] <= 'Z' {
		return s.Text[t.From] == c[0]
	}
	beside := func(here, there int) bool {
		return here >= 0 && here < len(s.Tokens) && there >= 0 && there < len(s.h.Tokens) && s.Tokens[here].Stem == s.h.Tokens[there].Stem
	}
	return beside(i-1, own-1) || own+1 != s.h.relation && beside(i+1, own+1)
}

// respell aligns the terms that no stem of the sentence has with words of another spelling, or that mean nearly the same.
func (s *Sight) respell() {
	missing := false
	for k := range s.at {
		missing = missing || s.at[k] < 0 && s.h.terms[k].key != 0
	}
	if !missing {
		return
	}
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if s.term[i] >= 0 || t.Cue&text.CueStop != 0 || !math.IsNaN(t.Number) {
			continue
		}
		key := keyOf(s.Text[t.From:t.To])
		for k := range s.h.terms {
			if of := &s.h.terms[k]; s.at[k] < 0 && of.key != 0 && s.letterFits(k, i) {
				switch {
				case of.key == key:
					s.align(k, i, 1)
				case slices.Contains(of.kin, key):
					s.align(k, i, matchKin)
				}
			}
		}
	}
}

// keyOf returns the key of a word as package reading makes it; 0 of one with other letters than a to z.
func keyOf(word string) uint64 {
	var folded [32]byte
	if len(word) > len(folded) {
		return 0
	}
	for i := range len(word) {
		c := word[i] | 0x20
		if c < 'a' || c > 'z' {
			return 0
		}
		folded[i] = c
	}
	return reading.Key(folded[:len(word)])
}

func (s *Sight) align(k, i int, match float64) {
	s.term[i] = k
	if match > s.match[k] {
		s.at[k], s.match[k] = i, match
	}
}

// search looks for a term in another form: a number written differently, initials, a common beginning, a part of a compound, a contrary
// made by a prefix.
func (s *Sight) search(k int) {
	t := &s.h.terms[k]
	best, at, contrary := 0.0, -1, false
	for i := range s.Tokens {
		if s.term[i] >= 0 || s.Tokens[i].Cue&text.CueStop != 0 || !s.letterFits(k, i) {
			continue
		}
		m, anti := s.like(t, i)
		if m > best {
			best, at, contrary = m, i, anti
		}
	}
	if at < 0 {
		return
	}
	s.align(k, at, best)
	if contrary {
		s.anti |= 1 << k
	}
}

func (s *Sight) like(t *term, i int) (match float64, contrary bool) {
	u := &s.Tokens[i]
	if !math.IsNaN(t.number) || !math.IsNaN(u.Number) {
		if t.number == u.Number {
			return 1, false
		}
		return 0, false
	}
	w := s.Text[u.From:u.To]
	if s.abbreviates(t, i) {
		return matchInitials, false
	}
	if !near(w[0], t.word[0]) && len(w) < 6 && len(t.word) < 6 {
		return 0, false
	}
	return likeness(t.word, w)
}

// near says whether two bytes are the same letter.
func near(a, b byte) bool { return a|0x20 == b|0x20 }

// likeness compares two words that do not have the same stem; a is folded.
func likeness(a, b string) (match float64, contrary bool) {
	n := 0
	for n < len(a) && n < len(b) && near(a[n], b[n]) {
		n++
	}
	if n >= 5 && 5*n >= 3*max(len(a), len(b)) && isAilment(a) == isAilment(lower(b)) { // protein is not proteinuria
		return matchPrefix, false
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) < 5 || !sameFold(long[len(long)-len(short):], short) {
		return 0, false
	}
	switch lower(long[:len(long)-len(short)]) {
	case "un", "in", "non", "dis", "im", "ir", "il", "anti", "de", "a":
		return matchContrary, true
	}
	return matchWithin, false
}

func sameFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if !near(a[i], b[i]) {
			return false
		}
	}
	return true
}

// abbreviates says whether token i of the sentence is made of the initials of the hypothesis from the term on, or the term of the
// initials of the sentence from token i on.
func (s *Sight) abbreviates(t *term, i int) bool {
	w := s.Text[s.Tokens[i].From:s.Tokens[i].To]
	if capitals(w) && initials(&s.h.Reading, t.token, w) {
		return true
	}
	raw := s.h.Text[s.h.Tokens[t.token].From:s.h.Tokens[t.token].To]
	return capitals(raw) && initials(s.Reading, i, raw)
}

// capitals says whether a word is written as abbreviations are: 2 to 6 letters, at least two of them capitals.
func capitals(w string) bool {
	if len(w) < 2 || len(w) > 6 {
		return false
	}
	n := 0
	for i := range len(w) {
		if w[i] >= 'A' && w[i] <= 'Z' {
			n++
		}
	}
	return n >= 2
}

// initials says whether the words from token i on begin with the letters of w, one each.
func initials(r *text.Reading, i int, w string) bool {
	for j := range len(w) {
		for i < len(r.Tokens) && j > 0 && r.Tokens[i].Cue&text.CueStop != 0 {
			i++
		}
		if i >= len(r.Tokens) || !near(r.Text[r.Tokens[i].From], w[j]) {
			return false
		}
		i++
	}
	return true
}
