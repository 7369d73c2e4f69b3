package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// predicate returns what a clause says of the object, by the word nearest to it that tells one; of a verb that no list knows, by whether the
// clause denies it.
func (s *Sight) predicate(c text.Span, lacks bool) says {
	best, said := 1<<20, says{}
	if s.h.sense.bond == bondOther {
		if s.h.goesOn() >= 0 {
			return says{way: s.ends(c)}
		}
		return says{way: s.repeats(c)}
	}
	if s.h.sense.bond == bondNeed && lacks && (s.failsIn(c) || s.suffers(c)) {
		return says{fails: true}
	}
	if s.sideBySide(c) {
		return says{}
	}
	if s.subjectFails(c) {
		return says{favour: -1}
	}
	for i := c.First; i < c.End; i++ {
		p, tells := s.tell(i, c)
		if tells && s.independent(i, c) {
			if s.dependsNot(i, c) {
				return p
			}
			continue
		}
		if !tells || !p.outcome && s.misplaced(i, p, lacks, c) {
			continue
		}
		if p.link && s.onlyStudied(i, c) || s.h.sense.bond == bondFavour && p.favour == 0 && !p.null {
			continue
		}
		if b := s.h.sense.bond; p.null && (b == bondSame || s.h.sense.than >= 0 && (s.alike(i) || differing[s.Tokens[i].Word]) || b == bondFavour && p.favour == 0) {
			return p // "equally effective": what tells alike says all; and so does "no difference" of what was tested for its effect
		}
		away := s.away(i, c)
		if p.way == 0 && p.need == 0 && !(p.cause && s.h.sense.bond == bondCause) {
			away += linkAway
		}
		if away < best {
			best, said = away, p
		}
	}
	if said == (says{}) && s.h.sense.acts() && s.noneHas(c) {
		return says{way: -1}
	}
	return said
}

// misplaced says whether what token i tells is not told of the object by the subject.
func (s *Sight) misplaced(i int, p says, lacks bool, c text.Span) bool {
	switch {
	case s.h.sense.bond == bondNeed && !lacks && p.need == 0 && !p.null, s.takenForGranted(i, c):
		return true
	case s.risesItself(i, c), s.ofAnother(i, c), s.doneByAnother(i, c), s.ofOtherPlace(i, c), s.onlyAmong(i, c): // another does it, or elsewhere
		return true
	case s.bySubjectItself(i, c), s.actsOnBoth(i, c), s.behindAnother(i, c), s.reversed(i, c): // it befalls something else
		return true
	}
	return s.elsewhereBound(i, c) || s.onlyDescribed(i, c) || s.growsUnder(i, c) || s.raisedBeside(i, c) || s.qualifies(i, c)
}

// doneToSubject says whether token i tells the way of the subject itself: "raising" of "raising the head of the bed", whatever that does.
func (s *Sight) doneToSubject(i int, c text.Span) bool {
	k := s.term[i]
	return k >= 0 && s.h.terms[k].shift != 0 && s.h.terms[k].token < s.h.relation && s.hasSubject(i+1, min(c.End, i+governs))
}

var wordHow = text.Hash([]byte("how"))

// goes says whether a clause says that what is to need something comes about: it has words of the hypothesis besides the needed thing itself and what needs
// it, such as "binds" of "binds in the absence of ATP".
func (s *Sight) goes(c text.Span) bool {
	return s.h.weigh(s.held(c.First, c.End)) >= repeatsAll*s.h.total && len(s.denials) <= 1
}

// suffers says whether a clause tells that the object went badly: "impaired memory", "delayed healing".
func (s *Sight) suffers(c text.Span) bool {
	for i := c.First; i < c.End; i++ {
		if suffering[s.Tokens[i].Word] && s.hasObject(i-governs, i+governs) {
			return !denied(s.denials, i)
		}
	}
	return false
}

// Words for what does not come about as it should.
var suffering = wordSet(`impaired defective delayed abnormal disrupted perturbed compromised aberrant disturbed poor`)

