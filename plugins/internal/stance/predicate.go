package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// predicate returns what a clause says of the object, by the word nearest to it that tells one; of a verb that no list knows, by whether the
// clause denies it.
func (s *sight) predicate(c text.Span, lacks bool) says {
	best, said := 1<<20, says{}
	if s.h.sense.bond == bondOther {
		return says{way: s.repeats(c)}
	}
	if s.h.sense.bond == bondNeed && lacks && s.failsIn(c) {
		return says{fails: true}
	}
	for i := c.First; i < c.End; i++ {
		p, tells := s.tell(i, c)
		if !tells || s.reversed(i, c) || s.h.sense.bond == bondNeed && !lacks && p.need == 0 && !p.null || s.elsewhereBound(i, c) || s.raisedBeside(i, c) {
			continue
		}
		if b := s.h.sense.bond; p.null && (b == bondSame || b == bondFavour && p.favour == 0) {
			return p // "equally effective": what tells alike says all; and so does "no difference" of what was tested for its effect
		}
		away := s.away(i, c)
		if p.way == 0 && p.need == 0 {
			away += linkAway
		}
		if away < best {
			best, said = away, p
		}
	}
	return said
}

// How many words ahead of a change may stand what raises or lowers it.
const governing = 4

// raisedBeside says whether token i is a change that is raised or lowered itself, beside the object: "growth" of "reduces growth and egg production".
func (s *sight) raisedBeside(i int, c text.Span) bool {
	if s.Tokens[i].Shift == 0 || i+2 >= c.End || s.Tokens[i+2].Shift != 0 || s.Tokens[i+1].Word != wordAnd && s.Tokens[i+1].Word != wordOr {
		return false
	}
	for j := max(c.First, i-governing); j < i; j++ {
		if s.Tokens[j].Shift != 0 {
			return true
		}
	}
	return false
}

// failsIn says whether a clause denies that the object comes about: "failed to form", "not one developed".
func (s *sight) failsIn(c text.Span) bool {
	for _, d := range s.denials {
		if d.token >= c.First && d.token < c.End && !lacking[s.Tokens[d.token].Word] {
			return true
		}
	}
	return false
}

// repeats is 1 where a clause says most of the object again, -1 where a negation denies it, for which the work may tell the rest of it, 0 where
// it says too little.
func (s *sight) repeats(c text.Span) float64 {
	object := s.h.sense.object
	held, most := s.held(c.First, c.End), repeatsAll*s.h.weigh(object)
	if s.h.weigh((held|s.ofWork)&object) < most {
		return 0
	}
	for _, d := range s.denials {
		if d.token < c.First || d.token >= c.End {
			continue
		}
		if s.held(d.scope.First, d.scope.End)&object != 0 && !s.elsewhere(d.token) || s.comesNotAbout(d) && s.held(c.First, d.token)&object != 0 {
			return -1
		}
	}
	return truth(s.h.weigh(held&object) >= most)
}

// Words for what comes about or is there to be seen.
var occurring = wordSet(`observed seen found detected noted recorded evident apparent present occur occurs occurred`)

// comesNotAbout says whether a negation denies what stands ahead of it: "was not observed", "did not occur", "is absent".
func (s *sight) comesNotAbout(d denial) bool {
	if s.Tokens[d.token].Word == wordAbsent {
		return d.token > 0 && s.h.vocabulary.kinds[s.Tokens[d.token-1].Word]&kindPassive != 0
	}
	return d.token+1 < len(s.Tokens) && s.Tokens[d.token].Cue&text.CueStop != 0 && occurring[s.Tokens[d.token+1].Word] && s.Tokens[d.token].Word != wordNo
}

// elsewhereBound says whether the word at token i bears on something else that stands between it and the object, as "increased" does in
// "increased mortality in lung cancer" for "lung cancer".
func (s *sight) elsewhereBound(i int, c text.Span) bool {
	foreign, behind := false, s.h.weigh(s.held(i+1, c.End)&s.h.sense.object) > 0
	if !behind && i+1 < c.End && s.term[i+1] < 0 && s.content(i+1) && math.IsNaN(s.Tokens[i+1].Number) {
		return true // it has an object of its own: "lost weight"
	}
	if s.othersDo(i, c) {
		return true
	}
	for j := i + 1; j < c.End; j++ {
		switch k := s.term[j]; {
		case k >= 0 && s.h.sense.object>>k&1 != 0:
			return false
		case k < 0 && s.content(j):
			foreign = true
		case foreign && placing[s.Tokens[j].Word]:
			return s.h.weigh(s.held(j, c.End)&s.h.sense.object) > 0 && s.h.weigh(s.held(c.First, i)&s.h.sense.object) == 0
		}
	}
	return false
}

// othersDo says whether what stands right ahead of token i is another subject, joined to a statement about that of the hypothesis by "and".
func (s *sight) othersDo(i int, c text.Span) bool {
	j := i - 1
	for j > c.First && s.Tokens[j].Cue&text.CueStop != 0 && s.Tokens[j].Word != wordAnd {
		j--
	}
	if j-1 <= c.First || s.term[j] >= 0 || !s.content(j) {
		return false
	}
	for j--; j > c.First && s.Tokens[j].Word != wordAnd; j-- {
		if s.term[j] >= 0 || j < i-5 {
			return false
		}
	}
	for k := j - 1; k >= c.First; k-- {
		if _, tells := s.tell(k, c); tells {
			return s.held(c.First, k)&s.h.sense.subject != 0
		}
	}
	return false
}

