package sentence

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Words that turn their neighbour into its lack.
var lacking = wordSet(`withdrawal removal absence absent lack lacking deficiency deficient insufficiency insufficient loss deletion
	deleted removed stopped withdrawn discontinued knockdown knockout depletion depleted discontinuation discontinuing cessation stopping ablation silencing silenced null low lowest
	inhibition inhibiting inhibitor inhibitors blockade blocking antagonist antagonists without quitting avoiding
	neutralizing neutralising neutralization neutralisation inactivation anti against limitation starvation starved deprivation deprived scarcity
	scarce shortage little omission omitting eradication eradicating elimination eliminating suppression deleting removing depleting ablating withdrawing`)

// isLack says whether token i turns its neighbour into its lack.
func isLack(r *text.Reading, i int) bool {
	w := r.Tokens[i].Word
	return lacking[w] || i > 0 && scanty[w] && r.Tokens[i-1].Word == wordToo
}

// withoutReach is how many words behind "without" may stand what is not there: "without a history of B".
const withoutReach = 5

// onlyWithout says whether a clause tells of those without something what the hypothesis tells of those with it.
func (s *Sight) onlyWithout(c text.Span) bool {
	if s.h.has(withoutIt) {
		return false
	}
	for i := c.First; i < c.End; i++ {
		if s.Tokens[i].Word != wordWithout {
			continue
		}
		end := min(c.End, i+1+withoutReach)
		return s.held(i, end)&s.h.specific(s.h.sense.object) != 0 && (s.held(c.First, i)|s.held(end, c.End))&s.held(i, end)&s.h.sense.object == 0
	}
	return false
}

// Nouns for a lack that tell no direction.
var scarcity = wordSet(`limitation starvation deprivation scarcity shortage`)

// Words for a lack behind "too".
var scanty, wordToo = wordSet(`little few`), text.Hash([]byte("too"))

// lackReach is how many words may lie between a word for a lack and what lacks: "withdrawal of the drug".
const lackReach = 4

// lacks says whether the span speaks of a lack of some of the terms.
func (s *Sight) lacks(terms uint64, c text.Span) bool {
	for i := c.First; i < c.End; i++ {
		if s.Reading == &s.h.Reading && i == s.h.relation {
			continue // "are A depleted in B" asks of A itself
		}
		if isLack(s.Reading, i) && s.lackOf(i, terms, c) || s.lessOf(i, terms, c) {
			return true
		}
	}
	return false
}

// lacksSubject says whether the span speaks of a lack of the subject. What is needed or lacked is also lacked where it is changed or dies: "mutation of A".
func (s *Sight) lacksSubject(c text.Span) bool {
	subject := s.h.sense.subject
	for i := c.First; (s.h.sense.bond == bondNeed || s.h.sense.lacks) && i < c.End; i++ {
		if w := s.Tokens[i].Word; (mutating[w] || perishing[w]) && s.lackOf(i, subject, c) {
			return true
		}
	}
	return s.lacks(subject, c)
}

// lacksIn says whether a clause speaks of a lack of the subject: it tells so itself, or an earlier clause does and this one does not name it anew.
func (s *Sight) lacksIn(c text.Span) bool {
	if s.hasSubject(c.First, c.End) {
		return s.lacksSubject(c)
	}
	return s.lacksSubject(text.Span{First: 0, End: c.End})
}

// Words for how what is lost comes to be so.
var perishing = wordSet(`degeneration degenerating death dying demise destruction atrophy disappearance`)

var mutating = wordSet(`mutation mutations mutant mutants mutated mutating variant variants`)

// lackAt says whether token i tells a lack of some of the terms.
func (s *Sight) lackAt(i int, terms uint64) bool {
	return isLack(s.Reading, i) && s.lackOf(i, terms, text.Span{First: 0, End: len(s.Tokens)})
}

// Words for less of something: those that stand beside it or ahead of "of" and "in", those that may be verbs, and those that only stand ahead.
var (
	lessening = wordSet(`reduction reductions restriction restrictions lowering reducing restricting decreasing`)
	declining = wordSet(`decrease decreases decline declines fall falls drop drops`)
	lesser    = wordSet(`lower less reduced decreased diminished restricted lowered`)
	ofWhich   = wordSet(`of in the a an this their its`)
	amounting = wordSet(`level levels amount amounts intake intakes concentration concentrations consumption exposure use dose doses dosage`)
)

// lessOf says whether token i tells that there is less of one of the terms: "salt reduction lowered", "a decrease in salt lowered", "lower salt intake was
// linked to". What has less has the contrary effect, as what lacks.
func (s *Sight) lessOf(i int, terms uint64, c text.Span) bool {
	w := s.Tokens[i].Word
	if !lesser[w] && !lessening[w] && !declining[w] || s.h.befallsSubject() {
		return false
	}
	if lesser[w] {
		return s.amountOf(i+1, terms, c)
	}
	j := i + 1
	for j < c.End && (ofWhich[s.Tokens[j].Word] || j > i+1 && j+1 < c.End && amounting[s.Tokens[j].Word] && ofWhich[s.Tokens[j+1].Word]) {
		j++
	}
	switch {
	case j > i+1:
		return s.besideTerm(j, 1, terms, c)
	case lessening[w] || j < c.End && s.tellsAt(j):
		return s.besideTerm(i-1, -1, terms, c) || lessening[w] && s.besideTerm(j, 1, terms, c)
	}
	return false
}

// tellsAt says whether token i tells what something does, so that the word ahead of it is no verb: "the decline in ice", "ice decline lowers".
func (s *Sight) tellsAt(i int) bool {
	t := &s.Tokens[i]
	return t.Shift != 0 || t.Cue&(text.CueRelate|text.CueModal) != 0 || s.causes(i)
}

