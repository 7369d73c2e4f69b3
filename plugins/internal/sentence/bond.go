package sentence

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// bondAt returns how the relating word joins the subject of a sense to its object, and the way: 1 up, -1 down, 0 none.
func (h *Hypothesis) bondAt(own *Sight, s *sense) (bond, float64) {
	if h.relation < 0 {
		return bondOther, 0
	}
	if bond, way, is := h.bondBy(own, s); is {
		return bond, way
	}
	object, t := s.object, &h.Tokens[h.relation]
	switch k := h.vocabulary.kinds.Of(t.Word); {
	case t.Cue&text.CueNeed != 0:
		return bondNeed, 1
	case worsens[t.Word]: // more of an ill, less of all else
		return bondWay, 2*truth(h.ill(object)) - 1
	case k&kindCause != 0:
		return bondCause, 1
	case harmful[t.Word]:
		return bondFavour, -1
	case meritOf(&h.Reading, h.relation) != meritNone:
		return bondFavour, 1
	case t.Cue&text.CueFavour != 0:
		return bondFavour, 1
	case t.Cue&text.CueDisfavour != 0:
		return bondFavour, -1
	case t.Cue&(text.CueRelate|text.CueDiffer) != 0:
		return bondLink, 0
	}
	return bondOther, 0
}

// bondBy returns the bond and the way where a direction word tells them, or a verb for an effect that may go either way: "affects weight loss". A word for
// the absence of the subject does not count as a direction: "caused by a lack of A". False: no word tells them.
func (h *Hypothesis) bondBy(own *Sight, s *sense) (bond, float64, bool) {
	if h.independent() || steering[h.Tokens[h.relation].Word] {
		return bondLink, 0, true
	}
	if h.Tokens[h.relation].Word == wordDispensable {
		return bondNeed, 1, true
	}
	if way := h.changeDone(); way != 0 {
		return bondWay, way, true
	}
	for _, d := range h.directions {
		if d.token < h.relation || d.token > h.relation && d.token >= h.circumstance() || attributive(&h.Reading, d.token) || h.describes(d.token) || own.lackAt(d.token, s.subject) || own.held(d.token, d.token+1)&s.object != 0 {
			continue
		}
		way := d.shift
		if d.denied != (d.token == h.relation && improving[h.Tokens[d.token].Word] && h.nounIll(s.object)) {
			way = -way // "improves pain" is less of it
		}
		return bondWay, way, true
	}
	return bondOther, 0, false
}

// steers says whether the hypothesis tells that its subject changes its object, and not which way.
func (h *Hypothesis) steers() bool { return h.relation >= 0 && steering[h.Tokens[h.relation].Word] }

// Verbs and nouns that tell a change of what follows, and not which way it goes.
var steering = wordSet(`affect affects affected affecting effect effects influence influences influenced influencing regulate regulates regulated regulating alter alters
	altered modify modifies modified impact impacts`)

// independent says whether the hypothesis says that one thing does not depend on another: "is A independent of B".
func (h *Hypothesis) independent() bool {
	i := h.relation
	return i >= 0 && i+1 < len(h.Tokens) && h.Tokens[i].Word == wordIndependent && h.Tokens[i+1].Word == wordOf
}

var wordDown, wordSyndrome = text.Hash([]byte("down")), text.Hash([]byte("syndrome"))

var wordDispensable = text.Hash([]byte("dispensable"))

// changeDone returns the way of the change that is brought about by something, -1 of "is weight loss caused by A"; 0: the hypothesis names none so.
func (h *Hypothesis) changeDone() float64 {
	if !h.doneBy(h.relation) || h.vocabulary.kinds.Of(h.Tokens[h.relation].Word)&kindCause == 0 {
		return 0
	}
	way := 0.0
	for _, d := range h.directions {
		if d.token > h.relation {
			break
		}
		if h.Tokens[d.token].Word == wordDown && h.Tokens[d.token+1].Word == wordSyndrome {
			continue
		}
		if way == 0 {
			way = 1
		}
		way *= d.shift
	}
	return way
}

// describes says whether a word behind the relating one only tells a kind or a state of what follows: "tumour-suppressive" of "regulates tumour-suppressive RNA".
func (h *Hypothesis) describes(i int) bool {
	t := &h.Tokens[i]
	if i > h.relation && stateful[t.Word] && i+1 < len(h.Tokens) && h.Tokens[i+1].Cue&text.CueStop == 0 {
		return true
	}
	if i == h.relation || signs[t.Word] || i+1 >= len(h.Tokens) || h.Tokens[i+1].Cue&text.CueStop != 0 {
		return false
	}
	w := h.Text[t.From:t.To]
	return strings.HasSuffix(w, "ive") || strings.HasSuffix(w, "ory")
}

// Participles for the state of what follows: "the repair of damaged lysosomes".
var stateful = wordSet(`damaged impaired injured weakened delayed disrupted degraded`)
