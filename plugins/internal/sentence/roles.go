package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// exchanged says whether a clause says of the object what the hypothesis says of the subject, and the other way round: "B causes A", "A is eaten by B".
// Where two do something to each other, as those that bind, it does not.
func (s *Sight) exchanged(c text.Span, lacks bool) bool {
	if s.h.sense.bond == bondOther {
		return s.exchangedVerb(c)
	}
	if !s.h.sense.acts() && !s.h.steers() || s.h.passive() && !s.h.doneBy(s.h.relation) {
		return false
	}
	for i := c.First; i < c.End; i++ {
		if p, tells := s.tell(i, c); tells && s.reversed(i, c) && s.h.sense.judge(p, lacks) > 0 {
			return true
		}
	}
	return false
}

// Exchanges says whether any clause exchanges the subject and the object.
func (s *Sight) Exchanges() bool {
	for c := range s.eachClause() {
		if s.exchanged(c, s.lacks(s.h.sense.subject, text.Span{First: 0, End: c.End})) {
			return true
		}
	}
	return false
}

// saysExchanged returns how nearly the sentence says the whole hypothesis with its subject and object exchanged, 0 to 1.
func (s *Sight) saysExchanged() float64 {
	if s.Features[fReads] != -BesideShare || !s.Exchanges() {
		return 0
	}
	return s.says(s.Held())
}

// exchangedVerb says so of a verb that no list knows: a word of the hypothesis with others on both sides, that have changed sides around it in the clause,
// or kept them around "is ... by".
func (s *Sight) exchangedVerb(c text.Span) bool {
	for i := c.First + 1; i < c.End; i++ {
		k := s.term[i]
		if k < 1 || k+1 >= len(s.h.terms) || s.match[k] < 1 || s.h.terms[k].entity || mutual[s.Tokens[i].Word] || mutual[s.h.Tokens[s.h.terms[k].token].Word] {
			continue
		}
		ahead, behind := s.held(c.First, i), s.held(i+1, c.End)
		if s.passiveBy(i) && s.behindBe(i, c) {
			ahead, behind = behind, ahead
		} else if i+1 == c.End || s.term[i+1] < 0 && !articles[s.Tokens[i+1].Word] {
			continue
		}
		first, last := uint64(1)<<k-1, ^uint64(0)<<(k+1)
		if s.h.doneBy(s.h.terms[k].token) {
			first, last = last, first
		}
		if ahead&first == 0 && behind&last == 0 && s.most(ahead, last) && s.most(behind, first) {
			return true
		}
	}
	return false
}

// most says whether a set holds most of the terms of another one.
func (s *Sight) most(set, of uint64) bool {
	return s.h.weigh(set&of) > 0 && s.h.weigh(set&of) >= heldSubject*s.h.weigh(of)
}

// passiveBy says whether token i is a participle whose doer is named: "is eaten by", "a disease caused by"; not "fell by 21 %".
func (s *Sight) passiveBy(i int) bool {
	return i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordBy && !(i+2 < len(s.Tokens) && !math.IsNaN(s.Tokens[i+2].Number))
}

// behindBe says whether a form of "be" stands ahead of token i, or ahead of an adverb there.
func (s *Sight) behindBe(i int, c text.Span) bool {
	be := i - 1
	if be > c.First && s.adverb(be) {
		be--
	}
	return be >= c.First && s.h.vocabulary.kinds.Of(s.Tokens[be].Word)&kindPassive != 0
}

// Verbs for what two do to each other.
var mutual = wordSet(`bind binds bound interact interacts interacted meet meets met resemble resembles marry marries married compete competes coexist
	coexists mate mates touch touches touched join joins joined match matches matched border borders bordered share shares shared cooperate cooperates`)

// ofEffectOn says whether token i tells the effect of the object on the subject: "a causal effect of B on A".
func (s *Sight) ofEffectOn(i int, c text.Span) bool {
	of := -1
	for j := i; j < min(c.End-1, i+2) && of < 0; j++ {
		if effecting[s.Tokens[j].Word] && s.Tokens[j+1].Word == wordOf {
			of = j + 1
		}
	}
	for on := of + 1; of >= 0 && on < c.End; on++ {
		if s.Tokens[on].Word == wordOn {
			return s.hasObject(of, on) && !s.hasSubject(of, on) && s.hasSubject(on, c.End)
		}
	}
	return false
}

// effectOnSubject says whether a clause tells an effect of the object on the subject.
func (s *Sight) effectOnSubject(c text.Span) bool {
	for i := c.First; i < c.End; i++ {
		if s.ofEffectOn(i, c) {
			return true
		}
	}
	return false
}

var wordOn = text.Hash([]byte("on"))

// onlyCompared says whether a clause names the subject only for what it compares another thing with: "was reduced in comparison to A".
func (s *Sight) onlyCompared(c text.Span) bool {
	for i := c.First + 1; i < c.End; i++ {
		if s.Tokens[i].Cue&text.CueCompare != 0 && s.Tokens[i].Word != wordThan && s.hasObject(c.First, i) {
			return !s.hasSubject(0, i) && s.hasSubject(i, c.End)
		}
	}
	return false
}

