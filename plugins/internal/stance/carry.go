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
	switch h := &p.h.sense; {
	case !h.usable || h.than >= 0 || h.bond == bondOther || h.bond == bondNeed || h.bond == bondSame:
		return
	}
	for _, v := range p.views {
		if v.features[fReads] == 0 && v.asserted == 1 && (v.nullOfGroups() || v.nothingCaused()) && p.introduced(v) {
			v.carried = besideShare * (2*float32(truth(p.h.sense.denies)) - 1)
			v.read()
		}
	}
}

// readBeside reads sentences anew where other ones of their works hold what they lack of the object.
func (p *Pool) readBeside() {
	h := &p.h.sense
	if !h.usable {
		return
	}
	works := map[int]uint64{}
	for _, v := range p.views {
		works[v.sentence.Document] |= v.sight.held(0, len(v.Tokens))
	}
	for _, v := range p.views {
		held := v.sight.held(0, len(v.Tokens))
		if v.ofWork = works[v.sentence.Document] & h.object; v.features[fReads] == 0 && (held&h.noun != 0 || v.breaksOff(held)) && v.ofWork&^held != 0 {
			v.aided = true
			v.read()
		}
	}
}

// breaksOff says whether the sentence denies what it says of the subject without saying the object: "came close but did not feed".
func (v *view) breaksOff(held uint64) bool {
	h := &v.h.sense
	return h.bond == bondOther && len(v.denials) > 0 && held&h.object == 0 && v.h.weigh(held&h.subject) >= repeatsAll*v.h.weigh(h.subject)
}

// nullOfGroups says whether the sentence tells of some of the object, and of no subject, that nothing changed or differed between groups.
func (v *view) nullOfGroups() bool {
	h, whole := &v.h.sense, text.Span{First: 0, End: len(v.Tokens)}
	held := v.sight.held(0, len(v.Tokens))
	if len(v.Tokens) > longestRead || v.holdsSubject(held) || v.h.weigh(held&h.object) < leastCarried*v.h.weigh(h.object) {
		return false
	}
	for i := range v.Tokens {
		if grouped[v.Tokens[i].Word] {
			return v.predicate(whole, false).null
		}
	}
	return false
}

// nothingCaused says whether the sentence tells of an association, and not of which, that it is none of cause and effect.
func (v *view) nothingCaused() bool {
	held := v.sight.held(0, len(v.Tokens))
	return v.h.sense.bond == bondCause && len(v.Tokens) <= longestRead && held&(v.h.sense.subject|v.h.sense.object) == 0 &&
		v.confounds(text.Span{First: 0, End: len(v.Tokens)})
}

// introduced says whether an earlier sentence of the same work names the subject, and both together tell the object.
func (p *Pool) introduced(v *view) bool {
	h := &p.h.sense
	for _, w := range p.views {
		if w.sentence.Document != v.sentence.Document || w.sentence.Place >= v.sentence.Place {
			continue
		}
		named := w.sight.held(0, len(w.Tokens))
		if w.holdsSubject(named) && p.h.weigh((named|v.sight.held(0, len(v.Tokens)))&h.object) >= heldObject*p.h.weigh(h.object) {
			return true
		}
	}
	return false
}
