package sentence

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// unasserted is how far a sentence counts that tells an aim, a question or what others believe.
const unasserted = 0.05

// opening is how many words at the start of a sentence tell what it does.
const opening = 6

var (
	wordThat    = text.Hash([]byte("that"))
	wordTo      = text.Hash([]byte("to"))
	wordIt      = text.Hash([]byte("it"))
	wordIs      = text.Hash([]byte("is"))
	wordWhether = text.Hash([]byte("whether"))
	wordWe      = text.Hash([]byte("we"))
)

// assertion is 1 for a sentence that states something itself, and less for one that asks, that announces what will be studied, or that
// tells what people believe without denying it.
//
//go:noinline
func (s *Sight) assertion() float64 {
	f := &s.Features
	s.Open = s.open()
	switch {
	case strings.Contains(s.Text, "?") || asks(s.Reading): // of a title, too: "Do worms emit gas? A field experiment"
		return unasserted
	case s.unadjusted():
		return foreseen
	case f[fP] != 0 || f[fInterval] != 0 || f[fSignificant] != 0 || f[fNotSignificant] != 0:
		return 1
	case s.unborne():
		return 1
	case (s.believes() || s.surmises()) && f[fRefutes] == 0:
		s.Told = true
		return unasserted
	case s.aims() && (f[fConcludes] == 0 || s.strict && !s.finds()):
		return unasserted
	case s.passedOn() || s.unstudied() || s.Open || s.inQuestion() || s.argues() || s.supposes() || s.purpose() || s.arranges():
		return foreseen
	case s.h.vocabulary.hearsay.Expects(s.Tokens, 0, len(s.Tokens)) || s.introduces() || s.presumes():
		return foreseen
	}
	return 1
}

// foreseen is how far a sentence counts that tells what is expected or required, or what earlier studies suggest.
const foreseen = 0.3

// unadjusted says whether the sentence opens with what was seen before other causes were taken into account.
func (s *Sight) unadjusted() bool {
	return len(s.Tokens) > 1 && beforeAll[s.Tokens[0].Word] && adjusting[s.Tokens[1].Word]
}

var beforeAll, adjusting = wordSet(`before without`), wordSet(`adjustment adjusting adjustments`)

// presumes says whether the sentence opens with what it takes for granted, and that is what it holds of the hypothesis: "Since A causes B, we ...".
func (s *Sight) presumes() bool {
	c := s.clause()
	return c.First == 0 && c.End < len(s.Tokens) && presuming[s.Tokens[0].Word]
}

var presuming = wordSet(`since because given as`)

// inQuestion says whether the sentence calls something into question: "placed the need for it in question", "a report that … was soon questioned".
func (s *Sight) inQuestion() bool {
	that := -1
	for i := 1; i < len(s.Tokens); i++ {
		w := s.Tokens[i].Word
		if w == wordQuestion && (s.Tokens[i-1].Word == wordInto || i+1 == len(s.Tokens) && s.Tokens[i-1].Word == wordIn) {
			return true
		}
		if that < 0 && w == wordThat && statements[s.Tokens[i-1].Word] && (i < 2 || s.Tokens[i-2].Word != wordWe && !studyNouns[s.Tokens[i-2].Word]) {
			that = i
		}
		if that >= 0 && doubted[w] && s.term[i] < 0 && s.passive(i) && s.doubts(that, i) {
			return true
		}
	}
	return false
}

// doubts says whether the participle at token i is what was done to the statement whose content begins at token that: no other clause begins between them,
// nothing between the verbs denies it, and nobody confirmed it later.
func (s *Sight) doubts(that, i int) bool {
	for j := that + 1; j < i; j++ {
		if t := &s.Tokens[j]; subordinate[t.Word] || j >= i-3 && t.Cue&text.CueNegation != 0 {
			return false
		}
	}
	for j := i + 1; j < len(s.Tokens); j++ {
		if bearing[s.Tokens[j].Word] {
			return false
		}
	}
	return true
}

// What somebody stated, words for how others took it, and those that begin a clause of their own.
var (
	statements  = wordSet(`report reports paper statement claim finding findings result results conclusion conclusions observation observations announcement proposal`)
	doubted     = wordSet(`questioned challenged disputed doubted criticised criticized contested retracted withdrawn rejected discredited`)
	subordinate = wordSet(`when who whom which after before if while where because until once whose`)
)

