package sentence

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A bond is how a hypothesis joins its subject and its object.
type bond int

const (
	bondOther  bond = iota // by a verb that no list knows
	bondWay                // raises or lowers
	bondCause              // brings about, without a way
	bondLink               // goes with, affects
	bondNeed               // needs
	bondFavour             // is good for
	bondSame               // is as good or as great as
)

// A sense is what a hypothesis says, crisply: its subject and object as sets of terms, how it joins them, and which way.
type sense struct {
	subject, object uint64
	noun            uint64 // the noun of the object, "mortality" of "lung cancer mortality in adults", and behind "make" the last word, too
	verb            uint64 // what a question asks of its subject ahead of a preposition, "continue" of "does it continue in", see verbAhead; 0: none
	class           uint64 // the kind of thing that a question asks whether its subject is one, "viral infection" of "is A a viral infection that affects B"
	amounts         uint64 // the terms of the subject that only say how much of it there is: "low" and "dose" of "low-dose aspirin"
	group           uint64 // the terms that tell the group whose numbers are those of the hypothesis: the first side of a comparison, or the subject
	consequences    uint64 // the terms of what comes of it, ", resulting in ..."
	bond            bond
	way             float64 // 1 up, -1 down; 0 where the bond tells none
	inner           uint64  // the terms of the object that are changes themselves: "loss" of "weight loss"
	innerWay        float64 // and which way they go together
	lacks           bool    // the subject is a lack: "deficiency of A"
	ranks           bool    // it tells which of two is better, and the object is what for: "better than B at relieving pain"
	than            int     // token from which it tells what it compares with; -1: nowhere
	denies          bool    // it says that this is not so
	usable          bool    // it has both, or a subject and a merit
	merit           merit   // what it judges of the subject
	ill             bool    // and its object is something that this is to be effective for or against
}

// senseOf reads the hypothesis, which is seen from itself.
func (h *Hypothesis) senseOf(own *Sight) sense {
	s := sense{than: than(&h.Reading)}
	at, goes, behind := h.verb(), h.goesOn(), h.consequence()
	if goes >= 0 {
		at = goes
	}
	for k := range h.terms {
		t := &h.terms[k]
		switch {
		case t.token >= behind:
			s.consequences |= 1 << k
		case s.than >= 0 && t.token > s.than || t.token == goes:
		case goes > t.token:
			s.subject |= 1 << k
		case t.token == h.relation || t.cue&^(text.CueStop|text.CueGeneric) != 0 || t.shift != 0 && !h.changes(t) && !doers[h.Tokens[t.token].Word]:
		case at >= 0 && t.token < at || at < 0 && s.subject == 0:
			s.subject |= 1 << k
		default:
			s.object |= 1 << k
		}
	}
	if s.object != 0 && h.doneBy(h.relation) && h.Tokens[h.relation].Cue&text.CueNeed == 0 {
		s.subject, s.object = s.object, s.subject // "is A reduced by B" asks what B does
	}
	s.verb = h.verbAhead(at)
	if s.object == 0 {
		s.object, s.ranks = h.comparedIn(s.than)
	}
	if s.object == 0 && s.than < 0 {
		s.object = h.changeBehind()
	}
	s.subject = h.ownTerms(s.subject, s.than)
	s.group, s.class = h.groupOf(s), h.classIn(s.subject)
	s.amounts = h.amountsIn(s.subject)
	s.usable = s.subject != 0 && !(h.relation >= 0 && h.Tokens[h.relation].Word == wordWithout) // what goes without another is not changed by it
	if s.bond, s.way = h.bondAt(own, &s); own.levels() {
		s.bond = bondSame
	}
	if s.bond == bondNeed && !h.passive() && h.Tokens[h.relation].Word != wordDispensable {
		s.subject, s.object = s.object, s.subject // "A requires B" speaks of B as "B is required for A" does
	}
	if s.bond == bondNeed {
		s.object = h.without(s.object, asUsual)
	}
	s.inner, s.innerWay = h.innerIn(s.object)
	s.merit, s.ill = h.meritIn(&s)
	s.usable = s.usable && (s.object != 0 || s.merit != meritNone)
	s.noun = h.nounOf(s.object &^ s.inner)
	if last := s.object &^ s.inner; last != 0 && h.relation >= 0 && making[h.Tokens[h.relation].Word] {
		s.noun |= 1 << (bits.Len64(last) - 1)
	}
	all := text.Span{First: 0, End: len(h.Tokens)}
	s.lacks = own.lacks(s.subject, all)
	for _, d := range negationsOf(&h.Reading, h.vocabulary, all, nil) {
		behind := h.relation >= 0 && d.token > h.relation                                      // "raises B in the absence of C"
		lack := isLack(&h.Reading, d.token) && (behind || own.lackOf(d.token, s.subject, all)) // what is lacked is not denied: "lack of A raises B"
		if !lack && (s.than < 0 || d.token < s.than) {
			s.denies = !s.denies
		}
	}
	if h.independent() || h.relation >= 0 && h.Tokens[h.relation].Word == wordDispensable {
		s.denies = !s.denies
	}
	return s
}