// failsIn says whether a clause denies anything, other than by a lack: "failed to form", "not one developed".
func (s *Sight) failsIn(c text.Span) bool {
	for _, d := range s.denials {
		if d.token >= c.First && d.token < c.End && !isLack(s.Reading, d.token) {
			return true
		}
	}
	return false
}

// onlyStudied says whether a clause tells that the relation at token i was looked into, and not what came out: "the association was assessed".
func (s *Sight) onlyStudied(i int, c text.Span) bool {
	for j := i + 2; j < c.End; j++ {
		if looking[s.Tokens[j].Word] && s.h.vocabulary.kinds.Of(s.Tokens[j-1].Word)&kindPassive != 0 {
			return i == c.First || articles[s.Tokens[i-1].Word]
		}
	}
	return false
}

// Verbs for what is done to find something out.
var looking = wordSet(`recorded measured assessed evaluated examined studied investigated analysed analyzed explored tested determined estimated calculated`)

// linkAway is how many words farther a word without a way seems than one with: "associated with reduced risk" tells a way.
const linkAway = 4

// tell returns what token i says, if anything.
func (s *Sight) tell(i int, c text.Span) (p says, tells bool) {
	t := &s.Tokens[i]
	no := s.denies(i, c) || s.slight(i)
	if i > 0 && s.Tokens[i-1].Word == wordHow { // "how often" tells of no more and no less
		return p, false
	}
	if t.Word == wordWithout || s.asked(i) || attributive(s.Reading, i) || t.Word == wordRare && i > c.First && articles[s.Tokens[i-1].Word] {
		return p, false // "a rare disorder of copper" tells nothing of copper
	}
	if s.lacksEffect(i, c) {
		return says{null: true}, true
	}
	for j := i - 1; (effecting[t.Word] || usage[t.Word]) && j >= c.First && (s.Tokens[j].Cue&text.CueStop == 0 || s.Tokens[j].Word == wordAny); j-- {
		if s.lacksEffect(j, c) {
			return p, false // "efficacy" of "lacked efficacy"
		}
	}
	if s.inAnothersCase(i) || s.broughtOn(i) || i+1 < c.End && s.moreSlowly(i+1) {
		return p, false
	}
	if s.kindOf(i, c) || s.thing(i, c) || t.Word == wordUp && i+1 < c.End && s.Tokens[i+1].Word == wordTo {
		return p, false
	}
	if doers[t.Word] || s.effectOfAnother(i, c) || t.Word == wordDue && s.held(i, c.End)&(s.h.sense.subject|s.h.sense.object) == 0 {
		return p, false // "is due to something else"
	}
	if s.term[i] >= 0 && (s.h.sense.subject|s.h.sense.object)>>s.term[i]&1 != 0 || isLack(s.Reading, i) && s.lackOf(i, s.h.sense.subject, c) || s.lessOf(i, s.h.sense.subject, c) {
		return p, false
	}
	if s.doneToSubject(i, c) {
		return p, false
	}
	if s.h.sense.merit != meritNone {
		return s.judges(i, no, c)
	}
	switch {
	case t.Cue&text.CueNeed != 0 && s.h.sense.bond == bondWay && i+1 < c.End && comparatives[s.Tokens[i+1].Word]:
		return p, false // "needed less often"
	case t.Cue&text.CueNeed != 0 || t.Stem == stemDepend:
		p.need = 1 - 2*truth(no)
	case t.Word == wordDispensable && s.h.sense.bond == bondNeed:
		p.need = 2*truth(no) - 1
	case s.alike(i):
		p.null = !no || t.Word == wordInferior
		return p, p.null
	case (t.Word == wordIndependent || t.Word == wordIndependently) && i+1 < c.End && s.Tokens[i+1].Word == wordOf:
		p.null = !no
		return p, !no
	case s.nothing(i, no), no && s.h.sense.bond == bondFavour && effecting[t.Word]: // "no effect" is not a bad one
		p.null = true
		return p, true
	case t.Word == wordUnrelated:
		p.link = s.anti > 0 && !no // its contrary stands in the hypothesis, and the caller turns what is read
		return p, p.link
	case unlike[t.Word]:
		return p, false
	case s.h.sense.bond == bondNeed && keeping[t.Word] && !s.failsIn(c), s.h.sense.bond == bondWay && s.h.sense.way < 0 && unharmed[t.Word]:
		p.null = !no
		return p, !no
	case s.worse(t) != 0:
		p.way, p.null = s.worse(t), no
	case t.Shift != 0 && grades[t.Word] != 0 && s.h.sense.bond == bondCause:
		return p, false // "a high prevalence" brings nothing about
	case t.Shift != 0:
		p.way, p.null = float64(t.Shift)*s.lessened(i, c)*s.counteracted(i, c)*(1-2*truth((s.ails(i, c) || s.hardens(i, c)) != s.spares(i, c))), no
	case varying[t.Word] && s.h.sense.bond == bondLink:
		p.link, p.null = !no, no
	case s.causes(i) && s.spares(i, c):
		return p, false // "contributes to malaria resistance"
	case s.causes(i) && s.hardens(i, c):
		p.way, p.null = -1, no
	case s.causes(i) && s.ails(i, c):
		p.way, p.null = 2*truth(s.h.protects())-1, no
	case s.causes(i):
		no = no || i+1 < c.End && s.Tokens[i+1].Word == wordNo // "made no difference"
		p.cause, p.null = !no, no
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0 && s.h.sense.bond != bondFavour && !(s.h.sense.bond == bondSame && t.Cue&text.CueFavour != 0):
		p.link, p.null = !no, no
	case t.Cue&text.CueFavour != 0, s.isChoice(i):
		p.favour = 1 - 2*truth(no)
	case t.Cue&text.CueDisfavour != 0:
		p.favour = 2*truth(no) - 1
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0:
		p.link, p.null = !no, no
	default:
		return p, false
	}
	return p, true
}

