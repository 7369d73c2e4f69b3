package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// How many words ahead of a change may stand what raises or lowers it.
const governing = 4

// raisedBeside says whether token i is a change that is raised or lowered itself, beside the object: "growth" of "reduces growth and egg production".
func (s *Sight) raisedBeside(i int, c text.Span) bool {
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

// qualifies says whether token i only tells which effect another word strengthens or weakens: "strengthen the negative effect of heat".
func (s *Sight) qualifies(i int, c text.Span) bool {
	if !signs[s.Tokens[i].Word] || i+1 >= c.End || s.Tokens[i+1].Cue&text.CueRelate == 0 {
		return false
	}
	for j := max(c.First, i-2); j < i; j++ {
		if s.Tokens[j].Shift != 0 {
			return true
		}
	}
	return false
}

// Words behind "more" or "less" for how much there is of something.
var common = wordSet(`common commonly prevalent widespread`)

// Words for which way an effect goes, and those of them for a bad one.
var (
	signs = wordSet(`negative positive adverse inverse harmful beneficial protective`)
	bad   = wordSet(`negative adverse inverse harmful`)
)

// elsewhereBound says whether the word at token i bears on something else that stands between it and the object, as "increased" does in
// "increased mortality in lung cancer" for "lung cancer".
func (s *Sight) elsewhereBound(i int, c text.Span) bool {
	foreign, behind := false, s.h.weigh(s.held(i+1, c.End)&s.h.sense.object) > 0
	if s.compound(i) || s.h.undone() && s.passiveBy(i) {
		return false
	}
	next := i + 1
	for means := i > c.First && s.Tokens[i-1].Word == wordBy; means && next < c.End && articles[s.Tokens[next].Word]; {
		next++ // "by inhibiting the initiation"
	}
	if !behind && next < c.End && s.term[next] < 0 && s.content(next) && math.IsNaN(s.Tokens[next].Number) {
		return true // it has an object of its own: "lost weight"
	}
	if s.othersDo(i, c) || s.furtherVerb(i, c) || s.leavesTo(i, c) || s.leftFor(i, c) {
		return true
	}
	for j := i + 1; j < c.End; j++ {
		switch k := s.term[j]; {
		case k >= 0 && s.h.sense.object>>k&1 != 0:
			return false
		case k < 0 && s.content(j) && math.IsNaN(s.Tokens[j].Number) && !controls[s.Tokens[j].Word] && !s.likenedTo(j) && !(common[s.Tokens[j].Word] && s.Tokens[j-1].Shift != 0):
			foreign = true
		case foreign && placing[s.Tokens[j].Word]:
			return s.h.weigh(s.held(j, c.End)&s.h.sense.object) > 0 && s.h.weigh(s.held(c.First, i)&s.h.sense.object) == 0
		}
	}
	return false
}

// likenedTo says whether token i is only what something is likened to or compared with: "as effective as B", "not inferior to B".
func (s *Sight) likenedTo(i int) bool {
	switch w := s.Tokens[i-1].Word; {
	case w == wordAs, w == wordThan:
		return true
	case w == wordTo && i > 1:
		return s.alike(i-2) || s.Tokens[i-2].Word == wordInferior
	}
	return false
}

// othersDo says whether what stands right ahead of token i is another subject, joined to a statement about that of the hypothesis by "and".
func (s *Sight) othersDo(i int, c text.Span) bool {
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
			return s.hasSubject(c.First, k)
		}
	}
	return false
}

// behindAnother says whether another thing or a relative clause stands between the object and a change behind it: "loss" of "effacement and protein
// loss", "protection" of "antibodies that gave protection".
func (s *Sight) behindAnother(i int, c text.Span) bool {
	if s.Tokens[i].Shift == 0 {
		return false
	}
	foreign := false
	for j := i - 1; j >= c.First; j-- {
		w := s.Tokens[j].Word
		switch k := s.term[j]; {
		case k >= 0 && s.h.sense.object>>k&1 != 0:
			return false
		case k >= 0:
			foreign = false
		case relative[w] && w != wordWho || foreign && w == wordAnd:
			return s.hasObject(c.First, j) && !s.hasObject(i+1, c.End)
		}
		foreign = foreign || s.term[j] < 0 && s.content(j)
	}
	return false
}

