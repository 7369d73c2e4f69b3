package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Words by which a hypothesis speaks of any one at all, of most, and of all.
var (
	anyWords   = wordSet(`any anyone anybody anything`)
	mostWords  = wordSet(`most mostly majority predominantly mainly chiefly`)
	everyWords = wordSet(`every all each everyone everybody always`)
)

// Words for none at all, and for few.
var (
	noneWords = wordSet(`nothing nobody none`)
	fewWords  = wordSet(`few minority rarely seldom uncommon rare hardly`)
)

// has says whether the hypothesis has one of some words.
func (h *Hypothesis) has(words map[uint64]bool) bool {
	for i := range h.Tokens {
		if words[h.Tokens[i].Word] {
			return true
		}
	}
	return false
}

// noneDoes says whether the sentence denies of all what the hypothesis says of any: "nothing was retained", "no one died". It or its work holds most
// of what is said.
func (s *Sight) noneDoes() bool {
	for _, d := range s.denials {
		one := s.Tokens[d.token].Word == wordNo && d.token+1 < len(s.Tokens) && s.Tokens[d.token+1].Word == wordOne
		if !noneWords[s.Tokens[d.token].Word] && !one && !s.nothingIs(d.token) || s.held(d.scope.First, d.scope.End) == 0 {
			continue
		}
		if s.h.weigh(s.held(0, len(s.Tokens))|s.ofWork) >= heldObject*s.h.total {
			return true
		}
	}
	return false
}

// noneOfSubject says whether the sentence tells that none of those of the subject had the object: "was observed in none of the A group".
func (s *Sight) noneOfSubject() bool {
	h := &s.h.sense
	if h.than >= 0 || h.merit != meritNone || h.bond == bondNeed || h.way < 0 || s.h.weigh(s.Held()&h.object) < heldObject*s.h.weigh(h.object) {
		return false
	}
	named := h.subject &^ h.verb
	for i := 0; i+1 < len(s.Tokens); i++ {
		if of := s.held(i+2, i+2+governs); s.Tokens[i].Word == wordNone && s.Tokens[i+1].Word == wordOf && of&named != 0 && of&h.object == 0 {
			return s.held(0, i)&named == 0
		}
	}
	return false
}

// nothingIs says whether token i denies of a kind of thing that it is what the hypothesis says: "no drug is approved".
func (s *Sight) nothingIs(i int) bool {
	if s.Tokens[i].Word != wordNo {
		return false
	}
	passive := false
	for j := i + 1; j < min(i+7, len(s.Tokens)); j++ {
		switch t := &s.Tokens[j]; {
		case s.h.vocabulary.kinds.Of(t.Word)&kindPassive != 0:
			passive = j > i+1
		case s.term[j] >= 0:
			return passive
		case passive && !s.adverb(j) || t.Shift != 0 || t.Cue&text.CueDisfavour != 0:
			return false
		}
	}
	return false
}

var wordOne = text.Hash([]byte("one"))

// Numbers that are written as words, and twice the greatest of them.
var smallNumbers = wordSet(`one two three four five six seven eight nine ten eleven twelve`)

const smallest = 24

// tooFew says whether a clause tells of less than half what the hypothesis says of most, "4 % of cases", "three of 40", "few", or of a part what it says
// of all.
func (s *Sight) tooFew(c text.Span) bool {
	part := s.h.every()
	if !part && !s.h.has(mostWords) {
		return false
	}
	for i := c.First; i < c.End; i++ {
		switch t := &s.Tokens[i]; {
		case mostWords[t.Word]:
			return part
		case fewWords[t.Word]:
			return true
		case everyWords[t.Word]:
			return false
		case t.Percent && t.Number != 95: // of an interval
			return t.Number < 50 || part && t.Number < 100
		case i+2 < c.End && !math.IsNaN(t.Number) && s.Tokens[i+1].Word == wordOf && s.Tokens[i+2].Number > 0:
			return s.amount(i) < 0.5 || part && s.amount(i) < 1
		case i+2 < c.End && smallNumbers[t.Word] && s.Tokens[i+1].Word == wordOf && s.Tokens[i+2].Number > smallest:
			return true
		}
	}
	return false
}

// byNothing says whether a clause tells a change by zero, "by 0 %", or that it came about in none: "cured 0 of 50".
func (s *Sight) byNothing(c text.Span) bool {
	for i := c.First + 1; i < c.End; i++ {
		if s.Tokens[i].Number != 0 {
			continue
		}
		ofAll := i+2 < c.End && s.Tokens[i+1].Word == wordOf && s.Tokens[i+2].Number > 0
		if s.Tokens[i-1].Word == wordBy || ofAll && (s.term[i-1] >= 0 || s.Tokens[i-1].Word == wordIn && s.h.sense.way >= 0) {
			return true
		}
	}
	return false
}

// Words for the one end of a scale and for the other one.
var (
	topmost = wordSet(`most highest largest greatest strongest best`)
	lowmost = wordSet(`least lowest smallest fewest weakest worst`)
)

// otherExtreme says whether a clause tells of one end of a scale what the hypothesis tells of the other: "the least common" for "the most common".
func (s *Sight) otherExtreme(c text.Span) bool {
	extreme := func(r *text.Reading, first, end int, of map[uint64]bool) bool {
		for i := max(1, first); i < end; i++ {
			if of[r.Tokens[i].Word] && r.Tokens[i-1].Word == wordThe {
				return true
			}
		}
		return false
	}
	own := &s.h.Reading
	if extreme(own, 0, len(own.Tokens), topmost) {
		return extreme(s.Reading, c.First, c.End, lowmost) && !extreme(s.Reading, c.First, c.End, topmost)
	}
	return extreme(own, 0, len(own.Tokens), lowmost) && extreme(s.Reading, c.First, c.End, topmost) && !extreme(s.Reading, c.First, c.End, lowmost)
}

// every says whether the hypothesis speaks of all of a kind, not of "all-cause mortality" or "at all".
func (h *Hypothesis) every() bool {
	for i := 0; i+1 < len(h.Tokens); i++ {
		if everyWords[h.Tokens[i].Word] && h.Gap(i) == " " && !(i > 0 && h.Tokens[i-1].Word == wordAt) {
			return true
		}
	}
	return false
}

var wordAt = text.Hash([]byte("at"))
