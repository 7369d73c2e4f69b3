package sentence

import (
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// eachClause yields the clauses of the sentence.
func (s *Sight) eachClause() iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for i := 0; i < len(s.Tokens); {
			end := i + 1
			for end < len(s.Tokens) && (s.Tokens[end].Clause == s.Tokens[end-1].Clause || s.parenthesis(end) || i == 0 && (s.opensWithPlace(end) || s.apposes(end))) {
				end++
			}
			if !yield(text.Span{First: i, End: end}) {
				return
			}
			i = end
		}
	}
}

// opensWithPlace says whether the sentence tells up to token end only where or in whom the rest holds: "In patients with COPD, ...".
func (s *Sight) opensWithPlace(end int) bool {
	if !placing[s.Tokens[0].Word] || s.Tokens[end].Clause != s.Tokens[0].Clause+1 {
		return false
	}
	return !slices.ContainsFunc(s.Tokens[:end], func(t text.Token) bool { return t.Cue&text.CueModal != 0 || t.Shift != 0 && t.Word != wordWithout })
}

// apposeWords is how many words, at most, name what the next ones tell a kind of.
const apposeWords = 3

// apposes says whether token end begins what tells a kind of the few words ahead of it: "Beriberi, a disease caused by ...".
func (s *Sight) apposes(end int) bool {
	if end > apposeWords || !articles[s.Tokens[end].Word] || !strings.Contains(s.Gap(end-1), ",") {
		return false
	}
	return !slices.ContainsFunc(s.Tokens[:end], func(t text.Token) bool { return t.Cue != 0 || t.Shift != 0 })
}

// parenthesis says whether only a parenthesis parts token i from the one before it.
func (s *Sight) parenthesis(i int) bool {
	return s.Tokens[i].Cue&text.CueTurn == 0 && strings.ContainsAny(s.Gap(i-1), "()") && !strings.ContainsAny(s.Gap(i-1), ",;:.")
}

// content says whether a token carries content and is neither a cue nor a direction.
func (s *Sight) content(i int) bool { return s.Tokens[i].Cue == 0 && s.Tokens[i].Shift == 0 }

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
