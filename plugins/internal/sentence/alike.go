package sentence

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// levels says whether a statement tells that things are alike: "similar", "did not differ", "as good as".
func (s *Sight) levels() bool {
	for i := range s.Tokens {
		if s.alike(i) {
			return true
		}
	}
	return false
}

var wordAs = text.Hash([]byte("as"))

// alike says whether token i tells that things are alike.
func (s *Sight) alike(i int) bool {
	t := &s.Tokens[i]
	if t.Cue&text.CueSame != 0 && !unlike[t.Word] || s.remainsSame(i) || t.Word == wordInferior && i > 0 && (s.Tokens[i-1].Word == wordNot || excluded(s.Reading, i)) {
		return true
	}
	if t.Word != wordAs || i > 0 && strings.Contains(s.Gap(i-1), ",") {
		return false
	}
	if i+1 < len(s.Tokens) && measuring[s.Tokens[i+1].Word] {
		return false // "as early as day two"
	}
	for j := i + 2; j < min(len(s.Tokens), i+4); j++ { // "as good as", not "as well as" of a list
		if s.Tokens[j].Word == wordAs {
			return s.Tokens[i+1].Word != wordWell || i > 0 && s.Tokens[i-1].Cue == 0
		}
	}
	return false
}

// notAs returns the token that opens the second side of "A is not as great as B"; -1: the sentence does not compare so.
func (s *Sight) notAs() int {
	for i := 1; i+3 < len(s.Tokens); i++ {
		if (s.Tokens[i].Word == wordAs || s.Tokens[i].Word == wordSo) && s.Tokens[i-1].Word == wordNot && s.Tokens[i+2].Word == wordAs && s.term[i+1] >= 0 {
			return i + 2
		}
	}
	return -1
}

// noMore returns what "A was no more effective than B" says of a hypothesis that compares: -1 where that says A more effective, or B less so, and else 0; false:
// the sentence does not compare so.
func (s *Sight) noMore() (value float64, is bool) {
	here := than(s.Reading)
	for i := max(0, here-3); s.h.sense.than >= 0 && i < here-1; i++ {
		if s.Tokens[i].Word != wordNo || s.Tokens[i+1].Shift == 0 {
			continue
		}
		way := wayBefore(&s.h.Reading, s.h.sense.than) * float64(s.Tokens[i+1].Shift)
		return -truth(way*s.sides(s.h.sense.than, here) < 0), true
	}
	return 0, false
}

// asControl says whether a clause tells that something was so with the subject as much as without treatment: "as much as placebo", "as often with A as with
// placebo", "no more than placebo", "was no greater with A than with placebo", "in both the A and the placebo group".
func (s *Sight) asControl(c text.Span) bool {
	for i := c.First; i+1 < c.End; i++ {
		switch w := s.Tokens[i].Word; {
		case equally[w]:
			if s.alikeWithControl(i, c) {
				return true
			}
		case w == wordThan && s.untreated(text.Span{First: i + 1, End: min(c.End, i+1+sideWords)}):
			for j := max(c.First, i-comparedWords); j < i-1; j++ {
				if s.Tokens[j].Word == wordNo && (comparatives[s.Tokens[j+1].Word] || s.Tokens[j+1].Shift != 0) {
					return true
				}
			}
		case w == wordAs && s.untreated(text.Span{First: i + 1, End: min(c.End, i+1+sideWords)}):
			for j := max(c.First, i-comparedWords); j < i-1; j++ {
				if s.Tokens[j].Word == wordAs && s.Tokens[j+1].Word != wordWell && !timesAs(s.Reading, i) {
					return true
				}
			}
		}
	}
	return false
}

// alikeWithControl says whether token i tells that the subject and a control go together in what follows: "in both the A and placebo groups", "equally with A
// and placebo". "Both pain and nausea compared with placebo" does not.
func (s *Sight) alikeWithControl(i int, c text.Span) bool {
	subject, and := false, false
	for j := i + 1; j < min(c.End, i+comparedWords); j++ {
		switch t := &s.Tokens[j]; {
		case controls[t.Word] && !customary[t.Word]:
			behind := j+2 < c.End && s.Tokens[j+1].Word == wordAnd && s.hasSubject(j+2, min(c.End, j+2+sideWords))
			return and && subject || behind
		case t.Cue&text.CueCompare != 0:
			return false
		case t.Word == wordAnd:
			and = true
		}
		subject = subject || s.hasSubject(j, j+1)
	}
	return false
}

// asMany says whether the sentence says that both sides of a comparison have as much of something: "boys had as many injuries as girls".
func (s *Sight) asMany() bool {
	for i := 1; i < len(s.Tokens); i++ {
		for j := max(0, i-comparedWords); s.Tokens[i].Word == wordAs && j < i-1; j++ {
			if s.Tokens[j].Word == wordAs && much[s.Tokens[j+1].Word] && !timesAs(s.Reading, i) {
				return s.sides(s.h.sense.than, i) != 0
			}
		}
	}
	return false
}

var (
	equally = wordSet(`both equally similarly comparably`)
	much    = wordSet(`many much often frequent frequently common likely high low large`)
)

// How many words may stand behind "as" up to a control, and between two "as".
const sideWords, comparedWords = 3, 7

var wordSo = text.Hash([]byte("so"))

