package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// affirming is by how much a sentence that says the whole hypothesis raises the log-odds of support: as denying, where it says the contrary.
const affirming = 2

// saysPart is the share of a hypothesis in one clause from which a sentence begins to say it, saysAll that from which it does.
const saysPart, saysAll = 0.85, 0.95

// affirms returns how nearly the sentence says the whole hypothesis itself, 0 to 1: all its words in one clause and in its order, nothing
// denied, turned round or the other way, and stated rather than told.
func (v *view) affirms() float64 {
	f := &v.features
	if !v.plain() || !v.related() || f[fOrder] < 1 || f[fAnti] > 0 || f[fOpposite] > 0 || f[fReads] < 0 {
		return 0
	}
	if f[fOnly] == 0 && v.h.limited() >= 0 { // it leaves open what the hypothesis leaves out
		return 0
	}
	c := v.clause()
	return v.says(v.sight.held(c.First, c.End))
}

// contrary returns how nearly the sentence says the whole hypothesis with the contrary of one of its words, 0 to 1: "closed at a neutral pH"
// where the hypothesis says open.
func (v *view) contrary() float64 {
	f := &v.features
	if !v.plain() || f[fAnti] == 0 && f[fOpposite] == 0 {
		return 0
	}
	c := v.clause()
	held := v.sight.held(c.First, c.End)
	turned := v.sight.opposed(c.First, c.End) | held&v.sight.anti
	if turned == 0 || turned&(turned-1) != 0 { // the contraries of two words may say the same again
		return 0
	}
	return v.says(held | turned)
}

// related says whether the sentence has the relating word of the hypothesis; a form of "be" needs no other.
func (v *view) related() bool {
	for k := range v.h.terms {
		if v.h.terms[k].token == v.h.relation {
			return v.match[k] >= 1
		}
	}
	return true
}

// plain says whether the sentence states something, and nothing of the hypothesis denied, turned round or the other way.
func (v *view) plain() bool {
	f := &v.features
	switch {
	case v.h.negations > 0 || len(v.denials) > 0:
		return false
	case f[fRefutes] > 0 || f[fNumberConflict] > 0 || f[fYearConflict] > 0 || f[fReversed] > 0 || f[fSwapped] > 0:
		return false
	}
	return v.trust >= 1 && f[fDirNear] >= 0 && f[fHedge] <= 0 // others looked, and one of little trust retells
}

// says returns how nearly terms are the whole hypothesis, as far as the sentence asserts it.
func (v *view) says(terms uint64) float64 {
	said := share(v.h.weigh(terms), v.h.total)
	return v.asserted * min(1, max(0, (said-saysPart)/(saysAll-saysPart)))
}

// affirmedMost returns the most that a sentence affirms.
func affirmedMost(views []*view) float64 {
	most := 0.0
	for _, v := range views {
		most = max(most, v.affirms())
	}
	return most
}

// deniesObject says whether negations deny most of what the hypothesis says of its subject, as "has no moon" does of "has a moon".
func (v *view) deniesObject() bool {
	var object, said uint64
	verb := v.h.verb()
	for k := range v.h.terms {
		if verb >= 0 && v.h.terms[k].token > verb {
			object |= 1 << k
		}
	}
	for _, d := range v.denials {
		if !v.elsewhere(d.token) {
			said |= v.sight.held(d.scope.First, d.scope.End)
		}
	}
	return object != 0 && v.h.weigh(said&object) >= v.h.weigh(object)/2
}

// verb returns the token that parts the subject from what is said of it: the relation, or else the first word without content behind the
// first with some, such as "has"; -1: none.
func (h *Hypothesis) verb() int {
	if h.relation >= 0 {
		return h.relation
	}
	content := false
	for i := range h.Tokens {
		stop := h.Tokens[i].Cue&text.CueStop != 0
		if stop && content {
			return i
		}
		content = content || !stop
	}
	return -1
}
