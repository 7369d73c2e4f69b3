package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// grouped are words of a result that is of the groups of a study, none of which it needs to name.
var grouped = wordSet(`groups group arms arm conditions condition treatments both placebo control controls regimens unchanged unaffected unaltered differ differed difference differences`)

// leastCarried is the share of the object that such a result has to hold itself.
const leastCarried = 0.25

// BesideShare is what a sentence that is read with what others say counts of one that says it all itself.
const BesideShare = 0.6

// ReadBeside reads the sentence anew where it could not be read alone and others of its work hold what it lacks of the object: work is the terms that
// all sentences of the work hold, see [Sight.Held].
func (s *Sight) ReadBeside(work uint64) {
	h := &s.h.sense
	if !h.usable {
		return
	}
	held := s.Held()
	if s.ofWork = work & h.object &^ s.opposed(0, len(s.Tokens)); s.Features[fReads] == 0 && (held&h.noun != 0 || s.breaksOff(held)) {
		s.aided = true
		s.read()
	}
}

// breaksOff says whether the sentence denies what it says of the subject without saying the object: "came close but did not feed".
func (s *Sight) breaksOff(held uint64) bool {
	h := &s.h.sense
	return h.bond == bondOther && len(s.denials) > 0 && held&h.object == 0 && s.h.weigh(held&h.subject) >= repeatsAll*s.h.weigh(h.subject)
}

// Dangles says whether the sentence could not be read alone as it is a result that names no subject.
func (s *Sight) Dangles() bool {
	switch h := &s.h.sense; {
	case !h.usable || h.than >= 0 || h.bond == bondOther || h.bond == bondNeed || h.bond == bondSame:
		return false
	}
	return s.Features[fReads] == 0 && s.Asserted == 1 && (s.nullOfGroups() || s.nothingCaused() || s.befalls() != 0)
}

// nullOfGroups says whether the sentence tells of some of the object, and of no subject, that nothing changed or differed between groups.
func (s *Sight) nullOfGroups() bool {
	h, whole := &s.h.sense, text.Span{First: 0, End: len(s.Tokens)}
	held := s.held(0, len(s.Tokens))
	if len(s.Tokens) > longestRead || s.holdsSubject(held) || s.h.weigh(held&h.object) < leastCarried*s.h.weigh(h.object) {
		return false
	}
	for i := range s.Tokens {
		if grouped[s.Tokens[i].Word] {
			return s.predicate(whole, false).null && !s.opensOtherwise()
		}
	}
	return false
}

// withWords is how many words behind "with" may tell what somebody has.
const withWords = 3

// opensOtherwise says whether "with" or "without" stands little ahead of the first word of the object, which then tells whom something else was measured in:
// "iodine did not differ between people with and without goitre".
func (s *Sight) opensOtherwise() bool {
	for i := range s.Tokens {
		if s.term[i] < 0 || s.h.sense.object>>s.term[i]&1 == 0 {
			continue
		}
		for j := max(0, i-withWords); j < i; j++ {
			if w := s.Tokens[j].Word; w == wordWith || w == wordWithout {
				return true
			}
		}
		return false
	}
	return false
}

// mostForeign is how many words of content such a sentence may have that are neither of the hypothesis nor of groups.
const mostForeign = 2

// befalls returns what the sentence tells of the whole object as its own subject, and of nothing else: "grades did not improve". -1 to 1; 0: nothing so.
func (s *Sight) befalls() float64 {
	h, held := &s.h.sense, s.Held()
	most := saysAll * s.h.weigh(h.object)
	if !h.acts() && h.bond != bondLink || len(s.Tokens) > longestRead || s.h.weigh(held&h.object) < most || s.holdsSubject(held) {
		return 0
	}
	c := s.objectClause()
	if c.End == c.First || s.h.weigh(s.held(c.First, c.End)&h.object) < most || !s.opensWithObject(c) {
		return 0
	}
	p := s.predicate(c, false)
	if p.cause || p.need != 0 {
		return 0 // what it does itself
	}
	return h.judge(p, false)
}

// opensWithObject says whether the first content of a clause is of the object, little else follows, and no doer does.
func (s *Sight) opensWithObject(c text.Span) bool {
	opened, foreign := false, 0
	for i := c.First; i < c.End; i++ {
		switch k := s.term[i]; {
		case k >= 0:
			opened = opened || s.h.sense.object>>k&1 != 0
		case s.Tokens[i].Word == wordBy || !opened && s.content(i):
			return false
		case s.content(i) && !grouped[s.Tokens[i].Word] && !somebody[s.Tokens[i].Word]:
			foreign++
		}
	}
	return foreign <= mostForeign
}

// nothingCaused says whether the sentence tells of an association, and not of which, that it is none of cause and effect.
func (s *Sight) nothingCaused() bool {
	held := s.held(0, len(s.Tokens))
	return s.h.sense.bond == bondCause && len(s.Tokens) <= longestRead && held&(s.h.sense.subject|s.h.sense.object) == 0 &&
		s.confounds(text.Span{First: 0, End: len(s.Tokens)})
}

// Follows says whether an earlier sentence of the work names the subject, and both together tell the object.
func (s *Sight) Follows(earlier *Sight) bool {
	h, named := &s.h.sense, earlier.Held()
	return earlier.holdsSubject(named) && s.h.weigh((named|s.Held())&h.object) >= heldObject*s.h.weigh(h.object)
}

// Carry reads a result that names no subject, see [Sight.Dangles], as one on the subject of the hypothesis. It counts [BesideShare].
func (s *Sight) Carry() {
	told := float32(-1)
	if b := s.befalls(); b > 0 {
		told = 1
	}
	s.carried = BesideShare * told * (1 - 2*float32(truth(s.h.sense.denies)))
	s.read()
}
