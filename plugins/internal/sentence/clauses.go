package sentence

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// How much of the subject and of the object of a hypothesis a sentence has to hold to be read crisply.
const heldSubject, heldObject = 0.5, 0.6

// leastHeld is the share of the object that a sentence has to hold itself where others of its work hold the rest.
const leastHeld = 0.1

// longestRead is how many words a sentence may have to be read crisply: longer ones are lists, and would take long.
const longestRead = 150

// reads returns what the sentence says of the hypothesis: 1 that it is so, -1 that it is not, 0 that it says neither or cannot be read
// crisply. An effect that is insignificant is none.
func (s *Sight) reads(insignificant bool) float64 {
	value := s.affirmative(insignificant)
	switch {
	case !s.h.sense.denies:
		return value
	case value == -BesideShare:
		return 0 // that B causes A does not bear out that A does not cause B
	}
	return -value
}

// affirmative returns what the sentence says of the hypothesis, read clause by clause, as if that were not denied.
func (s *Sight) affirmative(insignificant bool) float64 {
	h := &s.h.sense
	if len(s.Tokens) > longestRead {
		return 0
	}
	if s.h.any && s.noneDoes() || s.otherAmount() {
		return -1
	}
	if !h.usable || !s.exactly(h.subject|h.object) {
		return 0
	}
	if rest, turned := s.setApart(); rest != s {
		if value := rest.affirmative(insignificant); math.Abs(value) == 1 || !turned {
			return (1 - 2*truth(turned)) * value
		}
	}
	if s.ofTheContraryCase() {
		return 0
	}
	if as := s.notAs(); as >= 0 && h.than >= 0 {
		return h.way * s.sides(h.than, as)
	}
	if value, is := s.noMore(); is {
		return value
	}
	s = s.withoutAsides()
	if e := s.elliptic(); e != 0 && h.object != 0 {
		return e
	}
	c := s.objectClause()
	if h.object == 0 {
		c = s.judgedClause()
	}
	if c.End == c.First {
		return 0
	}
	if s.ofOthers() {
		return 0
	}
	insignificant = insignificant && !s.notable(c)
	if !s.subjectOf(c) {
		value := truth(h.bond == bondWay) * s.arms() * h.way * s.changedBy(c)
		if value > 0 && insignificant {
			return -1
		}
		return value
	}
	lacks := s.lacks(h.subject, text.Span{First: 0, End: c.End})
	p := s.predicate(c, lacks)
	if p == (says{}) && h.bond == bondWay {
		if p.way = s.arms(); p.way != 0 {
			lacks = h.lacks // the group without the subject is the other one
		}
	}
	if h.bond == bondNeed && lacks && p == (says{}) && !h.lacks && !s.h.vocabulary.hearsay.Studies(s.Tokens) && s.goes(c) {
		return -1 // it comes about without
	}
	p.linked, p.chance = s.links(c), h.bond == bondCause && s.confounds(c)
	if h.inner != 0 && h.bond == bondWay && s.held(c.First, c.End)&h.inner == 0 && s.shifts(c) == 1 {
		p.way *= h.innerWay // "weight fell" for "weight loss was greater"
	}
	if insignificant && p.link && p.way == 0 {
		p.null = true // an insignificant effect is none, whichever way it goes
	}
	value := h.judge(p, lacks)
	if (value == 0 || h.bond == bondOther) && s.exchanged(c, lacks) || h.acts() && s.effectOnSubject(c) {
		return -BesideShare
	}
	switch {
	case value > 0 && (s.inSpite() || h.acts() && s.onlyCompared(c)):
		return 0
	case h.bond == bondSame && insignificant:
		return 1
	case value > 0 && insignificant && h.bond != bondOther && (h.bond != bondFavour || p.outcome):
		return -1
	case h.merit != meritNone && h.than < 0 && s.turnsRound(c) && !s.controlled(c):
		return 0 // what does less than another treatment may do enough
	case s.excepts() != s.turnsRound(c) != s.turnedBy() != s.opposesWhere(c):
		return -value
	case value > 0 && s.tooFew(c):
		return -1
	case value > 0 && s.h.weigh(s.held(0, len(s.Tokens))&h.consequences) < s.h.weigh(h.consequences)/2:
		return 0 // half of the story
	}
	return value
}

// notable says whether a clause calls what it tells significant: another clause then tells what is not.
func (s *Sight) notable(c text.Span) (is bool) {
	for i := c.First; i < c.End; i++ {
		if t := &s.Tokens[i]; t.Cue&text.CueSignificant != 0 || nonsignificant[t.Word] {
			if is = t.Cue&text.CueSignificant != 0 && !denied(s.denials, i); !is {
				return false
			}
		}
	}
	return is
}