// argues says whether the sentence concludes from what is known, not from what its authors found: "it is reasonable to conclude that".
func (s *Sight) argues() bool {
	own := s.section == "conclusion"
	for i := 0; i+2 < len(s.Tokens); i++ {
		w, next := s.Tokens[i].Word, s.Tokens[i+1].Word
		own = own || w == wordWe || ours[w] && (statements[next] || studyNouns[next])
		if !own && arguable[w] && next == wordTo && inferring[s.Tokens[i+2].Word] {
			return true
		}
	}
	return false
}

var (
	ours      = wordSet(`our these this present`)
	arguable  = wordSet(`reasonable tempting plausible logical natural intuitive conceivable sensible attractive easy`)
	inferring = wordSet(`conclude assume suppose think believe infer expect suggest speculate hypothesise hypothesize imagine presume argue conjecture`)
)

var wordQuestion, wordInto, wordIn = text.Hash([]byte("question")), text.Hash([]byte("into")), text.Hash([]byte("in"))

// introduces says whether the sentence opens with what earlier studies suggest: "observational studies suggest".
func (s *Sight) introduces() bool {
	for i := 0; i+2 < min(opening, len(s.Tokens)); i++ {
		if k := &s.h.vocabulary.kinds; k.Of(s.Tokens[i].Word)&kindEarlier != 0 && k.Of(s.Tokens[i+1].Word)&kindStudies != 0 {
			return true
		}
	}
	return false
}

// aims says whether the sentence announces a question: it opens with an aim, or asks whether.
func (s *Sight) aims() bool {
	if s.infinite() {
		return true
	}
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if i < opening && t.Cue&text.CueAim != 0 && (s.term[i] < 0 || t.Word == wordWhether) && !s.looksBack(i) {
			return true
		}
		if t.Word == wordWhether && i > 0 {
			return true
		}
	}
	return false
}

// looksBack says whether the aim at token i is one that the results are held against: "as hypothesised, A did", "our data support the hypothesis that".
func (s *Sight) looksBack(i int) bool {
	if comparing[s.Tokens[0].Word] && s.Tokens[i].Clause == s.Tokens[0].Clause && s.Tokens[len(s.Tokens)-1].Clause != s.Tokens[0].Clause {
		return true
	}
	return slices.ContainsFunc(s.Tokens[max(0, i-inquiryWords+1):i], func(t text.Token) bool { return bearing[t.Word] })
}

// Words that open a phrase about what was expected.
var comparing = wordSet(`as contrary consistent unlike`)

// infinite says whether the sentence is only an infinitive, as structured abstracts tell their aim: "To compare two screws in old patients."
func (s *Sight) infinite() bool {
	if len(s.Tokens) < 3 || s.Tokens[0].Word != wordTo || s.Tokens[1].Cue&(text.CueStop|text.CueConclude) != 0 {
		return false
	}
	for i := 2; i < len(s.Tokens); i++ {
		if t := &s.Tokens[i]; t.Cue&text.CueModal != 0 || t.Word == wordWe || t.Clause != s.Tokens[0].Clause && t.Shift != 0 && s.past(i) {
			return false
		}
	}
	return true
}

// finds says whether the sentence tells what came out: "we found", "showed that". A word such as "established" alone does not.
func (s *Sight) finds() bool {
	for i := range s.Tokens {
		if s.Tokens[i].Cue&text.CueConclude == 0 {
			continue
		}
		for j := max(0, i-2); j < min(len(s.Tokens), i+3); j++ {
			if w := s.Tokens[j].Word; j < i && w == wordWe || j > i && w == wordThat {
				return true
			}
		}
	}
	return false
}

