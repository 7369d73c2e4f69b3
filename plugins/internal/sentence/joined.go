package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// acts says whether the hypothesis tells that its subject does something to its object, as what merely goes with it or is needed for it does not.
func (h *sense) acts() bool { return h.bond == bondWay || h.bond == bondCause }

// sideBySide says whether a clause only names the subject beside the object, or both as one thing: "glucose and insulin were unchanged" tells nothing of what
// insulin does to glucose. That the two go together is said of both.
func (s *Sight) sideBySide(c text.Span) bool {
	h := &s.h.sense
	if !h.acts() && (h.bond != bondLink || s.h.Tokens[s.h.relation].Cue&text.CueDiffer != 0) {
		return false
	}
	beside := false
	for i := range c.End {
		k := s.term[i]
		if k >= 0 && h.subject>>k&1 != 0 {
			if i < c.First || !s.besideObject(i, -1, c) && !s.besideObject(i, 1, c) && !s.ofOneThing(i, c) {
				return false
			}
			beside = true
		}
		if i >= c.First && s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindLinked != 0 && (i == 0 || s.Gap(i-1) != "-") {
			return false
		}
	}
	return beside
}

// besideObject says whether "and" or "or" alone stands between token i, a term of the subject, and the next one of the object that way, but for other words of the
// subject, articles, numbers and one word of content.
func (s *Sight) besideObject(i, step int, c text.Span) bool {
	h, and, other := &s.h.sense, false, 0
	for j := i + step; j >= c.First && j < c.End; j += step {
		t := &s.Tokens[j]
		switch k := s.term[j]; {
		case k >= 0 && h.object>>k&1 != 0:
			return and
		case k >= 0 && h.subject>>k&1 != 0 && !and:
		case t.Word == wordAnd || t.Word == wordOr:
			and = true
		case articles[t.Word], !math.IsNaN(t.Number), s.Text[t.From:t.To] == "P" || s.Text[t.From:t.To] == "p":
		case t.Cue == 0 && t.Shift == 0 && other == 0:
			other++
		default:
			return false
		}
	}
	return false
}

// ofOneThing says whether token i, a term of the subject, only tells with the object what one thing is, and the clause holds nothing else of the object: "malaria
// parasite", "obese patients with diabetes".
func (s *Sight) ofOneThing(i int, c text.Span) bool {
	if !s.h.sense.acts() {
		return false
	}
	if i > c.First && s.hasObject(i-1, i) && s.Gap(i-1) == " " {
		return !s.hasObject(c.First, i-1) && !s.hasObject(i, c.End)
	}
	if i+3 < c.End && s.Tokens[i+1].Word == wordOf && s.hasObject(i+2, i+3) && !s.hasObject(c.First, i) {
		return !s.hasObject(s.pastObject(i+2, c), c.End)
	}
	with := i + 1
	for with < c.End && (somebody[s.Tokens[with].Word] || s.hasSubject(with, with+1)) {
		with++
	}
	if with+1 >= c.End || s.Tokens[with].Word != wordWith || !somebody[s.Tokens[with-1].Word] {
		return false
	}
	first := with + 1
	if articles[s.Tokens[first].Word] {
		first++
	}
	end := s.pastObject(first, c)
	object := s.h.sense.object
	return end > first && s.held(c.First, c.End)&object&^s.held(first, end) == 0 // the same words may come again
}

// pastObject returns the first token from i on that is neither a word of the object nor the "s" of a possessive.
func (s *Sight) pastObject(i int, c text.Span) int {
	for i < c.End && (s.hasObject(i, i+1) || s.Tokens[i].To-s.Tokens[i].From == 1 && s.Gap(i-1) != " ") {
		i++
	}
	return i
}

// actsOnBoth says whether what token i tells befalls the subject as well as the object: "the drug blocks influenza virus", "mitigates obesity and
// diabetes". Behind a preposition the subject is what brings it about.
func (s *Sight) actsOnBoth(i int, c text.Span) bool {
	h := &s.h.sense
	if !h.acts() {
		return false
	}
	subject, object := false, false
	for j := i + 1; j < c.End; j++ {
		switch k := s.term[j]; {
		case k < 0 && s.Tokens[j].Word == wordFrom && guarding[s.Tokens[i].Word]:
		case k < 0 && subject != object && s.Tokens[j].Cue&text.CueStop != 0:
			return false // "fewer A patients had B"
		case k < 0:
		case h.subject>>k&1 != 0:
			if s.bringsAbout(i, j) {
				return false
			}
			subject = true
		case h.object>>k&1 != 0:
			object = object || s.Tokens[j].Shift == 0 // "accelerated sea-level rise" says that it accelerates
		}
	}
	return subject && object
}

