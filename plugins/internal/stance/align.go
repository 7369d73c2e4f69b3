package stance

import (
	"iter"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A sight is a sentence seen from a hypothesis.
type sight struct {
	*text.Reading
	h       *Hypothesis
	at      []int     // of each term, the token that it is aligned with; -1: none
	match   []float64 // of each term, how well, 0 to 1
	term    []int     // of each token, the term that it is aligned with; -1: none
	denials []denial
	found   []direction
	anti    uint64 // terms whose prefixed contrary stands in the sentence
	cover   float64
	strict  bool           // see [sight.strictly]
	ofWork  uint64         // terms that other sentences of the work hold
	several map[int]uint64 // of tokens that stand for several terms, all of them

	section  string // "", introduction, methods, results, discussion or conclusion
	features vector
	asserted float64 // 0..1, 1: it states what it says
	told     bool    // it tells what others believe
	trust    float64 // 0..1, what its work counts beside those that report a study; 1 until somebody knows
	aided    bool    // it is read with what others say of the object, see [sight.readBeside]
	carried  float32 // what the sentence says with a subject that an earlier one names, see [sight.carry]
}

// How well a word matches that is not the same stem.
const (
	matchInitials = 0.9
	matchKin      = 0.8
	matchPrefix   = 0.6
	matchWithin   = 0.5
	matchContrary = 0.7
)

// see aligns the hypothesis with a sentence of a section: "", introduction, methods, results, discussion or conclusion.
//
//go:noinline
func (h *Hypothesis) see(r *text.Reading, section string) *sight {
	s := &sight{Reading: r, h: h, section: section, trust: 1, at: make([]int, len(h.terms)), match: make([]float64, len(h.terms)), term: make([]int, len(r.Tokens))}
	for k := range s.at {
		s.at[k] = -1
	}
	for i := range s.term {
		s.term[i] = -1
		if k, is := h.termWith(r.Tokens[i].Stem); is {
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
		s.cover += h.terms[k].weight * s.match[k]
	}
	s.cover = share(s.cover, h.total)
	return s
}

// respell aligns the terms that no stem of the sentence has with words of another spelling, or that mean nearly the same.
func (s *sight) respell() {
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
			if of := &s.h.terms[k]; s.at[k] < 0 && of.key != 0 {
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

func (s *sight) align(k, i int, match float64) {
	s.term[i] = k
	if match > s.match[k] {
		s.at[k], s.match[k] = i, match
	}
}

// search looks for a term in another form: a number written differently, initials, a common beginning, a part of a compound, a contrary
// made by a prefix.
func (s *sight) search(k int) {
	t := &s.h.terms[k]
	best, at, contrary := 0.0, -1, false
	for i := range s.Tokens {
		if s.term[i] >= 0 || s.Tokens[i].Cue&text.CueStop != 0 {
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

func (s *sight) like(t *term, i int) (match float64, contrary bool) {
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
func (s *sight) abbreviates(t *term, i int) bool {
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

// held returns the set of terms among tokens [first, end).
func (s *sight) held(first, end int) uint64 {
	var set uint64
	for i := max(0, first); i < min(end, len(s.term)); i++ {
		if s.term[i] >= 0 {
			set |= 1<<s.term[i] | s.several[i]
		}
	}
	return set
}

// heldAll returns the set of terms that the sentence holds.
func (s *sight) heldAll() uint64 { return s.held(0, len(s.term)) }

// lacking yields the stems and weights of the terms that are not in a set.
func (h *Hypothesis) lacking(set uint64) iter.Seq2[uint64, float64] {
	return func(yield func(uint64, float64) bool) {
		for k := range h.terms {
			if set>>k&1 == 0 && !yield(h.terms[k].stem, h.terms[k].weight) {
				return
			}
		}
	}
}

// shareOf returns the share of the weight of all terms that a set of them has.
func (h *Hypothesis) shareOf(set uint64) float64 { return share(h.weigh(set), h.total) }

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

func share(part, whole float64) float64 {
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
