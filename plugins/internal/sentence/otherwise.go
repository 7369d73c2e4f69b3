package sentence

import (
	"math"
	"math/bits"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// inOtherRoles says whether the sentence as a whole speaks of something else than the hypothesis in its place: of another name, agent, kind or group, of what was
// not studied, of who got the subject, or of what it brought on. It then carries no label, whatever its words say.
func (s *Sight) inOtherRoles() bool {
	all := text.Span{First: 0, End: len(s.Tokens)}
	return !s.exactly(s.h.sense.subject|s.h.sense.object) || s.onlyUnstudied() || s.chosenFor(all) || s.contrasts(all) || s.ofOtherAgent(all) || s.onlyInduces() || s.groupExchanged(all) || s.onlyWithout(all) || s.h.sense.class&^s.Held() != 0
}

// ofOtherAgent says whether a clause has another word in the place of one that tells the subject apart: "mercury exposure" for "lead exposure", "parental
// monitoring" for "parental warmth". Words of every study, such as "treatment", tell nothing apart.
func (s *Sight) ofOtherAgent(c text.Span) bool {
	held := s.held(c.First, c.End)
	subject := s.h.sense.subject &^ s.h.sense.amounts
	for k := 1; k < len(s.h.terms) && s.h.relation >= 0; k++ {
		first, second := &s.h.terms[k-1], &s.h.terms[k]
		if subject>>(k-1)&3 != 3 || second.token != first.token+1 || !math.IsNaN(first.number) || !math.IsNaN(second.number) {
			continue
		}
		switch lacksFirst, lacksSecond := held>>(k-1)&1 == 0, held>>k&1 == 0; {
		case lacksFirst && !lacksSecond:
			if s.strangerBeside(k, -1, c) >= 0 {
				return true
			}
		case lacksSecond && !lacksFirst && second.cue&text.CueGeneric == 0 && !amounting[s.h.Tokens[second.token].Word]:
			if i := s.strangerBeside(k-1, 1, c); i >= 0 && i+1 < c.End && (s.tellsAt(i+1) || s.Tokens[i+1].Cue&text.CueGeneric != 0) {
				return true
			}
		}
	}
	return false
}

// strangerBeside returns the last word of content that the hypothesis lacks and that stands right beside one for term k, on the side of step; -1: one of them
// has none.
func (s *Sight) strangerBeside(k, step int, c text.Span) int {
	last := -1
	for i := c.First; i < c.End; i++ {
		if s.term[i] != k {
			continue
		}
		last = i + step
		if last < c.First || last >= c.End || s.term[last] >= 0 || !s.content(last) || s.Gap(min(i, last)) != " " {
			return -1
		}
	}
	return last
}

// written returns token i of a text as it stands there.
func written(r *text.Reading, i int) string { return r.Text[r.Tokens[i].From:r.Tokens[i].To] }

// lacksNoun says whether the sentence does not hold what the object is about, where the hypothesis goes on with more of it: "reduced angina after
// infarction" for "reduces mortality after infarction".
func (s *Sight) lacksNoun() bool {
	noun := s.h.told()
	if noun == 0 {
		return false
	}
	if t := &s.h.terms[bits.TrailingZeros64(noun)]; t.cue&text.CueGeneric != 0 || amounting[s.h.Tokens[t.token].Word] || measures[s.h.Tokens[t.token].Word] {
		return false // "expression of A" may be told of A alone
	}
	return s.Held()&noun == 0
}

// Nouns for how much, how often, how long or how badly something is there.
var measures = wordSet(`expression activity duration severity production frequency prevalence incidence occurrence abundance number`)

// told returns the noun of the object, or the one behind it where it is a word of every study: "stroke" of "risk of stroke".
func (h *Hypothesis) told() uint64 {
	noun := h.sense.noun
	if noun == 0 || noun<<1&h.sense.object == 0 {
		return noun
	}
	k := bits.TrailingZeros64(noun)
	if t, next := &h.terms[k], &h.terms[k+1]; t.cue&text.CueGeneric != 0 && next.token == t.token+2 && h.Tokens[t.token+1].Word == wordOf {
		return h.nounOf(h.sense.object &^ (noun<<1 - 1))
	}
	return noun
}

// besideItsContrary says whether the word of token at stands in the sentence both with "non" and without: "in obese than in non-obese adults".
func (s *Sight) besideItsContrary(at int) bool {
	with, without := false, false
	for i := range s.Tokens {
		if s.Tokens[i].Stem == s.Tokens[at].Stem {
			with, without = with || excluded(s.Reading, i), without || !excluded(s.Reading, i)
		}
	}
	return with && without
}

// contrasted says whether the sentence speaks of the subject and of those without it, by the same word.
func (s *Sight) contrasted() bool {
	for k := range s.h.terms {
		if s.h.sense.subject>>k&1 != 0 && s.at[k] >= 0 && s.besideItsContrary(s.at[k]) {
			return true
		}
	}
	return false
}