var placing = wordSet(`in among with for from at during within`)

// linkAway is how many words farther a word without a way seems than one with: "associated with reduced risk" tells a way.
const linkAway = 4

// tell returns what token i says, if anything.
func (s *sight) tell(i int, c text.Span) (p says, tells bool) {
	t := &s.Tokens[i]
	no := s.denies(i, c) || s.slight(i)
	if t.Word == wordWithout || s.asked(i) || t.Word == wordRare && i > c.First && articles[s.Tokens[i-1].Word] {
		return p, false // "a rare disorder of copper" tells nothing of copper
	}
	if s.term[i] >= 0 && (s.h.sense.subject|s.h.sense.object)>>s.term[i]&1 != 0 || lacking[t.Word] && s.lackOf(i, s.h.sense.subject, c) {
		return p, false
	}
	switch {
	case t.Cue&text.CueNeed != 0 || t.Stem == stemDepend:
		p.need = 1 - 2*truth(no)
	case s.alike(i):
		p.null = !no || t.Word == wordInferior
		return p, p.null
	case (t.Word == wordIndependent || t.Word == wordIndependently) && i+1 < c.End && s.Tokens[i+1].Word == wordOf:
		p.null = !no
		return p, !no
	case s.nothing(i, no):
		p.null = true
		return p, true
	case t.Word == wordUnrelated:
		p.link = s.anti > 0 && !no // its contrary stands in the hypothesis, and the caller turns what is read
		return p, p.link
	case unlike[t.Word]:
		return p, false
	case s.h.sense.bond == bondNeed && keeping[t.Word], s.h.sense.bond == bondWay && s.h.sense.way < 0 && unharmed[t.Word]:
		p.null = !no
		return p, !no
	case t.Shift != 0:
		p.way, p.null = float64(t.Shift), no
	case s.causes(i):
		p.cause, p.null = !no, no
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0 && s.h.sense.bond != bondFavour && !(s.h.sense.bond == bondSame && t.Cue&text.CueFavour != 0):
		p.link, p.null = !no, no
	case t.Cue&text.CueFavour != 0, t.Word == wordChoice && i > 0 && (s.Tokens[i-1].Word == wordFirst || s.Tokens[i-1].Word == wordOf):
		p.favour = 1 - 2*truth(no) // "the drug of first choice", "the treatment of choice"
	case t.Cue&text.CueDisfavour != 0:
		p.favour = 2*truth(no) - 1
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0:
		p.link, p.null = !no, no
	default:
		return p, false
	}
	return p, true
}

// Words for so little that it counts as none.
var slightly = wordSet(`little minimal negligible scant trivial`)

// slight says whether token i is an effect of no account: "little effect", "a negligible influence".
func (s *sight) slight(i int) bool {
	return i > 0 && slightly[s.Tokens[i-1].Word] && s.Tokens[i].Cue&(text.CueRelate|text.CueDiffer) != 0
}

// nothing says whether token i tells that nothing comes about or goes together: "unrelated", "no bearing on", "not observed".
func (s *sight) nothing(i int, no bool) bool {
	switch w := s.Tokens[i].Word; {
	case w == wordUnrelated:
		return !no && s.anti == 0
	case w == wordBearing:
		return no
	default:
		return no && occurring[w] && s.comesNotAbout(denial{token: i - 1})
	}
}

// Words for what goes on as before.
var keeping = wordSet(`occur occurs occurred develop develops developed form forms formed proceed proceeds proceeded arise arises arose continue
	continues continued normal normally intact persist persists persisted preserved retained unimpaired unabated`)

// Words for what nothing was taken from.
var unharmed = wordSet(`intact unimpaired preserved retained unharmed undamaged unscathed viable potent`)

// asked says whether token i is of what a study asked, not of what it found: behind "whether", with no "found" or "showed" between.
func (s *sight) asked(i int) bool {
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
func (s *sight) denies(i int, c text.Span) bool {
	if i+1 < c.End && (s.Tokens[i+1].Word == wordNeither || s.Tokens[i+1].Word == wordNone) {
		return true
	}
	for k := range s.denials {
		d := &s.denials[k]
		if i >= d.scope.First && i < d.scope.End && !(lacking[s.Tokens[d.token].Word] && s.lackOf(d.token, s.h.sense.subject, c)) {
			return true
		}
	}
	return false
}

var wordIndependent, wordIndependently, wordOf = text.Hash([]byte("independent")), text.Hash([]byte("independently")), text.Hash([]byte("of"))

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

var wordChoice, wordFirst = text.Hash([]byte("choice")), text.Hash([]byte("first"))

var stemDepend = stemOf("dependent")

// away returns how many words lie between token i and the nearest one of the object in the clause.
func (s *sight) away(i int, c text.Span) int {
	best := 1 << 10
	for j := c.First; j < c.End; j++ {
		if k := s.term[j]; k >= 0 && s.h.sense.object>>k&1 != 0 {
			best = min(best, max(i-j, j-i))
		}
	}
	return best
}
