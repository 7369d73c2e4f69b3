package sentence

import (
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A merit is what a hypothesis judges, where it asks what somebody or something has of its subject.
type merit int

const (
	meritNone   merit = iota
	meritGood         // beneficial to the object
	meritWorks        // effective for the object, or against it
	meritSafe         // harmless to the object
	meritHarmed       // harmful to the object
)

// Words that judge what a subject does to an object, beside those of the lexicon.
var (
	benign   = wordSet(`good beneficial benefit benefits benefited healthy advantageous`)
	working  = wordSet(`effective efficacious useful helpful help helps helped`)
	harmless = wordSet(`safe harmless`)
	harmful  = wordSet(`bad harm harms harmed harmful dangerous detrimental deleterious hazardous unsafe unhealthy toxic poisonous injurious noxious hurt hurts`)
)

// meritOf returns what token i judges.
func meritOf(r *text.Reading, i int) merit {
	switch w := r.Tokens[i].Word; {
	case benign[w]:
		return meritGood
	case working[w], active[w] && i+1 < len(r.Tokens) && (r.Tokens[i+1].Word == wordAgainst || r.Tokens[i+1].Word == wordFor):
		return meritWorks
	case harmless[w]:
		return meritSafe
	case harmful[w]:
		return meritHarmed
	}
	return meritNone
}

// predicative says whether token i judges what stands ahead of it and does not describe what follows: "is bad for", not "a bad outcome".
func predicative(r *text.Reading, i int) bool {
	return i+1 == len(r.Tokens) || r.Tokens[i+1].Cue&text.CueStop != 0 || verbal[r.Tokens[i].Word]
}

// Words for what does something, ahead of "against".
var active = wordSet(`work works worked working active activity`)

var verbal = wordSet(`harm harms harmed help helps helped benefit benefits benefited hurt hurts`)

// Words for how safe something is, and for how well it works: neither tells of the other.
var (
	ofSafety   = wordSet(`safe safety harmless tolerated tolerable tolerability unsafe adverse harm harms harmful toxic dangerous hazardous`)
	ofEfficacy = wordSet(`effective efficacy efficacious ineffective`)
	ofMethods  = wordSet(`feasible feasibility reliable accurate accuracy valid sensitive consistent agreement agree agreed concordance viable acceptable adequate
		sufficient minimal negligible little`)
)

// Words for what is known or told, ahead of which "well" judges nothing.
var wellKnown = wordSet(`known established documented described understood defined recognised recognized characterised characterized as`)

// besides says whether token i, which judges something, tells of another merit than the hypothesis asks for: what is safe need not work.
func (s *Sight) besides(i int) bool {
	w := s.Tokens[i].Word
	if w == wordWell && i+1 < len(s.Tokens) {
		if w = s.Tokens[i+1].Word; wellKnown[w] || s.Gap(i) == "-" { // "well-designed"
			return true
		}
	}
	switch s.h.sense.merit {
	case meritGood, meritWorks:
		return ofSafety[w] || ofMethods[w]
	case meritSafe, meritHarmed:
		return ofEfficacy[w] || ofMethods[w]
	}
	return false
}

// inquired says whether token i is what somebody looked into: "assessing the efficacy of".
func (s *Sight) inquired(i int) bool {
	j := i - 1
	if j > 0 && articles[s.Tokens[j].Word] {
		j--
	}
	return j >= 0 && inquiring[s.Tokens[j].Word]
}

var inquiring = wordSet(`assess assesses assessed assessing evaluate evaluates evaluated evaluating examine examines examined examining investigate investigates
	investigated investigating compare compares compared comparing explore explores explored exploring`)

// ofItsEffects says whether token i tells a change of what the subject does: "reduces the adverse effects of A".
func (s *Sight) ofItsEffects(i int, c text.Span) bool {
	for j := i + 1; j+1 < min(c.End, i+governs); j++ {
		if effecting[s.Tokens[j].Word] && s.Tokens[j+1].Word == wordOf {
			return s.hasSubject(j, j+governs)
		}
	}
	return false
}

// changesAhead says whether a change follows token i closely, which tells more: "associated with a lower risk".
func (s *Sight) changesAhead(i int, c text.Span) bool {
	for j := i + 1; j < min(c.End, i+governs); j++ {
		if s.Tokens[j].Shift != 0 && s.valued(j) == 0 {
			return true
		}
	}
	return false
}

// judges returns what token i says of the merit that the hypothesis asks for, if anything.
func (s *Sight) judges(i int, no bool, c text.Span) (p says, tells bool) {
	t := &s.Tokens[i]
	switch {
	case s.besides(i), s.inquired(i), s.causes(i) && i+1 < c.End && s.Tokens[i+1].Word == wordNo:
		return p, false // "conferred no benefit"
	case effecting[t.Word]:
		return s.effects(i, no)
	case s.alike(i):
		return s.likens(i, no, c)
	case (no || losing[t.Word] || i > 0 && losing[s.Tokens[i-1].Word]) && s.thanAnother(i, c):
		return p, false // another treatment may do more
	case s.supportsUse(i, c):
		p.favour = 1 - 2*truth(no)
	case s.shifts(c) == 0 && s.nothing(i, no):
		p.null = true
	case t.Shift != 0 || s.h.vocabulary.kinds.Of(t.Word)&kindLinked != 0 || s.causes(i) || s.strikes(i, c):
		return s.benefits(i, no, c)
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0 && t.Cue&(text.CueFavour|text.CueDisfavour) == 0:
		p.null = no // "did not differ", "did not affect"
	case active[t.Word] && i+1 < c.End && s.Tokens[i+1].Word == wordAgainst:
		p.favour = 1 - 2*truth(no || i > 0 && s.Tokens[i-1].Word == wordNo)
	case harmful[t.Word] && predicative(s.Reading, i), t.Cue&text.CueDisfavour != 0:
		p.favour = 2*truth(no) - 1
	case t.Cue&text.CueFavour != 0, harmless[t.Word], s.isChoice(i):
		p.favour = 1 - 2*truth(no)
	}
	return p, p != (says{})
}

// supportsUse says whether token i tells that evidence bears out the use of something: "support the use of A".
func (s *Sight) supportsUse(i int, c text.Span) bool {
	for j := i + 1; supporting[s.Tokens[i].Word] && j < min(c.End, i+4); j++ {
		if usage[s.Tokens[j].Word] {
			return true
		}
	}
	return false
}

var (
	supporting = wordSet(`support supports supported supporting recommend recommends recommended justify justifies justified endorse endorses endorsed`)
	usage      = wordSet(`use using usage administration prescription efficacy effectiveness benefit`)
)

// effects returns what the effect at token i says: of one that no word judges only what is to work.
func (s *Sight) effects(i int, no bool) (p says, tells bool) {
	before := uint64(0)
	if i > 0 {
		before = s.Tokens[i-1].Word
	}
	switch {
	case before == wordSide:
		return p, false
	case harmful[before] || signs[before]:
		p.favour = (1 - 2*truth(harmful[before] || bad[before])) * (1 - 2*truth(no))
	case no:
		p.null = true
	case s.h.sense.merit == meritWorks:
		p.favour = 1
	}
	return p, p != (says{})
}

var wordSide = text.Hash([]byte("side"))

var wordRisk, stemFactor = text.Hash([]byte("risk")), stemOf("factor")

// benefits returns what token i, which tells a change, says of the merit that the hypothesis asks for: good is more of a good outcome and less of a bad one.
// That a change did not come about denies the merit, or bears out that nothing bad is done.
func (s *Sight) benefits(i int, no bool, c text.Span) (p says, tells bool) {
	h := &s.h.sense
	if s.Tokens[i].Word == wordRisk && i+1 < c.End && s.Tokens[i+1].Stem == stemFactor {
		return says{favour: 2*truth(no) - 1, outcome: true}, true
	}
	if s.intended(i, c) || s.governed(i, c) || s.ofItsEffects(i, c) || s.Tokens[i].Shift == 0 && s.changesAhead(i, c) {
		return p, false
	}
	value := s.worth(i, c)
	switch {
	case h.merit == meritWorks && value < 0 && s.Tokens[i].Shift == 0:
		return p, false // an adverse effect
	case value == 0:
		return says{null: true}, no && h.way > 0 && h.merit != meritSafe && s.Tokens[i].Shift < 0
	case !no:
		return says{way: 1, favour: value, outcome: true}, true
	case value < 0 && h.merit == meritSafe:
		return says{favour: 1, outcome: true}, true
	case value == h.way && h.merit != meritSafe:
		return says{null: true, outcome: true}, true
	}
	return p, false
}

// subjectFails says whether a clause tells of the failure of the subject, where the hypothesis is in favour of it: "the failure of A in two trials".
func (s *Sight) subjectFails(c text.Span) bool {
	for i := c.First; s.h.sense.bond == bondFavour && i+2 < c.End; i++ {
		if s.Tokens[i].Word == wordFailure && s.Tokens[i+1].Word == wordOf && s.hasSubject(i+2, min(c.End, i+4)) {
			return true
		}
	}
	return false
}

// intended says whether token i only tells what something is for: "the use of A for treatment or prevention of B".
func (s *Sight) intended(i int, c text.Span) bool {
	j := i - 1
	for j > c.First && (s.Tokens[j].Word == wordOr || s.Tokens[j].Word == wordAnd || articles[s.Tokens[j].Word] || s.Tokens[j].Cue&text.CueGeneric != 0) {
		j--
	}
	return j >= c.First && s.Tokens[j].Word == wordFor
}

// meritIn returns what a hypothesis judges of its subject, and whether its object is an ill that this is to be effective for or against.
func (h *Hypothesis) meritIn(s *sense) (of merit, ill bool) {
	if s.bond != bondFavour || s.than >= 0 || h.relation < 0 {
		return meritNone, false
	}
	of = meritOf(&h.Reading, h.relation)
	next := h.relation + 1
	return of, of == meritWorks && next < len(h.Tokens) && (h.Tokens[next].Word == wordFor || h.Tokens[next].Word == wordAgainst)
}