// befallsSubject says whether the hypothesis tells what becomes of its subject, as "does A decline with age" and "is A reduced by B" do: less of it is then
// what is asked about.
func (h *Hypothesis) befallsSubject() bool {
	if h.relation < 0 || h.Tokens[h.relation].Shift == 0 {
		return false
	}
	return h.passive() || h.relation+1 < len(h.Tokens) && bringing[h.Tokens[h.relation+1].Word]
}

// besideTerm says whether one of the terms is at token j or a word of content beyond.
func (s *Sight) besideTerm(j, step int, terms uint64, c text.Span) bool {
	of := func(j int) bool { return j >= c.First && j < c.End && s.term[j] >= 0 && terms>>s.term[j]&1 != 0 }
	return of(j) || j >= c.First && j < c.End && s.term[j] < 0 && s.content(j) && of(j+step)
}

// amountOf says whether one of the terms or its amount stands at token j: "salt", "levels of salt". A lower dose is not less of what it is a dose of.
func (s *Sight) amountOf(j int, terms uint64, c text.Span) bool {
	if j >= c.End || measured[s.Tokens[j].Word] || bodily[s.Tokens[j].Word] {
		return false
	}
	if s.term[j] < 0 && amounting[s.Tokens[j].Word] {
		for j++; j < c.End && ofWhich[s.Tokens[j].Word]; {
			j++
		}
	}
	return s.besideTerm(j, 1, terms, c)
}

// bodily are parts of which there is a lower one.
var bodily = wordSet(`limb limbs extremity extremities leg legs back jaw lip lobe eyelid body abdomen respiratory urinary gastrointestinal digestive airway
	airways genital spine bound limit class classes third half part`)

// lackOf says whether the word for a lack at token i speaks of one of the terms: it stands right behind one, or little ahead of one with at
// most one word of content between. "Without" speaks of what follows, "is absent" of what stands
// ahead, "low-fat" of the fat alone and "low-dose" of nothing.
func (s *Sight) lackOf(i int, terms uint64, c text.Span) bool {
	of := func(j int) bool { return s.term[j] >= 0 && terms>>s.term[j]&1 != 0 }
	if s.Tokens[i].Word == wordLow && s.Gap(i) == "-" && i+1 < c.End {
		return of(i+1) && !measured[s.Tokens[i+1].Word]
	}
	switch w := s.Tokens[i].Word; {
	case w == wordAnti:
		return s.Gap(i) == "-" && i+1 < c.End && of(i+1) // "anti-TNF"
	case w == wordLittle:
		return i+1 < c.End && of(i+1) && (i == c.First || !articles[s.Tokens[i-1].Word]) // "little support", not "a little support" or "little effect of A"
	case w == wordAgainst:
		return i > c.First && antibodies[s.Tokens[i-1].Word] && i+1 < c.End && of(i+1)
	}
	if s.Tokens[i].Word == wordAbsent && i+1 < c.End && s.Tokens[i+1].Word == wordFrom && s.hasObject(i+1, c.End) {
		return false // "absent from the nucleus" denies that it is there
	}
	if s.Tokens[i].Word == wordStopped {
		return i+1 < c.End && of(i+1) // "who stopped A", not "A stopped the bleeding"
	}
	if s.removes(i, c) || s.h.befallsSubject() && isLack(&s.h.Reading, s.h.relation) && s.behindBe(i, c) {
		return false
	}
	for j := i - 1; s.Tokens[i].Word != wordWithout && j >= max(c.First, i-lackReach); j-- {
		if of(j) {
			return true
		}
		if s.Tokens[j].Cue&text.CueStop == 0 || s.Tokens[j].Word == wordBy {
			break
		}
	}
	if s.Tokens[i].Word == wordAbsent && i > 0 && s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive != 0 {
		return false
	}
	if agents[s.Tokens[i].Word] && i+1 < len(s.Tokens) && s.Tokens[i+1].Cue&text.CueStop == 0 {
		return false // "the antagonist A" is A
	}
	other := false
	for j := i + 1; j < min(c.End, i+1+lackReach); j++ {
		switch {
		case strings.Contains(s.Gap(j-1), ","):
			return false
		case of(j):
			return true
		case s.term[j] >= 0 || s.Tokens[j].Word == wordBy || s.content(j) && other:
			return false
		}
		other = other || s.content(j)
	}
	return false
}

// antibodies are words for what takes away the one thing that it is against.
var antibodies = wordSet(`vaccination vaccinations vaccine vaccines immunization immunisation antibody antibodies antiserum sirna sirnas shrna shrnas`)

var wordAnti = text.Hash([]byte("anti"))

// removes says whether token i tells that something takes away what follows: "charcoal removed little of the lead".
func (s *Sight) removes(i int, c text.Span) bool {
	if s.Tokens[i].Word != wordRemoved || i+1 >= c.End || i == c.First || s.Gap(i-1) != " " || s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive != 0 {
		return false
	}
	next := &s.Tokens[i+1]
	return next.Cue&text.CueStop == 0 || articles[next.Word]
}

// agents are those of the words that name what brings a lack about, and not the lack.
var agents = wordSet(`inhibitor inhibitors antagonist antagonists`)

// measured are words for how much there is of something, which "low-" makes no lack of it.
var measured = wordSet(`dose doses dosage intensity risk income grade level frequency energy pressure density temperature cost quality molecular
	resource dimensional lying`)

var (
	wordBy, wordLow          = text.Hash([]byte("by")), text.Hash([]byte("low"))
	wordRemoved, wordStopped = text.Hash([]byte("removed")), text.Hash([]byte("stopped"))
)
