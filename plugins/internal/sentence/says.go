package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A says is what a clause tells of the object of the hypothesis.
type says struct {
	way    float64 // raises 1, lowers -1; 0 where it tells none
	fails  bool    // something does not come about
	null   bool    // nothing changes, differs or goes together
	link   bool    // things go together or change, no way told
	cause  bool    // one brings the other about
	linked bool    // the clause tells only that things go together
	chance bool    // it tells that they do so by chance or for another cause
	favour float64 // is good 1, bad -1
	need   float64 // is needed 1, is not -1

	outcome bool // the favour is that of an outcome
}

// judge compares what a clause says with what the hypothesis does; lacks says whether it says so of a lack of the subject.
func (h *sense) judge(p says, lacks bool) float64 {
	flip := 1.0
	if lacks != h.lacks {
		flip = -1
	}
	switch h.bond {
	case bondWay:
		if p.null {
			return -truth(p.way == 0 || p.way == h.way)
		}
		switch {
		case p.way != 0:
		case p.cause:
			p.way = 1
		case !lacks:
			p.way = p.need // who needs something has more with it
		}
		return p.way * h.way * flip
	case bondCause:
		switch {
		case p.null || p.chance:
			return -1
		case p.linked && p.way >= 0:
			return 0 // what goes together need not cause
		case p.cause:
			return flip
		case p.way == 0 && (!lacks || h.lacks):
			p.way = p.need
		}
		return p.way * flip
	case bondLink:
		if p.null {
			return -1
		}
		return truth(p.link || p.cause || p.way != 0 || p.need > 0)
	case bondNeed:
		switch {
		case p.need != 0:
			return p.need
		case p.null && !(lacks && p.fails):
			return -1
		case lacks:
			return truth(p.fails) - p.way
		}
		return 0
	case bondSame:
		if p.null {
			return 1
		}
		return -truth(p.way != 0 || p.link)
	case bondFavour:
		if p.null && p.favour == 0 {
			return -1
		}
		if p.outcome && p.way != 0 {
			return p.favour * h.way * flip
		}
		return p.favour * h.way
	}
	if flip < 0 {
		p.way = math.Trunc(p.way) // half a statement of a lack says nothing of what lacks
	}
	return p.way * flip // of another verb: 1 where the clause says it, -1 where it denies it
}

// links says whether a clause tells that things go together, and of no cause.
func (s *Sight) links(c text.Span) bool {
	linked := false
	for i := c.First; i < c.End; i++ {
		if s.causes(i) {
			return false
		}
		linked = linked || s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindLinked != 0
	}
	return linked
}

// Words for what makes things go together that do not cause each other.
var confounding = wordSet(`confounding confounded confounders confounder coincidental coincidence spurious noncausal`)

// confounds says whether a clause tells that things go together without one bringing about the other, and no negation denies that.
func (s *Sight) confounds(c text.Span) bool {
	linked, apart := false, false
	for i := c.First; i < c.End; i++ {
		linked = linked || s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindLinked != 0
		apart = apart || confounding[s.Tokens[i].Word] && !denied(s.denials, i) && !s.adjusted(i)
	}
	return linked && apart
}

// adjusted says whether the confounding at token i was taken into account: "adjusted for confounding", "after controlling for confounders".
func (s *Sight) adjusted(i int) bool {
	for j := max(0, i-4); j < i; j++ {
		if s.Tokens[j].Word == wordFor {
			return true
		}
	}
	return false
}

var wordFor = text.Hash([]byte("for"))

// causes says whether token i tells that one thing brings about another; "lead" does so ahead of "to" and is a metal elsewhere.
func (s *Sight) causes(i int) bool {
	t := &s.Tokens[i]
	if t.Word == wordCause && i > 0 && s.Tokens[i-1].Word == wordAll {
		return false // "all cause mortality"
	}
	if t.Word == wordLead && (i+1 == len(s.Tokens) || s.Tokens[i+1].Word != wordTo) {
		return false
	}
	return s.h.vocabulary.kinds.Of(t.Word)&kindCause != 0 && t.Cue&text.CueStop == 0
}

var wordCause, wordAll = text.Hash([]byte("cause")), text.Hash([]byte("all"))

var wordLead = text.Hash([]byte("lead"))

// Words for so little that it counts as none.
var slightly = wordSet(`little minimal negligible scant trivial`)

var effecting = wordSet(`effect effects impact impacts influence`)

// effectOfAnother says whether token i is the effect of something else than the subject: "unlikely to be due to a direct effect of a virus".
func (s *Sight) effectOfAnother(i int, c text.Span) bool {
	if !effecting[s.Tokens[i].Word] || i+1 >= c.End || s.Tokens[i+1].Word != wordOf {
		return false
	}
	other := false
	for j := i + 2; j < min(i+6, c.End) && !bringing[s.Tokens[j].Word]; j++ {
		if s.term[j] >= 0 {
			return false
		}
		other = other || s.content(j)
	}
	return other
}

// slight says whether token i is an effect of no account: "little effect", "a negligible influence", "removed little of".
func (s *Sight) slight(i int) bool {
	if i+2 < len(s.Tokens) && s.Tokens[i].Shift != 0 && s.Tokens[i+1].Word == wordLittle {
		return s.Tokens[i+2].Word == wordOf || s.term[i+2] >= 0
	}
	return i > 0 && slightly[s.Tokens[i-1].Word] && s.Tokens[i].Cue&(text.CueRelate|text.CueDiffer) != 0
}
