package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// grouped are words of a result that is of the groups of a study, none of which it needs to name.
var grouped = wordSet(`groups group arms arm conditions condition treatments both placebo control controls regimens differ differed difference differences`)

// leastCarried is the share of the object that such a result has to hold itself.
const leastCarried = 0.3

// carry reads results that name no subject, "was similar in both groups", of works that name it earlier: nothing came of it.
func (p *Pool) carry() {
	switch h := &p.h.sense; {
	case !h.usable || h.than >= 0 || h.bond == bondOther || h.bond == bondNeed || h.bond == bondSame:
		return
	}
	for _, v := range p.views {
		if v.features[fReads] == 0 && v.asserted == 1 && v.nullOfGroups() && p.introduced(v) {
			v.features[fReads] = 2*float32(truth(p.h.sense.denies)) - 1
		}
	}
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