// leavesTo says whether token i has an object of its own, and another verb behind "and" brings about that of the hypothesis: "reduces scars and
// causes acne".
func (s *Sight) leavesTo(i int, c text.Span) bool {
	for j := i + 1; j+1 < c.End; j++ {
		if k := s.term[j]; k >= 0 && s.h.sense.object>>k&1 != 0 {
			return false
		}
		if w := s.Tokens[j].Word; w == wordAnd && s.causes(j+1) {
			return j > i+1
		}
	}
	return false
}

// furtherVerb says whether token i is a second verb with an object of its own, of which the rest tells no more of the object of the hypothesis than the
// words ahead do: "sensitizes" of "slows the release of calcium and sensitizes muscle to calcium".
func (s *Sight) furtherVerb(i int, c text.Span) bool {
	object := s.h.sense.object
	if i-1 <= c.First || s.Tokens[i-1].Word != wordAnd || s.h.weigh(s.held(c.First, i)&object) < s.h.weigh(s.held(i+1, c.End)&object) {
		return false
	}
	for j := i + 1; j < c.End; j++ {
		if s.Tokens[j].Cue&text.CueStop == 0 {
			return s.term[j] < 0 && s.content(j)
		}
	}
	return false
}

// leftFor says whether the object stands only behind another participle than token i, with a place or a doer of its own: "made in the liver and excreted by
// the kidneys" for the kidneys.
func (s *Sight) leftFor(i int, c text.Span) bool {
	own := s.held(c.First, i) & s.h.sense.object
	for j := i + 1; j+1 < c.End; j++ {
		if k := s.term[j]; k >= 0 && s.h.sense.object>>k&1 != 0 {
			return false
		}
		next := j + 1
		if next+1 < c.End && s.adverb(next) || next+1 < c.End && s.Tokens[next].Cue&text.CueStop != 0 {
			next++
		}
		if s.Tokens[j].Word == wordAnd && s.past(next) && (s.past(i) || s.behindBe(i, c)) && s.term[next] < 0 {
			return own == 0 && j > i+1 && s.hasObject(next, c.End)
		}
	}
	return false
}

// growsUnder says whether token i is a noun for a change of the object which another change ahead of both raises or lowers: "growth" of "inhibits the
// endometrial cancer cell growth".
func (s *Sight) growsUnder(i int, c text.Span) bool {
	if s.Tokens[i].Shift <= 0 || s.past(i) || s.term[i] >= 0 {
		return false
	}
	for j := i - 1; j >= c.First; j-- {
		switch t := &s.Tokens[j]; {
		case t.Shift != 0 && s.term[j] < 0:
			return j < i-1 && s.hasObject(j+1, i)
		case t.Cue&text.CueStop != 0 && !ofWhich[t.Word]:
			return false
		}
	}
	return false
}

// onlyDescribed says whether the object only tells what something that stands between it and token i is typical of: "deposition into the plaques
// characteristic of B".
func (s *Sight) onlyDescribed(i int, c text.Span) bool {
	for j := i + 1; j+2 < c.End; j++ {
		if typical[s.Tokens[j].Word] && s.Tokens[j+1].Word == wordOf {
			return s.h.sense.acts() && !s.hasObject(c.First, j) && s.hasObject(j+2, c.End)
		}
	}
	return false
}

var typical = wordSet(`characteristic typical hallmark indicative suggestive reminiscent`)

// risesItself says whether token i tells that there is more of the subject, and a change behind it what became of the object: "A increased by 20 % and was
// correlated with a decrease in B".
func (s *Sight) risesItself(i int, c text.Span) bool {
	if s.Tokens[i].Shift <= 0 || i == c.First || i+1 >= c.End || !s.hasSubject(i-1, i) || !s.h.sense.acts() {
		return false
	}
	if next := &s.Tokens[i+1]; math.IsNaN(next.Number) && next.Word != wordAnd && next.Word != wordBy {
		return false
	}
	for j := i + 2; j < c.End && !s.hasObject(j, j+1); j++ {
		if s.Tokens[j].Shift != 0 {
			return true
		}
	}
	return false
}

