package sentence

import (
	"math/bits"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// turnsRound says whether a comparison has the subject on its second side, as in "more with placebo than with A", or the sides of the
// hypothesis the other way round.
func (s *Sight) turnsRound(c text.Span) bool {
	if here := than(s.Reading); s.h.sense.than >= 0 && here >= 0 {
		return s.sides(s.h.sense.than, here) > 0
	}
	for i := c.First; i < c.End; i++ {
		if s.Tokens[i].Word == wordThan && i+2 < c.End && i > c.First && s.Tokens[i-1].Word == wordLikely && s.Tokens[i+2].Word == wordTo {
			return false // "more likely than controls to have been exposed to A"
		}
		if s.Tokens[i].Word == wordThan || i > 0 && (timesAs(s.Reading, i) || s.Tokens[i].Word == wordTo && ranking[s.Tokens[i-1].Word]) {
			first, second := s.held(c.First, i)&s.h.sense.subject, s.held(i, c.End)&s.h.sense.subject
			return first&^second == 0 && second&^first != 0 // "younger patients ... than older patients"
		}
	}
	return false
}

var ranking = wordSet(`superior inferior`)

// turnedBy says whether the prefixed contrary of a word of the hypothesis stands in the sentence, unless it is a judgement, which a clause is read by
// itself: "ineffective".
func (s *Sight) turnedBy() bool {
	for k := range s.h.terms {
		if s.anti>>k&1 != 0 && s.Tokens[s.at[k]].Cue&(text.CueFavour|text.CueDisfavour) == 0 && !s.besideItsContrary(s.at[k]) {
			return true
		}
	}
	return false
}

// subjectOf says whether a clause speaks of the subject: it holds it, or the sentence excepts it, or a
// clause before holds it and this one has no subject of its own.
func (s *Sight) subjectOf(c text.Span) bool {
	if s.holdsSubject(s.held(c.First, c.End)) || s.excepts() {
		return true
	}
	if !s.holdsSubject(s.held(0, c.First)) || relative[s.Tokens[c.First].Word] && !s.precedes(c.First) {
		return false
	}
	for i := c.First; i < c.End; i++ {
		if _, tells := s.tell(i, c); tells || s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindPassive != 0 {
			return true
		}
		if s.content(i) && s.term[i] < 0 && !s.adverb(i) {
			return false
		}
	}
	return true
}

// adverb says whether token i is written as adverbs are: "conformationally".
func (s *Sight) adverb(i int) bool {
	return strings.HasSuffix(s.Text[s.Tokens[i].From:s.Tokens[i].To], "ly")
}

var relative = wordSet(`which who that whose`)

// precedes says whether one of the two words of content ahead of token i is of the subject.
func (s *Sight) precedes(i int) bool {
	for j, seen := i-1, 0; j >= 0 && seen < 2; j-- {
		if k := s.term[j]; k >= 0 && s.h.sense.subject>>k&1 != 0 {
			return true
		}
		if s.Tokens[j].Cue&text.CueStop == 0 {
			seen++
		}
	}
	return false
}

// holdsSubject says whether a set of terms has half of the subject, or its most telling word.
func (s *Sight) holdsSubject(set uint64) bool {
	subject := s.h.sense.subject &^ s.h.sense.amounts
	most, at := 0.0, 0
	for k := range s.h.terms {
		if subject>>k&1 != 0 && s.h.terms[k].weight > most {
			most, at = s.h.terms[k].weight, k
		}
	}
	if s.h.relation < 0 && set&s.h.opening() == 0 {
		return false
	}
	return set>>at&1 != 0 || s.h.weigh(set&subject) >= heldSubject*s.h.weigh(subject)
}

// Misses says whether the sentence holds nothing of the subject, or not what the object is about, or names them in other roles: it then speaks of something else, which the verdict
// may heed all the same. A noun that only measures, such as "risk" of "risk of infection", need not be held if another word of the object is.
func (s *Sight) Misses() bool {
	h, held := &s.h.sense, s.Held()
	about := h.noun
	if about == 0 || s.h.terms[bits.TrailingZeros64(about)].cue&text.CueGeneric != 0 {
		about = h.object
	}
	return h.usable && (held&h.subject == 0 || about != 0 && held&about == 0 || s.saidOfAnother() || s.inOtherRoles())
}

// saidOfAnother says whether the object stands only in a relative clause that describes something else: "A is a trimer, unlike B, which is a dimer".
func (s *Sight) saidOfAnother() bool {
	said := false
	for c := range s.eachClause() {
		if !s.hasObject(c.First, c.End) {
			continue
		}
		if !relative[s.Tokens[c.First].Word] || s.Tokens[c.First].Word == wordThat || s.hasSubject(c.First, c.End) || s.precedes(c.First) {
			return false
		}
		said = true
	}
	return said
}

// reversed says whether the word at token i has the object do something to the subject: the object stands ahead of it and the subject right
// behind, or in a passive the subject ahead and the object behind "by".
func (s *Sight) reversed(i int, c text.Span) bool {
	if s.ofEffectOn(i, c) {
		return true
	}
	if s.h.undone() {
		return false // the object only tells where or in whom
	}
	first, second := s.h.specific(s.h.sense.object), s.h.sense.subject
	if passive := s.passiveBy(i) && s.h.sense.acts() || i > c.First && s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive != 0; passive {
		first, second = second, first
	}
	if b := s.h.sense.bond; b == bondLink && !s.h.steers() || b == bondSame || b == bondNeed || s.held(c.First, i)&first == 0 || s.held(i+1, c.End)&first != 0 || s.held(c.First, i)&second != 0 {
		return false
	}
	for j := i + 1; j < c.End; j++ {
		if k := s.term[j]; k >= 0 && second>>k&1 != 0 {
			if second != s.h.sense.subject {
				return s.spans(i, j, wordBy)
			}
			return !s.placed(i, j)
		}
	}
	return false
}

// specific returns the terms of a set that are no words of every study, such as "risk"; all of them where it holds nothing else.
func (h *Hypothesis) specific(set uint64) (of uint64) {
	for k := range h.terms {
		if set>>k&1 != 0 && h.terms[k].cue&text.CueGeneric == 0 {
			of |= 1 << k
		}
	}
	if of == 0 {
		return set
	}
	return of
}

// opening returns the first term, and where it is a name all words of that: where no list knows the verb, what is spoken of stands there.
func (h *Hypothesis) opening() (set uint64) {
	for k := range h.terms {
		if k > 0 && (h.terms[k].token != h.terms[k-1].token+1 || !h.capital(k) || !h.capital(k-1)) {
			break
		}
		set |= 1 << k
	}
	return set
}

// capital says whether term k is written with a capital.
func (h *Hypothesis) capital(k int) bool {
	c := h.Text[h.Tokens[h.terms[k].token].From]
	return c >= 'A' && c <= 'Z'
}

var placings = wordSet(`by with in from to of following after for on under during among without upon via through between than`)

// spans says whether a word stands between two tokens.
func (s *Sight) spans(i, j int, word uint64) bool {
	for k := i + 1; k < j; k++ {
		if s.Tokens[k].Word == word {
			return true
		}
	}
	return false
}

// placed says whether a preposition stands between two tokens, but for that of "risk of".
func (s *Sight) placed(i, j int) bool {
	for k := i + 1; k < j; k++ {
		if w := s.Tokens[k].Word; placings[w] && !(w == wordOf && s.Tokens[k-1].Cue&text.CueGeneric != 0) && !(w == wordFor && s.Tokens[k-1].Stem == stemFactor) {
			return true
		}
	}
	return false
}

var (
	excepting    = wordSet(`except excepting excluding besides exception excepted save`)
	wordOther    = text.Hash([]byte("other"))
	wordApart    = text.Hash([]byte("apart"))
	wordExcepted = text.Hash([]byte("excepted"))
)

// excepts says whether the subject or the object is what the sentence excepts.
func (s *Sight) excepts() bool {
	for i := range s.Tokens {
		w := s.Tokens[i].Word
		if s.term[i] >= 0 || !excepting[w] && !(i+1 < len(s.Tokens) && (w == wordOther && s.Tokens[i+1].Word == wordThan || w == wordApart)) {
			continue
		}
		from, to := i+1, i+6
		if w == wordExcepted {
			from, to = i-4, i
		}
		for j := max(0, from); j < min(len(s.Tokens), to); j++ {
			if k := s.term[j]; k >= 0 && (s.h.sense.subject|s.h.sense.object)>>k&1 != 0 {
				return true
			}
		}
	}
	return false
}