// lacksEffect says whether token i tells that nothing is done: "lacked efficacy", "was insensitive to A".
func (s *Sight) lacksEffect(i int, c text.Span) bool {
	switch w := s.Tokens[i].Word; {
	case lackingVerbs[w]:
		j := i + 1
		for j < c.End && (everyWords[s.Tokens[j].Word] || s.Tokens[j].Word == wordAny || s.Tokens[j].Cue&text.CueSignificant != 0) {
			j++
		}
		return j < c.End && s.term[j] < 0 && (effecting[s.Tokens[j].Word] || usage[s.Tokens[j].Word])
	case w == wordInsensitive:
		return i+2 < c.End && s.Tokens[i+1].Word == wordTo && s.hasSubject(i+2, c.End)
	}
	return false
}

var (
	lackingVerbs    = wordSet(`lack lacks lacked`)
	wordAny         = text.Hash([]byte("any"))
	wordInsensitive = text.Hash([]byte("insensitive"))
)

// kindOf says whether the participle at token i only tells a kind of what follows, behind an adverb and no form of "be": "chemically induced colitis".
func (s *Sight) kindOf(i int, c text.Span) bool {
	if i-2 < c.First || i+1 >= c.End || !s.adverb(i-1) || !s.past(i) || s.Tokens[i+1].Cue&text.CueStop != 0 {
		return false
	}
	before := &s.Tokens[i-2]
	return prepositions[before.Word] || articles[before.Word]
}

// thing says whether token i is a noun that looks like a change: "the risk of fractures and falls", "lift and drag of a wing".
func (s *Sight) thing(i int, c text.Span) bool {
	joined := func(j int) bool { w := s.Tokens[j].Word; return w == wordAnd || w == wordOr || w == wordOf }
	switch s.Tokens[i].Word {
	case wordFalls:
		return i > c.First && joined(i-1) && (i+1 == c.End || !bringing[s.Tokens[i+1].Word])
	case wordLift:
		return i+1 < c.End && joined(i+1)
	}
	return false
}

