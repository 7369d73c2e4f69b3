package sentence

import (
	"math"
	"slices"

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
func (s *Sight) reads() float64 {
	value := s.affirmative()
	switch {
	case s.wordForWord():
		return 1
	case !s.h.sense.denies:
		return value
	case value == -BesideShare:
		return 0 // that B causes A does not bear out that A does not cause B
	}
	return -value
}

// wordForWord says whether the sentence begins with all the words of the hypothesis, in their order, and ends, or parts a clause, there.
func (s *Sight) wordForWord() bool {
	own := len(s.h.Tokens)
	if own == 0 || own > len(s.Tokens) || own < len(s.Tokens) && s.Tokens[own].Clause == s.Tokens[own-1].Clause {
		return false
	}
	for i := range own {
		if s.h.Tokens[i].Word != s.Tokens[i].Word {
			return false
		}
	}
	return true
}

// affirmative returns what the sentence says of the hypothesis, read clause by clause, as if that were not denied.
func (s *Sight) affirmative() float64 {
	h := &s.h.sense
	if len(s.Tokens) > longestRead {
		return 0
	}
	if s.h.any && s.noneDoes() || s.otherAmount() || s.noneOfSubject() {
		return -1
	}
	if !h.usable || !s.exactly(h.subject|h.object) {
		return 0
	}
	if value, is := s.asWhole(); is {
		return value
	}
	s = s.withoutAsides()
	if value := s.elliptic(); value != 0 && h.object != 0 {
		return value
	}
	if value := s.byPronoun(); value != 0 {
		return value
	}
	c := s.objectClause()
	if h.object == 0 {
		c = s.judgedClause()
	}
	if c.End == c.First || s.ofOthers() || s.leavesAhead() || h.group != h.subject && !s.holdsSubject(s.Held()) {
		return 0
	}
	if s.ofOtherAgent(c) || s.lacksNoun() || s.onlyUnstudied() || s.chosenFor(c) {
		return 0
	}
	insignificant := s.insignificantIn(c)
	if !s.subjectOf(c) {
		return s.ofArms(c, insignificant)
	}
	return s.ofClause(c, insignificant)
}

// asWhole returns what the sentence says by a form of its own: apart from a phrase that tells of something else, of the contrary case, as a comparison, or as
// a rank; false: it has none.
func (s *Sight) asWhole() (value float64, is bool) {
	h := &s.h.sense
	if rest, turned := s.setApart(); rest != s {
		if value := rest.affirmative(); math.Abs(value) == 1 || !turned || s.aided {
			return (1 - 2*truth(turned)) * value, true
		}
	}
	if s.ofTheContraryCase() {
		return 0, true
	}
	if as := s.notAs(); as >= 0 && h.than >= 0 {
		return h.way * s.sides(h.than, as), true
	}
	if value, is := s.noMore(); is {
		return value, true
	}
	if h.than >= 0 && s.asMany() {
		return -1, true
	}
	if h.ranks {
		return s.ranked(), true
	}
	return 0, false
}

// ofArms returns what a clause about the object says by the numbers of two groups, one of which is the subject.
func (s *Sight) ofArms(c text.Span, insignificant bool) float64 {
	h := &s.h.sense
	value := truth(h.bond == bondWay) * s.arms() * h.way * s.changedBy(c)
	if value > 0 && insignificant {
		return -1
	}
	return value
}

// ofClause returns what a clause with subject and object says.
func (s *Sight) ofClause(c text.Span, insignificant bool) float64 {
	h := &s.h.sense
	lacks := s.lacksIn(c)
	p := s.predicate(c, lacks)
	if h.bond == bondWay && (p == (says{}) || h.than >= 0 && !s.contrasted()) {
		if way := s.arms() * s.changedBy(c); way != 0 {
			p, lacks = says{way: way}, h.lacks // the group without the subject is the other one
		}
	}
	if h.bond == bondNeed && lacks && p == (says{}) && !h.lacks && !s.h.vocabulary.hearsay.Studies(s.Tokens) && s.goes(c) {
		return -1 // it comes about without
	}
	p.linked, p.chance = s.links(c), h.bond == bondCause && s.confounds(c)
	if h.inner != 0 && h.bond == bondWay && s.held(c.First, c.End)&h.inner == 0 && s.shifts(c) == 1 {
		p.way *= h.innerWay // "weight fell" for "weight loss was greater"
	}
	if p.link && p.way == 0 && s.h.asksRisk() {
		p.way = 1 // what goes with more of an ill may be a factor of its risk
	}
	if insignificant && p.link && p.way == 0 {
		p.null = true // what is told to change, no way told, and insignificantly, does not
	}
	value := h.judge(p, lacks)
	if (value == 0 || h.bond == bondOther) && s.exchanged(c, lacks) || h.acts() && s.effectOnSubject(c) {
		return -BesideShare
	}
	return s.qualified(value, p, c, insignificant)
}

// qualified returns what is left of what a clause says once the rest of the sentence is heeded: what turns it round, takes its effect back or
// tells only half of it.
func (s *Sight) qualified(value float64, p says, c text.Span, insignificant bool) float64 {
	h := &s.h.sense
	switch {
	case value > 0 && (s.inSpite() || h.acts() && (s.onlyCompared(c) || s.onlyNoted(c))), s.onlyInduces() || s.groupExchanged(c):
		return 0
	case h.bond == bondSame && insignificant:
		return 1
	case value > 0 && insignificant && h.bond != bondOther && (h.bond != bondFavour || p.outcome):
		return -1
	case (h.merit != meritNone || h.acts()) && h.than < 0 && s.turnsRound(c) && !s.controlled(c):
		return 0 // what does less than another treatment may do enough
	case h.bond == bondSame && value < 0 && than(s.Reading) < 0 && s.Features[fSignificant] <= 0 && s.Features[fDiffer] <= 0:
		return 0 // two numbers need not differ
	case odd(s.excepts(), s.turnsRound(c), s.turnedBy(), s.opposesWhere(c), s.otherExtreme(c)):
		return -math.Trunc(value) // half a statement turned round says nothing
	case value > 0 && (s.tooFew(c) || s.byNothing(c) || s.asControl(c)):
		return -1
	case value > 0 && (s.onlyWithout(c) || s.h.sense.class&^s.Held() != 0):
		return 0 // "A is rare in patients without B"; another kind of thing
	case value > 0 && s.h.weigh(s.held(0, len(s.Tokens))&h.consequences) < s.h.weigh(h.consequences)/2:
		return 0 // half of the story
	}
	return value
}

// odd says whether an odd number of statements is true: two turns cancel each other.
func odd(statements ...bool) (is bool) {
	for _, s := range statements {
		is = is != s
	}
	return is
}

// leavesAhead says whether the sentence does not hold the word right ahead of a comparative by which a question relates: "burned" of "were children burned less
// often".
func (s *Sight) leavesAhead() bool {
	i := s.h.relation - 1
	if i < 1 || !comparatives[s.h.Tokens[i+1].Word] || !asking[s.h.Tokens[0].Word] {
		return false
	}
	k, is := s.h.termWith(s.h.Tokens[i].Stem)
	return is && k > 0 && s.match[k] == 0
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

// exactly says whether the sentence holds every name with a digit among some terms, such as "IL-6", every single letter, "D" of "vitamin D", and no other number in the place of
// one, as in "type 2" for "type 1".
func (s *Sight) exactly(terms uint64) bool {
	for k := range s.h.terms {
		t := &s.h.terms[k]
		if terms>>k&1 == 0 || s.match[k] == 1 {
			continue
		}
		if math.IsNaN(t.number) && (hasDigit(t.word) || len(t.word) == 1 && t.token > 0) || !math.IsNaN(t.number) && t.token > 0 && s.h.Gap(t.token-1) == "-" {
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