// changedBy returns the way of a clause whose numbers tell by how much something changed, "fell by 12 % with A": the greater one is of what fell
// more; 1 where they tell levels.
func (s *Sight) changedBy(c text.Span) float64 {
	numbers := s.amounts()
	if len(numbers) == 0 || numbers[0] == 0 || s.Tokens[numbers[0]-1].Word != wordBy {
		return 1
	}
	if p := s.predicate(c, false); p.way != 0 {
		return p.way
	}
	return 1
}

// shifts counts the words of a clause that tell a direction.
func (s *Sight) shifts(c text.Span) (n int) {
	for i := c.First; i < c.End; i++ {
		if s.Tokens[i].Shift != 0 {
			n++
		}
	}
	return n
}

// withoutAsides returns the sentence without the negations that only tell what something lacks.
func (s *Sight) withoutAsides() *Sight {
	plain := *s
	plain.denials = slices.DeleteFunc(slices.Clone(s.denials), func(d denial) bool { return s.aside(d) || s.notAll(d) })
	return &plain
}

// notAll says whether a negation denies that all do what the hypothesis says of some.
func (s *Sight) notAll(d denial) bool {
	return d.token+1 < len(s.Tokens) && everyWords[s.Tokens[d.token+1].Word] && s.h.has(someWords)
}

var someWords = wordSet(`some certain few sometimes`)

// exactly says whether the sentence holds every name with a digit among some terms, such as "IL-6", and no other number in the place of
// one, as in "type 2" for "type 1".
func (s *Sight) exactly(terms uint64) bool {
	for k := range s.h.terms {
		t := &s.h.terms[k]
		if terms>>k&1 == 0 || s.match[k] == 1 {
			continue
		}
		if math.IsNaN(t.number) && hasDigit(t.word) || !math.IsNaN(t.number) && t.token > 0 && s.h.Gap(t.token-1) == "-" {
			return false
		}
		if !math.IsNaN(t.number) && t.token > 0 && s.numbered(s.h.Tokens[t.token-1].Stem) {
			return false
		}
	}
	return true
}

// numbered says whether a number stands right behind a word with that stem.
func (s *Sight) numbered(stem uint64) bool {
	for i := 1; i < len(s.Tokens); i++ {
		if s.Tokens[i-1].Stem == stem && !math.IsNaN(s.Tokens[i].Number) {
			return true
		}
	}
	return false
}

// objectClause returns the clause that holds most of the object, if it holds enough: most of it, or its noun and some more where other
// sentences of the work tell the rest, as where and in whom.
func (s *Sight) objectClause() text.Span {
	object := s.h.sense.object
	best, span, all := 0.0, text.Span{}, s.h.weigh(object)
	for c := range s.eachClause() {
		here := s.held(c.First, c.End) & object
		w := s.h.weigh(here)
		aided := here&s.h.sense.noun != 0 && w > leastHeld*all && s.h.weigh(here|s.ofWork&object) > heldObject*all
		enough := w > heldObject*all || aided
		if enough && w > best && !s.contrasts(c) && !s.ofOtherKind(c) {
			best, span = w, c
		}
	}
	return span
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

// ofOtherKind says whether another word stands in a clause where the hypothesis has one right ahead of the noun of its object: "bladder cancer" for
// "pancreatic cancer".
func (s *Sight) ofOtherKind(c text.Span) bool {
	for j := c.First + 1; j < c.End; j++ {
		k := s.term[j]
		if k < 1 || s.h.sense.noun>>k&1 == 0 || s.h.terms[k-1].token == s.h.relation && s.h.sense.acts() || s.h.terms[k-1].token != s.h.terms[k].token-1 || s.held(c.First, c.End)>>(k-1)&1 != 0 {
			continue
		}
		if s.term[j-1] < 0 && s.content(j-1) && strings.TrimSpace(s.Gap(j-1)) == "" {
			return true
		}
	}
	return false
}

// eachClause yields the clauses of the sentence.
func (s *Sight) eachClause() iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for i := 0; i < len(s.Tokens); {
			end := i + 1
			for end < len(s.Tokens) && (s.Tokens[end].Clause == s.Tokens[end-1].Clause || s.parenthesis(end) || i == 0 && s.opensWithPlace(end)) {
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

// parenthesis says whether only a parenthesis parts token i from the one before it.
func (s *Sight) parenthesis(i int) bool {
	return s.Tokens[i].Cue&text.CueTurn == 0 && strings.ContainsAny(s.Gap(i-1), "()") && !strings.ContainsAny(s.Gap(i-1), ",;:.")
}

// content says whether a token carries content and is neither a cue nor a direction.
func (s *Sight) content(i int) bool { return s.Tokens[i].Cue == 0 && s.Tokens[i].Shift == 0 }