// ofAnother says whether another cause than the subject has the change at token i, where a clause tells two of them: "falls" of "rises with age and
// falls with exercise", where age is the subject.
func (s *Sight) ofAnother(i int, c text.Span) bool {
	if s.Tokens[i].Shift == 0 || i+1 >= c.End || s.Tokens[i+1].Word != wordWith {
		return false
	}
	for j := i + 2; j+2 < c.End; j++ {
		if s.changesWith(j, c) {
			return s.bySubject(j+2, c.End) && !s.bySubject(i+2, j)
		}
	}
	for j := i - 2; s.changesWith(i-1, c) && j > c.First; j-- {
		if s.Tokens[j].Shift != 0 && s.Tokens[j+1].Word == wordWith {
			return s.bySubject(j+2, i-1) && !s.bySubject(i+2, c.End)
		}
	}
	return false
}

// ofOtherPlace says whether the change at token i is told of another place or group than that of the hypothesis, of which a change behind or ahead of "and"
// is told: "fell in men and rose in women".
func (s *Sight) ofOtherPlace(i int, c text.Span) bool {
	var places uint64
	for k := range s.h.terms {
		if s.h.sense.object&^s.h.sense.noun>>k&1 != 0 && s.h.placed(k) {
			places |= 1 << k
		}
	}
	if s.Tokens[i].Shift == 0 || places == 0 {
		return false
	}
	for j := c.First + 1; j+1 < c.End; j++ {
		if (s.Tokens[j].Word == wordAnd || s.Tokens[j].Word == wordBut) && s.Tokens[j+1].Shift != 0 && s.past(j+1) {
			own, other := s.held(c.First, j)&places, s.held(j, c.End)&places
			if i > j {
				own, other = other, own
			}
			return own == 0 && other != 0
		}
	}
	return false
}

// changesWith says whether token i is the "and" of "and falls with".
func (s *Sight) changesWith(i int, c text.Span) bool {
	return i >= c.First && i+2 < c.End && s.Tokens[i].Word == wordAnd && s.Tokens[i+1].Shift != 0 && s.Tokens[i+2].Word == wordWith
}

// bySubject says whether tokens [first, end) hold anything of the subject, and not its lack where the hypothesis speaks of none.
func (s *Sight) bySubject(first, end int) bool {
	return s.hasSubject(first, end) && s.lacks(s.h.sense.subject, text.Span{First: first, End: end}) == s.h.sense.lacks
}

// hasSubject says whether tokens [first, end) hold anything of the subject.
func (s *Sight) hasSubject(first, end int) bool { return s.held(first, end)&s.h.sense.subject != 0 }

// hasObject says whether some tokens hold a word of the object.
func (s *Sight) hasObject(first, end int) bool { return s.held(first, end)&s.h.sense.object != 0 }

// onlyAmong says whether the subject only tells in whom another cause ahead of it does what token i tells: "lowering blood pressure in people with
// hypertension reduced".
func (s *Sight) onlyAmong(i int, c text.Span) bool {
	h, with := &s.h.sense, -1
	for j := c.First + 2; j < i && with < 0; j++ {
		if s.Tokens[j].Word == wordWith && somebody[s.Tokens[j-1].Word] && placing[s.Tokens[j-2].Word] {
			with = j
		}
	}
	if with < 0 || !h.acts() || s.hasSubject(c.First, with) || !s.hasSubject(with, i) || s.hasSubject(i, c.End) || s.hasObject(c.First, i) {
		return false
	}
	for j := c.First; j < with-2; j++ {
		if s.term[j] < 0 && s.content(j) {
			return true
		}
	}
	return false
}

var wordWith = text.Hash([]byte("with"))

var placing = wordSet(`in among with for from at during within`)