var wordWhich, wordA, wordAn = text.Hash([]byte("which")), text.Hash([]byte("a")), text.Hash([]byte("an"))

// classIn returns the terms of a subject behind an indefinite article, where the hypothesis goes on with "that": the kind of "is A a kind that does B".
func (h *Hypothesis) classIn(subject uint64) (class uint64) {
	that := slices.IndexFunc(h.Tokens, func(t text.Token) bool { return t.Word == wordThat || t.Word == wordWhich })
	if that < 0 {
		return 0
	}
	first := slices.IndexFunc(h.Tokens[:that], func(t text.Token) bool { return t.Word == wordA || t.Word == wordAn })
	for k := range h.terms {
		if t := h.terms[k].token; first > 1 && t > first && t < that && subject>>k&1 != 0 {
			class |= 1 << k
		}
	}
	return class
}

// Words for how what needs something should go: "needed for normal growth".
var asUsual = wordSet(`normal normally proper properly full fully optimal optimally efficient efficiently`)

// without returns a set of terms less those of some words, or all of it where nothing else would be left.
func (h *Hypothesis) without(set uint64, words map[uint64]bool) uint64 {
	rest := set
	for k := range h.terms {
		if words[h.Tokens[h.terms[k].token].Word] {
			rest &^= 1 << k
		}
	}
	if rest == 0 {
		return set
	}
	return rest
}

// consequence returns the token behind the relating word from which the hypothesis tells what comes of what it says, ", resulting in ..."; the number of
// tokens: nowhere.
func (h *Hypothesis) consequence() int {
	for i := max(h.relation, 0) + 2; i < len(h.Tokens); i++ {
		if resulting[h.Tokens[i].Word] && strings.Contains(h.Gap(i-1), ",") {
			return i
		}
	}
	return len(h.Tokens)
}

var resulting = wordSet(`resulting leading causing thereby thus thereof`)

// verbAhead returns the terms ahead of token at but for the first one, among them the verb, where the hypothesis asks with "do", "be" or a modal verb and no
// listed word relates it: "stable" of "is it stable in", "replace lead" of "does it replace lead in"; 0: none. In a claim a word there may as well be a noun.
func (h *Hypothesis) verbAhead(at int) (verb uint64) {
	if h.relation >= 0 || len(h.terms) == 0 || !asking[h.Tokens[0].Word] {
		return 0
	}
	for k := 1; k < len(h.terms) && h.terms[k].token < at; k++ {
		verb |= 1 << k
	}
	return verb
}

var asking = wordSet(`is are was were do does did can could will would may might must should`)

// making are forms of the verb behind which one stands whom something befalls: "make people gain weight".
var making = wordSet(`make makes made making render renders rendered`)

// passive says whether a form of "be" stands ahead of the relating word, as in "is B required for A".
func (h *Hypothesis) passive() bool {
	for i := range max(h.relation, 0) {
		if h.vocabulary.kinds.Of(h.Tokens[i].Word)&kindPassive != 0 {
			return true
		}
	}
	return false
}

// doneBy says whether token i is a participle behind a form of "be" and ahead of "by" with the doer, and not with an amount; a comparative may stand between:
// "lowered faster by".
func (h *Hypothesis) doneBy(i int) bool {
	by := i + 1
	if i >= 1 && by < len(h.Tokens) && comparatives[h.Tokens[by].Word] {
		by++
	}
	if i < 1 || by+1 >= len(h.Tokens) || h.Tokens[by].Word != wordBy || !math.IsNaN(h.Tokens[by+1].Number) {
		return false
	}
	for j := range i {
		if h.vocabulary.kinds.Of(h.Tokens[j].Word)&kindPassive != 0 {
			return true
		}
	}
	return false
}

// nounOf returns the last of the first words of an object that stand side by side.
func (h *Hypothesis) nounOf(object uint64) uint64 {
	last := -1
	for k := range h.terms {
		if object>>k&1 == 0 {
			continue
		}
		if i := h.terms[k].token; last >= 0 && (i != h.terms[last].token+1 || strings.Trim(h.Gap(i-1), " -") != "") {
			break
		}
		last = k
	}
	if last < 0 {
		return 0
	}
	return 1 << last
}

// Words that tell under which circumstances something holds.
var circumstantial = wordSet(`when whenever if once while until unless after before during upon`)

// circumstance returns the token behind the relating word from which the hypothesis tells under which circumstances it holds; the number of tokens: nowhere.
func (h *Hypothesis) circumstance() int {
	for i := h.relation; i >= 0 && i < len(h.Tokens); i++ {
		if circumstantial[h.Tokens[i].Word] {
			return i
		}
	}
	return len(h.Tokens)
}