// Words that tell when, how far or how much between two "as", where nothing is compared.
var measuring = wordSet(`soon long far early late many much few little`)

// remainsSame says whether token i is "same" of "was the same", or "constant" of "stayed constant": "the same patients" compares nothing.
func (s *Sight) remainsSame(i int) bool {
	if steady[s.Tokens[i].Word] {
		return i > 0 && s.stays(i-1)
	}
	return s.Tokens[i].Word == wordSame && i > 1 && s.Tokens[i-1].Word == wordThe && (s.h.vocabulary.kinds.Of(s.Tokens[i-2].Word)&kindPassive != 0 || s.stays(i-2))
}

// stays says whether token i tells that something goes on as it was.
func (s *Sight) stays(i int) bool {
	return s.Tokens[i].Stem == stemRemain || s.Tokens[i].Stem == stemStay
}

// Words for what does not change, behind such a verb.
var steady = wordSet(`constant stable steady level`)

var stemStay = stemOf("stay")

// Words of that cue that do not compare two things.
var unlike = wordSet(`independent independently irrespective regardless constant parallel same insignificant nonsignificant`)

var (
	wordInferior    = text.Hash([]byte("inferior"))
	wordNoninferior = text.Hash([]byte("noninferior"))
	wordBaseline    = text.Hash([]byte("baseline"))
	wordWell        = text.Hash([]byte("well"))
	wordSame        = text.Hash([]byte("same"))
)

// likens returns what token i, which tells that things are alike, says of the merit: what does as well as placebo does not work, and what is not inferior to
// another treatment does. As much as another treatment does tells nothing by itself; the word for what it is, "effective", does.
func (s *Sight) likens(i int, no bool, c text.Span) (p says, tells bool) {
	switch {
	case s.h.sense.merit != meritWorks || s.ofBaseline(c):
	case s.Tokens[i].Word == wordInferior || s.Tokens[i].Word == wordNoninferior:
		p.favour = truth(!s.untreated(c))
	case !no && (s.untreated(c) || s.ofGroups(c)):
		p.null = true
	}
	return p, p != (says{})
}

// controlled says whether a clause names a group that did not have the treatment.
func (s *Sight) controlled(c text.Span) bool {
	return slices.ContainsFunc(s.Tokens[c.First:c.End], func(t text.Token) bool { return controls[t.Word] })
}

// untreated says whether a clause names a group that had no treatment at all.
func (s *Sight) untreated(c text.Span) bool {
	return slices.ContainsFunc(s.Tokens[c.First:c.End], func(t text.Token) bool { return controls[t.Word] && !customary[t.Word] })
}

var customary = wordSet(`standard usual`)

// ofBaseline says whether a clause tells how things were ahead of a study.
func (s *Sight) ofBaseline(c text.Span) bool {
	return slices.ContainsFunc(s.Tokens[c.First:c.End], func(t text.Token) bool { return t.Word == wordBaseline })
}

// ofGroups says whether a clause compares groups and names no other treatment ahead of them: "similar in both groups", not "in the A and B groups".
func (s *Sight) ofGroups(c text.Span) bool {
	for i := c.First; i < c.End; i++ {
		if groups[s.Tokens[i].Word] {
			return i == c.First || !s.content(i-1) || s.term[i-1] >= 0 || s.Tokens[i-1].Cue&text.CueGeneric != 0
		}
	}
	return false
}

var groups = wordSet(`group groups arm arms`)

// thanAnother says whether token i is compared with another treatment, "more effective than B", "as effective as B"; not with a control.
func (s *Sight) thanAnother(i int, c text.Span) bool {
	as := i > 0 && s.Tokens[i-1].Word == wordAs
	for j := i + 1; j+1 < min(c.End, i+4); j++ {
		if w := s.Tokens[j].Word; w == wordThan || as && w == wordAs || w == wordTo && s.Tokens[i].Word == wordInferior {
			return !s.controlled(text.Span{First: j + 1, End: min(c.End, j+4)})
		}
	}
	return false
}

// Words for what does less than another.
var losing = wordSet(`less inferior`)

// independent says whether token i opens "independent of" or "independently of".
func (s *Sight) independent(i int, c text.Span) bool {
	w := s.Tokens[i].Word
	return (w == wordIndependent || w == wordIndependently) && i+1 < c.End && s.Tokens[i+1].Word == wordOf
}

// dependsNot says whether token i, which opens "independent of", tells that something does not depend on the subject: "was independent of A". That an effect of something else does not tells
// nothing of the subject, nor does "independently of A" behind what something else does.
func (s *Sight) dependsNot(i int, c text.Span) bool {
	other := s.h.sense.subject
	if s.h.independent() {
		other = s.h.sense.object
	}
	if s.held(i+1, min(c.End, i+2+governs))&other == 0 {
		return false
	}
	for j := c.First; j < i; j++ {
		if w := s.Tokens[j].Word; effecting[w] || w == wordIndependently || s.h.vocabulary.kinds.Of(w)&kindLinked != 0 {
			return false
		}
	}
	return s.Tokens[i].Word == wordIndependent || i > c.First && (occurring[s.Tokens[i-1].Word] || keeping[s.Tokens[i-1].Word])
}

var wordIndependent, wordIndependently, wordOf = text.Hash([]byte("independent")), text.Hash([]byte("independently")), text.Hash([]byte("of"))