var wordFalls, wordLift = text.Hash([]byte("falls")), text.Hash([]byte("lift"))

// Verbs for what is not the same everywhere.
var varying = wordSet(`vary varies varied`)

var wordUp = text.Hash([]byte("up"))

// isChoice says whether token i is that of "the drug of first choice" or "the treatment of choice".
func (s *Sight) isChoice(i int) bool {
	return s.Tokens[i].Word == wordChoice && i > 0 && (s.Tokens[i-1].Word == wordFirst || s.Tokens[i-1].Word == wordOf)
}

// nothing says whether token i tells that nothing comes about or goes together: "unrelated", "no bearing on", "not observed".
func (s *Sight) nothing(i int, no bool) bool {
	switch w := s.Tokens[i].Word; {
	case w == wordUnrelated:
		return !no && s.anti == 0
	case w == wordBearing:
		return no
	default:
		return no && i > 0 && occurring[w] && s.comesNotAbout(denial{token: i - 1})
	}
}

// Words for what goes on as before.
var keeping = wordSet(`occur occurs occurred develop develops developed form forms formed proceed proceeds proceeded arise arises arose continue
	continues continued normal normally intact persist persists persisted preserved retained unimpaired unabated`)

// Words for what nothing was taken from.
var unharmed = wordSet(`intact unimpaired preserved retained unharmed undamaged unscathed viable potent`)

// asked says whether token i is of what a study asked, not of what it found: behind "whether", with no "found" or "showed" between.
func (s *Sight) asked(i int) bool {
	for ; i >= 0; i-- {
		switch t := &s.Tokens[i]; {
		case t.Word == wordWhether:
			return true
		case t.Cue&text.CueConclude != 0:
			return false
		}
	}
	return false
}

// denies says whether a negation denies token i; a word for a lack of the subject denies nothing else. "Neither" and "none" deny the
// verb ahead of them.
func (s *Sight) denies(i int, c text.Span) bool {
	if i+1 < c.End && (s.Tokens[i+1].Word == wordNeither || s.Tokens[i+1].Word == wordNone) {
		return true
	}
	if last := c.End - 1; last > c.First && doubtful[s.Tokens[last].Word] && s.h.vocabulary.kinds.Of(s.Tokens[last-1].Word)&kindPassive != 0 {
		return true // "an effect of A on B is unlikely"
	}
	for k := range s.denials {
		d := &s.denials[k]
		if i >= d.scope.First && i < d.scope.End && !(isLack(s.Reading, d.token) && s.lackOf(d.token, s.h.sense.subject, c)) {
			return true
		}
	}
	return false
}

// Adjectives that deny what they are said of.
var doubtful = wordSet(`unlikely doubtful improbable implausible`)

var (
	wordUnrelated = text.Hash([]byte("unrelated"))
	wordBearing   = text.Hash([]byte("bearing"))
	wordNeither   = text.Hash([]byte("neither"))
	wordNone      = text.Hash([]byte("none"))
	wordAbsent    = text.Hash([]byte("absent"))
	wordRare      = text.Hash([]byte("rare"))
	wordOr        = text.Hash([]byte("or"))
)

var articles = wordSet(`a an the this`)

var wordDue = text.Hash([]byte("due"))

var wordWho = text.Hash([]byte("who"))

var wordChoice, wordFirst = text.Hash([]byte("choice")), text.Hash([]byte("first"))

var stemDepend = stemOf("dependent")

// away returns how many words lie between token i and the nearest one of the object in the clause.
func (s *Sight) away(i int, c text.Span) int {
	best := 1 << 10
	for j := c.First; j < c.End; j++ {
		if k := s.term[j]; k >= 0 && s.h.sense.object>>k&1 != 0 {
			best = min(best, max(i-j, j-i))
		}
	}
	return best
}
