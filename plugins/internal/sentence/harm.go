package sentence

import (
	"math/bits"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// harms says whether the change that the hypothesis tells is for better or worse by itself, and not one of an amount: "damage", "protects".
func (h *Hypothesis) harms() bool {
	for _, d := range h.directions {
		if d.token >= h.relation && (h.vocabulary.kinds.Of(h.Tokens[d.token].Word)&kindBad != 0 || bettering[h.Tokens[d.token].Word]) {
			return true
		}
	}
	return false
}

// asksRisk says whether the hypothesis says that its subject is a factor of a risk.
func (h *Hypothesis) asksRisk() bool {
	i := h.relation
	return i >= 0 && i+1 < len(h.Tokens) && h.Tokens[i].Word == wordRisk && h.Tokens[i+1].Stem == stemFactor
}

// protects says whether the hypothesis says that its object fares better, as what is protected does.
func (h *Hypothesis) protects() bool { return h.relation >= 0 && bettering[h.Tokens[h.relation].Word] }

// Forms of the verb for what is made better: of an ill there is less then.
var improving = wordSet(`improve improves improved improving improvement improvements`)

// nounIll says whether the noun of an object is something bad. Resistance is, where it is that of germs or to a drug or insulin.
func (h *Hypothesis) nounIll(object uint64) bool {
	noun := h.nounOf(object)
	if noun == 0 {
		return false
	}
	t := &h.terms[bits.TrailingZeros64(noun)]
	if h.Tokens[t.token].Word == wordResistance {
		return t.token > 0 && ofDrugs[h.Tokens[t.token-1].Word]
	}
	return t.kind&kindBad != 0
}

var wordResistance, ofDrugs = text.Hash([]byte("resistance")), wordSet(`insulin drug multidrug antibiotic antimicrobial`)

// worse returns the way of a word for what is made worse or better, where the hypothesis says that something is: 0 of others. A worse ill is more of it, and what
// is asked to be improved is less of anything.
func (s *Sight) worse(t *text.Token) float64 {
	if s.h.relation < 0 {
		return 0
	}
	relation := s.h.Tokens[s.h.relation].Word
	if s.h.sense.bond == bondWay && s.h.nounIll(s.h.sense.object) && (improving[t.Word] || worsens[t.Word]) {
		return 2*truth(worsens[t.Word]) - 1
	}
	switch more := worsens[relation] && s.h.objectIll(); {
	case worsens[t.Word] && (worsens[relation] || bettering[relation]):
		return 2*truth(more) - 1
	case bettering[t.Word] && more:
		return -1
	}
	return 0
}

// ails says whether what token i brings about or raises is an ailment of the object: "causes lung injury" for "causes lung damage". What raises an ailment of what
// is to be protected goes the other way by itself.
func (s *Sight) ails(i int, c text.Span) bool {
	if s.h.sense.bond != bondWay || !s.h.harms() || s.Tokens[i].Shift != 0 && s.h.protects() {
		return false
	}
	for j := i + 1; j+1 < c.End; j++ {
		k, next := s.term[j], &s.Tokens[j+1]
		if k >= 0 && s.h.sense.object>>k&1 != 0 && s.term[j+1] < 0 && s.Gap(j) == " " && !resisting[next.Word] {
			return s.h.vocabulary.kinds.Of(next.Word)&kindBad != 0 || isAilment(lower(s.Text[next.From:next.To]))
		}
	}
	return false
}

// hardens says whether what token i brings about is that something withstands the object: "makes barley resistant to rust".
func (s *Sight) hardens(i int, c text.Span) bool {
	for j := i + 1; s.h.sense.acts() && j+1 < c.End; j++ {
		if w := s.Tokens[j].Word; s.term[j] < 0 && (resisting[w] || withstanding[w]) && s.Tokens[j+1].Word == wordTo && s.hasObject(j, c.End) {
			return true
		}
	}
	return false
}

// spares says whether what token i raises or lowers is resistance to the object or its absence, where the hypothesis speaks of the object itself: "drought
// tolerance", "relapse-free survival".
func (s *Sight) spares(i int, c text.Span) bool {
	for j := c.First; j+1 < c.End; j++ {
		k, next := s.term[j], s.Tokens[j+1].Word
		if k < 0 || s.h.sense.object>>k&1 == 0 || s.term[j+1] >= 0 {
			continue
		}
		if next == wordFree && s.Gap(j) == "-" || withstanding[next] && s.Gap(j) == " " && (j > i && j <= i+governs || j < i) {
			return true
		}
	}
	return false
}

var withstanding, wordFree = wordSet(`tolerance resistance`), text.Hash([]byte("free"))
