package sentence

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// repeats is 1 where a clause says most of the object again, [BesideShare] where it does so and lacks what is asked, -1 where a negation denies it, for which
// the work may tell the rest of it, 0 where it says too little.
func (s *Sight) repeats(c text.Span) float64 {
	object := s.h.sense.object
	held, most := s.held(c.First, c.End), repeatsAll*s.h.weigh(object)
	if s.h.weigh((held|s.ofWork)&object) < most {
		return 0
	}
	if turned := s.opposed(c.First, c.End) & (object | s.h.sense.verb); turned != 0 {
		return -truth(turned&(turned-1) == 0 && s.h.weigh((held|turned)&object) >= most)
	}
	if s.goesWithout(c, object) {
		return -1
	}
	for _, d := range s.denials {
		if d.token < c.First || d.token >= c.End {
			continue
		}
		if s.held(d.scope.First, d.scope.End)&(object|s.h.sense.verb) != 0 && !s.elsewhere(d.token) || s.comesNotAbout(d) && s.hasObject(c.First, d.token) {
			return -1
		}
	}
	said := truth(s.h.weigh(held&object) >= most && s.nothingReplaced(c) && s.graded(c) && (s.h.limited() < 0 || s.limits()))
	if s.leavesVerb() {
		return said * BesideShare
	}
	return said
}

// leavesVerb says whether the sentence does not hold what a question asks of its subject, but for words that it is there at all, as "present" of "is it present
// in": that it is "made in the liver" does not say "stored in the liver".
func (s *Sight) leavesVerb() bool {
	left := s.h.sense.verb &^ s.Held()
	return left != 0 && !occurring[s.h.Tokens[s.h.terms[bits.TrailingZeros64(left)].token].Word]
}

// goesWithout says whether "without" stands ahead of one of the terms in a clause, and not in the hypothesis: "proceeds without palladium".
func (s *Sight) goesWithout(c text.Span, terms uint64) bool {
	for i := c.First; i+1 < c.End; i++ {
		if k := s.term[i+1]; s.Tokens[i].Word == wordWithout && k >= 0 && terms>>k&1 != 0 {
			return !slices.ContainsFunc(s.h.Tokens, func(t text.Token) bool { return t.Word == wordWithout })
		}
	}
	return false
}

// Words for what comes about or is there to be seen.
var occurring = wordSet(`observed seen found detected noted recorded evident apparent present occur occurs occurred`)

// comesNotAbout says whether a negation denies what stands ahead of it: "was not observed", "did not occur", "is absent".
func (s *Sight) comesNotAbout(d denial) bool {
	if missing[s.Tokens[d.token].Word] {
		return d.token > 0 && s.h.vocabulary.kinds.Of(s.Tokens[d.token-1].Word)&kindPassive != 0
	}
	return d.token+1 < len(s.Tokens) && s.Tokens[d.token].Cue&text.CueStop != 0 && occurring[s.Tokens[d.token+1].Word] && s.Tokens[d.token].Word != wordNo
}

// Words behind a form of "be" for what is not there.
var missing = wordSet(`absent lacking missing undetected undetectable`)

// Verbs for what befalls somebody.
var befalling = wordSet(`had has have having developed develops develop experienced experiences experience suffered suffers suffer showed shows show
	contracted got acquired`)

// Words for whom something may befall.
var somebody = wordSet(`patient patients participant participants subject subjects woman women man men child children person people animal animals mouse mice
	rat rats case cases volunteer volunteers user users one recipient recipients`)

// noneHas says whether a clause tells that nobody had the object: "had no marnosis", "none of them developed marnosis".
func (s *Sight) noneHas(c text.Span) bool {
	had, no := false, false
	for i := c.First; i < c.End; i++ {
		k, w := s.term[i], s.Tokens[i].Word
		switch {
		case befalling[w]:
			had = true
		case noneWords[w], w == wordNo && (had || i+1 < c.End && somebody[s.Tokens[i+1].Word]):
			no = true
		case k >= 0 && s.h.sense.noun>>k&1 != 0 && had && no:
			return i+1 == c.End || s.term[i+1] >= 0 || s.Tokens[i+1].Cue&text.CueStop != 0
		case had && no && s.Tokens[i].Shift != 0:
			return false // "had no less marnosis"
		}
	}
	return false
}

// nothingReplaced says whether a clause holds every name and number of the object, and nothing else in the place of its other words.
func (s *Sight) nothingReplaced(c text.Span) bool {
	held := s.held(c.First, c.End)
	for k := range s.h.terms {
		t := &s.h.terms[k]
		if s.h.sense.object>>k&1 == 0 || held>>k&1 != 0 {
			continue
		}
		if t.entity || !math.IsNaN(t.number) || s.inPlace(k) >= 0 {
			return false
		}
	}
	return true
}

// graded says whether a clause holds the words for how much or how great that stand ahead of words of the object: "in patients with low counts".
func (s *Sight) graded(c text.Span) bool {
	for k := range s.h.terms {
		i := s.h.terms[k].token
		if s.h.sense.object>>k&1 == 0 || i == 0 || grades[s.h.Tokens[i-1].Word] == 0 || i-1 == s.h.relation {
			continue
		}
		own := grades[s.h.Tokens[i-1].Word]
		if !slices.ContainsFunc(s.Tokens[c.First:c.End], func(t text.Token) bool { return grades[t.Word]*own > 0 && !bounding[t.Word] }) {
			return false
		}
	}
	return true
}

// Words ahead of numbers that grade nothing: "at least 300".
var bounding = wordSet(`least most more less`)

// limits says whether the sentence leaves others out, too: "only", "alone".
func (s *Sight) limits() bool {
	for i := range s.Tokens {
		if excluding[s.Tokens[i].Word] {
			return true
		}
	}
	return false
}

// Words for what goes on, and for what comes to an end or brings it about.
var (
	lasting = wordSet(`survive survives survived persist persists persisted endure endures endured outlast outlasts outlasted`)
	ending  = wordSet(`abolish abolishes abolished eliminate eliminates eliminated erase erases erased disappear disappears disappeared vanish vanishes vanished
		fade fades faded cease ceases ceased attenuate attenuates attenuated dissipate dissipates dissipated wane wanes waned lost destroyed destroys`)
)

// goesOn returns the first token of the hypothesis that tells that something goes on; -1: none.
func (h *Hypothesis) goesOn() int {
	for i := range h.Tokens {
		if lasting[h.Tokens[i].Word] {
			return i
		}
	}
	return -1
}

// ends is 1 where a clause tells that what the hypothesis speaks of goes on, -1 where it comes to an end, 0 where it tells neither.
func (s *Sight) ends(c text.Span) float64 {
	for i := c.First; i < c.End; i++ {
		way := truth(lasting[s.Tokens[i].Word]) - truth(ending[s.Tokens[i].Word])
		if way != 0 && denied(s.denials, i) {
			return -way
		}
		if way != 0 {
			return way
		}
	}
	return 0
}
