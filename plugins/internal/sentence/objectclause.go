package sentence

import (
	"math/bits"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// objectClause returns the clause that holds most of the object, if it holds enough: most of it, or its noun and some more where other
// sentences of the work tell the rest, as where and in whom.
func (s *Sight) objectClause() text.Span {
	object := s.h.sense.object
	best, span, all := 0.0, text.Span{}, s.h.weigh(object)
	for c := range s.eachClause() {
		here := s.held(c.First, c.End) & object
		w := s.h.weigh(here)
		aided := here&s.h.sense.noun != 0 && w > leastHeld*all && s.h.weigh(here|s.ofWork&object) > heldObject*all
		enough := w > heldObject*all || aided && !s.otherComplement(c)
		if enough && w > best && !s.contrasts(c) && !s.ofOtherKind(c) {
			best, span = w, c
		}
	}
	return span
}

// otherComplement says whether the noun of the object has another complement in a clause than in the hypothesis: "exposure to many drugs" for "exposure to
// lumetazine".
func (s *Sight) otherComplement(c text.Span) bool {
	k := bits.TrailingZeros64(s.h.sense.noun)
	if s.h.sense.noun == 0 || k+1 >= len(s.h.terms) {
		return false
	}
	own := s.h.terms[k].token + 1
	if s.h.terms[k+1].token != own+1 || !prepositions[s.h.Tokens[own].Word] || s.match[k+1] > 0 {
		return false
	}
	for i := c.First; i+2 < c.End; i++ {
		if s.term[i] == k && s.Tokens[i+1].Word == s.h.Tokens[own].Word {
			return s.term[i+2] < 0 && (s.content(i+2) || i+3 < c.End && s.term[i+3] < 0 && s.content(i+3))
		}
	}
	return false
}

// ofOtherKind says whether another word stands in a clause where the hypothesis has one right ahead of the noun of its object: "bladder cancer" for
// "pancreatic cancer".
func (s *Sight) ofOtherKind(c text.Span) bool {
	for j := c.First + 1; j < c.End; j++ {
		k := s.term[j]
		if k < 1 || s.h.sense.noun>>k&1 == 0 || s.h.terms[k-1].token == s.h.relation && s.h.sense.acts() || s.h.terms[k-1].token != s.h.terms[k].token-1 || s.held(c.First, c.End)>>(k-1)&1 != 0 {
			continue
		}
		if other := s.term[j-1] < 0 || s.h.sense.subject>>s.term[j-1]&1 != 0; other && s.content(j-1) && strings.TrimSpace(s.Gap(j-1)) == "" {
			return true
		}
	}
	return false
}

// judgedClause returns the first clause that holds the subject and tells anything of it, for a hypothesis without an object: "is aspirin dangerous".
func (s *Sight) judgedClause() text.Span {
	for c := range s.eachClause() {
		if s.holdsSubject(s.held(c.First, c.End)) && s.predicate(c, false) != (says{}) {
			return c
		}
	}
	return text.Span{}
}