// inSpite says whether the subject only stands where it did not help: "despite treatment with A", "patients resistant to A".
func (s *Sight) inSpite() bool {
	in := false
	for i := range s.Tokens {
		k := s.term[i]
		if k < 0 || s.h.sense.subject>>k&1 == 0 || s.h.sense.amounts>>k&1 != 0 {
			continue
		}
		if !s.spited(i) {
			return false
		}
		in = true
	}
	return in
}

// spiteWords is how many words ahead of the subject may stand "despite".
const spiteWords = 4

// spited says whether "despite" or "resistant to" stands ahead of token i in its clause.
func (s *Sight) spited(i int) bool {
	for j := i - 1; j >= max(0, i-spiteWords) && s.Tokens[j].Clause == s.Tokens[i].Clause; j-- {
		w := s.Tokens[j].Word
		if w == wordDespite || w == wordSpite && j > 0 && s.Tokens[j-1].Word == wordIn || resisting[w] && s.Tokens[j+1].Word == wordTo && i-j <= 3 {
			return true
		}
	}
	return false
}

// onlyInduces says whether the subject only stands where it brought on what the hypothesis has it work against: "A-induced gout was treated".
func (s *Sight) onlyInduces() bool {
	h, in := &s.h.sense, false
	if !(h.bond == bondFavour && h.way > 0) && !(h.bond == bondWay && h.way < 0) && h.bond != bondOther {
		return false
	}
	for i := range s.Tokens {
		if !s.hasSubject(i, i+1) {
			continue
		}
		if i+1 == len(s.Tokens) || s.Gap(i) != "-" || !inducing[s.Tokens[i+1].Word] {
			return false
		}
		in = true
	}
	return in
}

var inducing = wordSet(`induced associated related resistant refractory naive`)

// onlyNoted says whether a clause names the subject only in parentheses behind what it tells, that compare nothing: "reduce malaria (< 1 % parasite prevalence)".
func (s *Sight) onlyNoted(c text.Span) bool {
	depth, noted := 0, false
	for i := c.First; i < c.End; i++ {
		if i > c.First {
			depth += strings.Count(s.Gap(i-1), "(") - strings.Count(s.Gap(i-1), ")")
		}
		switch {
		case !s.hasSubject(i, i+1):
		case depth <= 0 || !s.hasObject(c.First, i):
			return false
		default:
			noted = true
		}
		if depth > 0 && s.Tokens[i].Cue&text.CueCompare != 0 {
			return false
		}
	}
	return noted
}

// groupExchanged says whether a clause tells of the group of the hypothesis what that tells of something found in it: "diabetes in patients with asthma" for
// "asthma in patients with diabetes".
func (s *Sight) groupExchanged(c text.Span) bool {
	own := patientsWith(&s.h.Reading, max(0, s.h.relation), len(s.h.Tokens))
	here := patientsWith(s.Reading, c.First, c.End)
	if own < 0 || here < 0 {
		return false
	}
	var noun, group uint64
	for k := range s.h.terms {
		switch t := &s.h.terms[k]; {
		case s.h.sense.object>>k&1 == 0 || t.cue&text.CueGeneric != 0:
		case t.token > own:
			group |= 1 << k
		default:
			noun |= 1 << k
		}
	}
	ahead, behind := s.held(c.First, here), s.held(here, c.End)
	return ahead&group != 0 && behind&group == 0 && behind&noun != 0
}

// patientsWith returns the "with" of "in patients with" among tokens [first, end); -1: none.
func patientsWith(r *text.Reading, first, end int) int {
	for i := first + 2; i < end; i++ {
		if r.Tokens[i].Word == wordWith && somebody[r.Tokens[i-1].Word] && placing[r.Tokens[i-2].Word] {
			return i
		}
	}
	return -1
}

var (
	wordDespite, wordSpite = text.Hash([]byte("despite")), text.Hash([]byte("spite"))
	resisting              = wordSet(`resistant refractory intolerant allergic unresponsive naive`)
)

// doneByAnother says whether another than the subject does what token i tells, behind "by": "is produced by the liver and stored in the gallbladder".
func (s *Sight) doneByAnother(i int, c text.Span) bool {
	if !s.passiveBy(i) || s.hasSubject(c.First, i) {
		return false
	}
	end := i + 2
	for end < c.End && !s.goesOnAt(end) {
		end++
	}
	return !s.hasSubject(i+2, end)
}

// bySubjectItself says whether the subject does what token i tells, where the hypothesis tells what is done to it: "B is repressed by A" for "A is repressed".
func (s *Sight) bySubjectItself(i int, c text.Span) bool {
	return s.h.undone() && s.passiveBy(i) && !s.hasSubject(c.First, i) && s.hasSubject(i+2, min(c.End, i+4))
}

// undone says whether the hypothesis tells what becomes of its subject, and names no doer: "is A repressed in B".
func (h *Hypothesis) undone() bool {
	return h.befallsSubject() && h.passive() && !h.doneBy(h.relation) && strings.HasSuffix(written(&h.Reading, h.relation), "ed")
}

// goesOnAt says whether another predicate begins at token i: "and stored", "and is".
func (s *Sight) goesOnAt(i int) bool {
	if s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindPassive != 0 {
		return true
	}
	return s.Tokens[i].Word == wordAnd && i+1 < len(s.Tokens) && s.past(i+1)
}
