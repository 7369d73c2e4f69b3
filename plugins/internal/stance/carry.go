package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// grouped are words of a result that is of the groups of a study, none of which it needs to name.
var grouped = wordSet(`groups group arms arm conditions condition treatments both placebo control controls regimens unchanged unaffected unaltered differ differed difference differences`)

// leastCarried is the share of the object that such a result has to hold itself.
const leastCarried = 0.25

// besideShare is what a sentence that is read with what others say counts of one that says it all itself.
const besideShare = 0.6

// carry reads sentences that could not be read alone with what their works say beside them: those that hold a part of the object, and results
// that name no subject, "was similar in both groups", of works that name it earlier.
func (p *Pool) carry() {
	p.readBeside()
	for _, v := range p.views {
		if v.dangles() && p.introduced(v) {
			v.sight.carry()
		}
	}
}

// readBeside reads sentences anew where other ones of their works hold what they lack of the object.
func (p *Pool) readBeside() {
	works := map[int]uint64{}
	for _, v := range p.views {
		works[v.sentence.Document] |= v.held
	}
	for _, v := range p.views {
		v.sight.readBeside(works[v.sentence.Document])
	}
}

// readBeside reads the sentence anew where it could not be read alone and others of its work, which together hold the terms in work, hold what it
// lacks of the object.
func (s *sight) readBeside(work uint64) {
	h := &s.h.sense
	if !h.usable {
		return
	}
	held := s.heldAll()
	if s.ofWork = work & h.object; s.features[fReads] == 0 && (held&h.noun != 0 || s.breaksOff(held)) && s.ofWork&^held != 0 {
		s.aided = true
		s.read()
	}
}

// dangles says whether the sentence could not be read alone as it is a result that names no subject.
func (s *sight) dangles() bool {
	switch h := &s.h.sense; {
	case !h.usable || h.than >= 0 || h.bond == bondOther || h.bond == bondNeed || h.bond == bondSame:
		return false
	}
	return s.features[fReads] == 0 && s.asserted == 1 && (s.nullOfGroups() || s.nothingCaused())
}

// carry reads a result that names no subject as one on the subject of the hypothesis.
func (s *sight) carry() {
	s.carried = besideShare * (2*float32(truth(s.h.sense.denies)) - 1)
	s.read()
}

// breaksOff says whether the sentence denies what it says of the subject without saying the object: "came close but did not feed".
func (s *sight) breaksOff(held uint64) bool {
	h := &s.h.sense
	return h.bond == bondOther && len(s.denials) > 0 && held&h.object == 0 && s.h.weigh(held&h.subject) >= repeatsAll*s.h.weigh(h.subject)
}

// nullOfGroups says whether the sentence tells of some of the object, and of no subject, that nothing changed or differed between groups.
func (s *sight) nullOfGroups() bool {
	h, whole := &s.h.sense, text.Span{First: 0, End: len(s.Tokens)}
	held := s.held(0, len(s.Tokens))
	if len(s.Tokens) > longestRead || s.holdsSubject(held) || s.h.weigh(held&h.object) < leastCarried*s.h.weigh(h.object) {
		return false
	}
	for i := range s.Tokens {
		if grouped[s.Tokens[i].Word] {
			return s.predicate(whole, false).null
		}
	}
	return false
}

// nothingCaused says whether the sentence tells of an association, and not of which, that it is none of cause and effect.
func (s *sight) nothingCaused() bool {
	held := s.held(0, len(s.Tokens))
	return s.h.sense.bond == bondCause && len(s.Tokens) <= longestRead && held&(s.h.sense.subject|s.h.sense.object) == 0 &&
		s.confounds(text.Span{First: 0, End: len(s.Tokens)})
}

// introduced says whether an earlier sentence of the same work names the subject, and both together tell the object.
func (p *Pool) introduced(v *view) bool {
	for _, w := range p.views {
		if w.sentence.Document == v.sentence.Document && w.sentence.Place < v.sentence.Place && v.follows(w.sight) {
			return true
		}
	}
	return false
}

// follows says whether an earlier sentence names the subject, and both together tell the object.
func (s *sight) follows(earlier *sight) bool {
	h, named := &s.h.sense, earlier.heldAll()
	return earlier.holdsSubject(named) && s.h.weigh((named|s.heldAll())&h.object) >= heldObject*s.h.weigh(h.object)
}