// believes says whether the sentence tells what others hold: "it is believed that", "it is said", "the claim that", "a popular belief".
func (s *Sight) believes() bool {
	said := s.h.vocabulary.hearsay
	if said.Tells(s.Tokens, 0, len(s.Tokens)) || said.Opines(s.Tokens, func(i int) bool { return s.term[i] >= 0 || denied(s.denials, i) }) {
		return true
	}
	for i := range s.Tokens {
		k := s.h.vocabulary.kinds.Of(s.Tokens[i].Word)
		if s.term[i] >= 0 || denied(s.denials, i) {
			continue
		}
		if k&kindBelief != 0 {
			return true
		}
		if k&kindHolding != 0 && i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordThat {
			return true
		}
		if k&kindReported == 0 || said.Own(s.Tokens, i) || said.Names(&s.Tokens[i]) {
			continue
		}
		if i > 1 && s.Tokens[i-1].Word == wordIs && s.Tokens[i-2].Word == wordIt {
			return true
		}
		for j := i + 1; j < min(len(s.Tokens), i+4); j++ {
			if w := s.Tokens[j].Word; w == wordThat || w == wordTo {
				return true
			}
		}
	}
	return false
}

// misbelieves says whether the sentence tells that what others hold is wrong.
func (s *Sight) misbelieves() bool {
	return s.Features[fRefutes] > 0 && s.believes()
}

// outright returns how nearly the sentence repeats the whole hypothesis and denies it, 0 to 1: who refutes a statement says it again. Where
// the hypothesis denies an effect itself the sentence agrees with it, and the value is below 0.
func (s *Sight) outright() float64 {
	f := &s.Features
	if f[fSwapped] > 0 {
		return 0 // that A is not greater than B denies nothing of a greater B
	}
	if s.h.negations%2 == 1 && !s.h.null || f[fDeniedBefore] == 0 || f[fDeniedRelation] == 0 && f[fDenied] < 0.5 && !s.deniesObject() {
		return 0
	}
	if s.Turned() || f[fReads] > 0 && s.h.sense.bond == bondWay && s.h.sense.way < 0 { // "none developed it" says that it is prevented
		return 0
	}
	way := 1.0
	if s.h.negations%2 == 1 {
		way = -1
	}
	return way * s.Asserted * s.Trust * min(1, max(0, (s.Cover-repeatsPart)/(repeatsAll-repeatsPart)))
}

// Denial returns how far the sentence denies the hypothesis, by a negation, by the contrary of a word, by the subject in the place of the object or by what
// it says of others, too; -1 to 1 as [Sight.outright], and up to doubly by the last two.
func (s *Sight) Denial() float64 {
	return s.outright() + max(s.saysContrary(), doubly*s.exceeds(), doubly*s.saysExchanged())
}

// doubly is how much more the heads are told of a sentence that exceeds the hypothesis than of other denials: its words are those of one that
// supports it, and that is taken back first.
const doubly = 2

// Turned says whether the sentence denies the contrary of what the hypothesis says, as "did not reduce" does of "raises". A change that is a circumstance
// in the hypothesis is one in the sentence.
func (s *Sight) Turned() bool {
	end := s.h.circumstance()
	for _, d := range s.found {
		given := slices.ContainsFunc(s.h.directions, func(own direction) bool { return own.token >= end && own.stem == d.stem })
		contrary := func(own direction) bool { return own.token < end && d.shift*own.shift > 0 }
		if d.denied && !given && slices.ContainsFunc(s.h.directions, contrary) {
			return true
		}
	}
	return false
}

// repeatsAll is the share of a hypothesis from which a sentence repeats it, repeatsPart that from which it begins to.
const repeatsPart, repeatsAll = 0.6, 0.85

// passing are verbs for what was said before.
var passing = wordSet(`reported suggested`)

// passedOn says whether the sentence tells what was said before: "was once reported to", "it has been suggested that".
func (s *Sight) passedOn() bool {
	for i := 1; i+1 < len(s.Tokens); i++ {
		if next := s.Tokens[i+1].Word; passing[s.Tokens[i].Word] && (next == wordTo || next == wordThat) && s.passive(i) {
			return true
		}
	}
	return false
}

// passive says whether a form of "be" stands at most one word ahead of the one ahead of token i.
func (s *Sight) passive(i int) bool {
	for j := max(0, i-2); j < i; j++ {
		if s.h.vocabulary.kinds.Of(s.Tokens[j].Word)&kindPassive != 0 {
			return true
		}
	}
	return false
}
