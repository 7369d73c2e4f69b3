package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

var auxiliary = wordSet(`do does did is are was were has have had can could`)

// elliptic reads a clause that leaves out what an earlier one says: "but not mortality", "coffee does not", "whereas B did". It is -1 for
// one that denies, 1 for one that affirms what the earlier one denies, and 0 without any.
func (s *Sight) elliptic() float64 {
	if s.leavesOut() {
		return -1
	}
	for c := range s.eachClause() {
		here := s.held(c.First, c.End) & (s.h.sense.subject | s.h.sense.object)
		if here == 0 || c.First == 0 || s.crowded(c) || s.exchanged(c, false) {
			continue
		}
		wanted := (s.h.sense.subject | s.h.sense.object) &^ s.h.sense.amounts
		before := s.held(0, c.First) | s.held(c.End, len(s.Tokens))
		least := repeatsAll
		if s.singles(here &^ before) {
			least = heldObject
		}
		if s.h.weigh((before|here|s.ofWork)&wanted) < least*s.h.weigh(wanted) || (before|here|s.ofWork)&s.h.sense.subject == 0 {
			continue
		}
		no, helps := false, false
		for i := c.First; i < c.End; i++ {
			no = no || s.deniedIn(text.Span{First: i, End: i + 1})
			helps = helps || auxiliary[s.Tokens[i].Word] && i == c.End-1
		}
		switch {
		case no && !s.deniedIn(text.Span{First: 0, End: c.First}):
			return -1
		case helps && !no && here&s.h.sense.subject != 0 && s.deniedIn(text.Span{First: 0, End: c.First}):
			return 1
		}
	}
	return 0
}

// byPronoun returns what a clause says that names the object by "it": "A raised the yield, and B lowered it". 0: no clause does, or not of the subject.
func (s *Sight) byPronoun() float64 {
	h := &s.h.sense
	for c := range s.eachClause() {
		last := s.Tokens[c.End-1].Word
		if c.First == 0 || !h.acts() || last != wordIt && last != wordThem || s.hasObject(c.First, c.End) {
			continue
		}
		held := s.held(c.First, c.End) & h.subject
		if held == 0 || held&^s.held(0, c.First) == 0 || s.h.weigh(s.held(0, c.First)&h.object) < heldObject*s.h.weigh(h.object) {
			continue
		}
		lacks := s.lacksSubject(c)
		return h.judge(s.predicate(c, lacks), lacks)
	}
	return 0
}

var wordThem = text.Hash([]byte("them"))

// leavesOut says whether a sentence leaves out a case of the hypothesis that it has not named before: "in men and not in women".
func (s *Sight) leavesOut() bool {
	wanted := (s.h.sense.subject | s.h.sense.object) &^ s.h.sense.amounts
	for i := 1; i+2 < len(s.Tokens); i++ {
		if s.Tokens[i-1].Word != wordAnd || s.Tokens[i].Word != wordNot || !prepositions[s.Tokens[i+1].Word] {
			continue
		}
		before := s.held(0, i)
		here := s.held(i, min(i+4, len(s.Tokens))) & wanted &^ before
		if here != 0 && s.h.weigh((before|here|s.ofWork)&wanted) >= repeatsAll*s.h.weigh(wanted) && !s.deniedIn(text.Span{First: 0, End: i}) {
			return true
		}
	}
	return false
}

// singles says whether a name or a number is among terms, by which a clause tells one case from others: "but not at Mach 10".
func (s *Sight) singles(terms uint64) bool {
	for k := range s.h.terms {
		if t := &s.h.terms[k]; terms>>k&1 != 0 && (t.entity || !math.IsNaN(t.number)) {
			return true
		}
	}
	return false
}

// crowded says whether a clause has content or a relation of its own, outside of parentheses.
func (s *Sight) crowded(c text.Span) bool {
	depth := 0
	for i := c.First; i < c.End; i++ {
		if i > c.First {
			depth += strings.Count(s.Gap(i-1), "(") - strings.Count(s.Gap(i-1), ")")
		}
		if t := &s.Tokens[i]; depth > 0 || s.term[i] >= 0 && (s.h.sense.subject|s.h.sense.object)>>s.term[i]&1 != 0 || t.Cue&(text.CueStop|text.CueNegation|text.CueTurn) != 0 {
			continue
		}
		return true
	}
	return false
}

// deniedIn says whether a negation stands in a span.
func (s *Sight) deniedIn(c text.Span) bool {
	for _, d := range s.denials {
		if d.token >= c.First && d.token < c.End {
			return true
		}
	}
	return false
}