// bringsAbout says whether a preposition between tokens i and j has what stands at j bring about what i tells. That of "improved the survival of A"
// does not: it belongs to the survival.
func (s *Sight) bringsAbout(i, j int) bool {
	for b := j - 1; b > i; b-- {
		w := s.Tokens[b].Word
		owned := w == wordOf && s.term[b-1] < 0 && s.content(b-1)
		if bringing[w] && !owned {
			return true
		}
	}
	return false
}

// Verbs for what keeps one thing from another: "protects A from B".
var guarding = wordSet(`protect protects protected protecting shield shields shielded spare spares spared rescue rescues rescued save saves saved`)

var bringing = wordSet(`at in with of on under for among from to by through via after during following using when if where than because due between
	upon within without against while as per`)

// takenForGranted says whether token i raises or lowers just what the hypothesis says: who decreases the production of ATP has it produced.
func (s *Sight) takenForGranted(i int, c text.Span) bool {
	b := s.h.sense.bond
	if s.Tokens[i].Shift == 0 || b != bondCause && b != bondOther || s.h.relation < 0 {
		return false
	}
	relation := s.h.Tokens[s.h.relation]
	for j := i + 1; j < min(i+5, c.End); j++ {
		switch k := s.term[j]; {
		case s.Tokens[j].Stem == relation.Stem || k >= 0 && s.h.terms[k].token == s.h.relation:
			return true
		case k < 0 && !s.content(j) && !ofWhich[s.Tokens[j].Word]:
			return false
		}
	}
	return false
}

// opposedFrom is how many words ahead of "glucose-lowering" may stand what opposes it.
const opposedFrom = 6

// counteracted is -1 where what is told by token i, the second part of a compound such as "glucose-lowering", is opposed by a word ahead of it: "counteracts
// the glucose-lowering action", or where another change is forestalled or slowed; else 1.
func (s *Sight) counteracted(i int, c text.Span) float64 {
	if !s.compound(i) {
		return s.forestalled(i, c) * (1 - 2*truth(i+2 < c.End && s.slowed(i+2)))
	}
	for j := i - 2; j >= max(c.First, i-opposedFrom); j-- {
		if s.Tokens[j].Shift < 0 || reversing[s.Tokens[j].Word] {
			return -1
		}
	}
	return 1
}

// lessened is -1 where token i is what "less" stands right ahead of, "less likely", "less frequent"; else 1.
func (s *Sight) lessened(i int, c text.Span) float64 {
	return 1 - 2*truth(i > c.First && s.Tokens[i-1].Word == wordLess && oftener[s.Tokens[i].Word])
}

// Words behind "less" for how often or how likely something is.
var oftener = wordSet(`likely often frequent frequently common commonly prevalent`)

var wordLess = text.Hash([]byte("less"))

// slowed says whether token i tells how much slower than another a change ahead of it was: "grew more slowly".
func (s *Sight) slowed(i int) bool {
	return s.moreSlowly(i) && i > 1 && s.Tokens[i-2].Shift != 0
}

// moreSlowly says whether token i is the adverb of "more slowly".
func (s *Sight) moreSlowly(i int) bool {
	return i > 0 && s.Tokens[i-1].Word == wordMore && s.Tokens[i].Shift < 0 && s.adverb(i)
}

var wordMore = text.Hash([]byte("more"))

// Words for less of a change: "smaller gains in".
var slighter = wordSet(`smaller lesser less lower weaker slower reduced diminished`)

// forestalled is -1 where the change at token i is what a word ahead of it prevents, takes back or calls the lesser one: "prevented the increase in", "reversed
// the loss of"; else 1.
func (s *Sight) forestalled(i int, c text.Span) float64 {
	if s.past(i) || i+1 >= c.End || !ofWhich[s.Tokens[i+1].Word] {
		return 1
	}
	j := i - 1
	if j >= c.First && slighter[s.Tokens[j].Word] {
		return -1
	}
	for j > c.First && articles[s.Tokens[j].Word] {
		j--
	}
	if j >= c.First && (forestalling[s.Tokens[j].Word] || reversing[s.Tokens[j].Word]) {
		return -1
	}
	return 1
}

// Verbs for what keeps a change from coming about.
var forestalling = wordSet(`prevent prevents prevented preventing block blocks blocked blocking blunt blunts blunted abolish abolishes abolished attenuate
	attenuates attenuated inhibit inhibits inhibited suppress suppresses suppressed halt halts halted avoid avoids avoided abrogate abrogates abrogated`)

// compound says whether token i is joined to the object by a hyphen: "lowering" of "glucose-lowering".
func (s *Sight) compound(i int) bool {
	return i > 0 && s.Gap(i-1) == "-" && s.term[i-1] >= 0 && s.h.sense.object>>s.term[i-1]&1 != 0
}

var reversing = wordSet(`reverse reverses reversed reversing`)