// innerIn returns the terms of an object that are changes themselves, and which way they go. A change that is only a circumstance does not count:
// "falls" of "is inhibited when glucose falls".
func (h *Hypothesis) innerIn(object uint64) (set uint64, way float64) {
	way = 1
	for k, end := 0, h.circumstance(); k < len(h.terms) && h.terms[k].token < end; k++ {
		if shift := h.terms[k].shift; object>>k&1 != 0 && shift != 0 {
			set |= 1 << k
			way *= float64(shift)
		}
	}
	return set, way
}

// amountsIn returns the terms of a subject that only say how much of something there is; 0 where nothing else would be left.
func (h *Hypothesis) amountsIn(subject uint64) (set uint64) {
	for k := range h.terms {
		i := h.terms[k].token
		if subject>>k&1 != 0 && (measured[h.Tokens[i].Word] || scarcity[h.Tokens[i].Word] || i+1 < len(h.Tokens) && h.Gap(i) == "-" && measured[h.Tokens[i+1].Word]) {
			set |= 1 << k
		}
	}
	if set == subject {
		return 0
	}
	return set
}

// comparedIn returns the last term between the relating word and a comparison at token than, "effective" in "is more effective than", or else what stands behind
// a preposition beyond: "better than B at relieving pain", which ranks. 0: neither.
func (h *Hypothesis) comparedIn(than int) (set uint64, ranks bool) {
	beyond, in := uint64(0), false
	for k := range h.terms {
		t := &h.terms[k]
		if h.relation >= 0 && t.token > h.relation && t.token < than && t.shift == 0 {
			set = 1 << k
		}
		if in = in || than >= 0 && t.token > than+1 && h.spans(than, t.token); in && t.shift == 0 && t.cue == 0 {
			beyond |= 1 << k
		}
	}
	if set == 0 {
		return beyond, beyond != 0
	}
	return set, false
}

// changeBehind returns the change behind a relating word that is none itself, where that is all that stands there: "growth" of "is A required for growth"; 0: none.
func (h *Hypothesis) changeBehind() (set uint64) {
	for k := range h.terms {
		if t := &h.terms[k]; h.relation >= 0 && h.Tokens[h.relation].Shift == 0 && t.token > h.relation && t.shift != 0 {
			set = 1 << k
		}
	}
	return set
}

// spans says whether a preposition for what a comparison is about stands between two tokens.
func (h *Hypothesis) spans(i, j int) bool {
	return slices.ContainsFunc(h.Tokens[i+1:j], func(t text.Token) bool { return aboutWhich[t.Word] })
}

var aboutWhich = wordSet(`at for in against`)

// groupOf returns the terms between the relating word and a comparison that its other side lacks, as in "less frequent with A than with B", or else
// the subject.
func (h *Hypothesis) groupOf(s sense) uint64 {
	if s.than < 0 || h.relation < 0 {
		return s.subject
	}
	var group, behind uint64
	among, in := h.Tokens[h.relation].Shift != 0, false // "causes B more often than" names no group behind "causes"
	for k := range h.terms {
		t := &h.terms[k]
		if t.token <= h.relation || t.token >= s.than {
			continue
		}
		in = in || h.placesBehind(t.token-1) || t.token > 1 && h.placesBehind(t.token-2)
		if among = among || in; among && t.cue == 0 && t.shift == 0 {
			group |= 1 << k
			behind |= uint64(truth(in)) << k
		}
	}
	if behind != 0 {
		group = behind // "satisfied with A than with B" compares A
	}
	if group = h.ownTerms(group, s.than); group != 0 && (behind != 0 || group&^s.object != 0) {
		return group
	}
	if k, is := h.termAt(h.relation - 1); is && s.subject != 1<<k { // "kept more capacity than", and no "lower risk of falls than", names a group
		return s.subject &^ (1 << k)
	}
	return s.subject
}

// termAt returns the term of token i; false: it is none's.
func (h *Hypothesis) termAt(i int) (k int, is bool) {
	k = slices.IndexFunc(h.terms, func(t term) bool { return t.token == i })
	return k, k >= 0
}

// placesBehind says whether token i is a preposition that tells of whom something is told; what "of" governs, as in "risk of falls", is the thing itself.
func (h *Hypothesis) placesBehind(i int) bool {
	return prepositions[h.Tokens[i].Word] && h.Tokens[i].Word != wordOf
}

// ownTerms returns the terms of the subject that what it is compared with lacks; all of them where it has them all, as in "patch" of a nicotine and of a
// placebo patch.
func (h *Hypothesis) ownTerms(subject uint64, than int) uint64 {
	own := subject
	for i := max(than, 0); than >= 0 && i < len(h.Tokens); i++ {
		if k, is := h.termWith(h.Tokens[i].Stem); is {
			own &^= 1 << k
		}
	}
	if own == 0 {
		return subject
	}
	return own
}

// changes says whether a direction word of the hypothesis names a change that is itself raised or lowered: "reduces weight gain", "causes
// greater weight loss".
func (h *Hypothesis) changes(t *term) bool {
	if h.relation < 0 || t.token <= h.relation {
		return false
	}
	for i := h.relation; i < t.token; i++ {
		if h.Tokens[i].Shift != 0 {
			return true
		}
	}
	return false
}
