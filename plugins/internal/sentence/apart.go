package sentence

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// apartWords is how many words of content a phrase may have that sets something apart.
const apartWords = 4

// apart returns the phrase from token i that sets something apart from what the rest of the sentence tells, and how many words open it: "unlike B",
// "instead of B", "rather than by B", "but not in B"; an empty one without any.
func (s *Sight) apart(i int) (phrase text.Span, opens int) {
	w, next := s.Tokens[i].Word, uint64(0)
	if i+1 < len(s.Tokens) {
		next = s.Tokens[i+1].Word
	}
	switch {
	case w == wordUnlike, w == wordExcept, w == wordUnless:
		opens = 1
	case w == wordInstead && next == wordOf, w == wordRather && next == wordThan, (w == wordBut || w == wordAnd) && next == wordNot:
		opens = 2
	case w == wordNot && s.betweenCommas(i):
		opens = 1
		return text.Span{First: i, End: s.phraseEnd(i + opens)}, opens
	default:
		return phrase, 0
	}
	if next == wordNot && (i+2 == len(s.Tokens) || !prepositions[s.Tokens[i+2].Word]) {
		return s.otherDoer(i), 2 // "but not so effective" tells nothing of another one
	}
	return text.Span{First: i, End: s.phraseEnd(i + opens)}, opens
}

// betweenCommas says whether a short phrase without a verb, between commas, begins at token i: ", not fishing,".
func (s *Sight) betweenCommas(i int) bool {
	if i == 0 || !strings.HasPrefix(strings.TrimSpace(s.Gap(i-1)), ",") {
		return false
	}
	for j := i + 1; j < min(len(s.Tokens)-1, i+1+apartWords); j++ {
		if s.Tokens[j].Cue&text.CueModal != 0 || s.tellsAt(j) {
			return false
		}
		if strings.Contains(s.Gap(j), ",") {
			return true
		}
	}
	return false
}

// otherDoer returns the phrase from "but not" at token i where it names another one that might do what follows: "A but not B lowers". The last of several words is
// that of both: "injection but not bath vaccination protects". It is empty elsewhere.
func (s *Sight) otherDoer(i int) (phrase text.Span) {
	if s.tellsIn(0, i) || i > 0 && strings.Contains(s.Gap(i-1), ",") {
		return phrase
	}
	for end := i + 2; end < min(len(s.Tokens), i+2+apartWords); end++ {
		if s.tellsAt(end) {
			if end > i+3 {
				end--
			}
			return text.Span{First: i, End: end}
		}
	}
	return phrase
}

// tellsIn says whether one of tokens [first, end) tells what something does.
func (s *Sight) tellsIn(first, end int) bool {
	for i := first; i < end; i++ {
		if s.tellsAt(i) {
			return true
		}
	}
	return false
}

// phraseEnd returns the token behind the noun phrase that begins at token i, with what tells a kind of it: "in those without diabetes".
func (s *Sight) phraseEnd(i int) int {
	content := 0
	for first := i; i < len(s.Tokens); i++ {
		if i > first && strings.ContainsAny(s.Gap(i-1), ",;:.()") {
			break
		}
		t := &s.Tokens[i]
		stop := t.Cue&text.CueStop != 0
		if stop && content > 0 && t.Word != wordWithout && !(t.Word == wordWith || t.Word == wordOf) || t.Cue&(text.CueModal|text.CueTurn) != 0 || content == apartWords {
			break
		}
		if !stop || whom[t.Word] {
			content++
		}
	}
	return i
}

var whom = wordSet(`those that`)

var (
	wordUnlike, wordBut    = text.Hash([]byte("unlike")), text.Hash([]byte("but"))
	wordExcept, wordUnless = text.Hash([]byte("except")), text.Hash([]byte("unless"))
)

// setApart returns the sentence without the phrases that set something apart, and whether one of them held what the hypothesis speaks of and the rest does
// not: of that the contrary is told, and its words stay. It returns the sentence itself where it has no such phrase.
func (s *Sight) setApart() (rest *Sight, turned bool) {
	said, from := "", 0
	for i := 0; i < len(s.Tokens); i++ {
		out, opens := s.apart(i)
		if out.End <= out.First+opens {
			continue
		}
		said += strings.TrimRight(s.Text[from:s.Tokens[i].From], " ,;(") + " "
		if s.onlyIn(out) {
			turned = !turned
			said += s.Text[s.Tokens[i+opens].From:s.Tokens[out.End-1].To] + " "
		}
		from = s.Tokens[out.End-1].To
		i = out.End - 1
	}
	if from == 0 {
		return s, false
	}
	return s.reworded(said + strings.TrimLeft(s.Text[from:], " ,;)")), turned
}

// reworded returns the hypothesis' sight of another wording of the sentence, with what was measured of the whole.
func (s *Sight) reworded(said string) *Sight {
	r := text.Read(said)
	rest := s.h.See(&r, s.section)
	rest.ofWork, rest.strict, rest.Features = s.ofWork, s.strict, s.Features
	rest.orient()
	return rest
}

// onlyIn says whether a span holds a term of the subject or the object that the rest of the sentence does not hold the same way, "with" or "without".
func (s *Sight) onlyIn(c text.Span) bool {
	wanted := (s.h.sense.subject | s.h.sense.object) &^ s.h.sense.amounts
	if last := c.End - 1; last > c.First && s.term[last] >= 0 && s.term[last-1] < 0 && s.opposesAny(last-1) {
		wanted &^= 1 << s.term[last] // "wet but not dry tundra" has both of tundra
	}
	return s.heldAlike(c.First, c.End)&wanted&^(s.heldAlike(0, c.First)|s.heldAlike(c.End, len(s.Tokens))) != 0
}

// opposesAny says whether token i is the contrary of a word of the hypothesis.
func (s *Sight) opposesAny(i int) bool {
	for k := range s.h.terms {
		if slices.Contains(s.h.vocabulary.opposites[s.h.terms[k].stem], s.Tokens[i].Stem) {
			return true
		}
	}
	return false
}

// heldAlike returns the terms among tokens [first, end) that are there with "without" if they are so in the hypothesis, and else without it.
func (s *Sight) heldAlike(first, end int) (set uint64) {
	for i := first; i < end; i++ {
		if k := s.term[i]; k >= 0 && goesLacking(s.Reading, i) == goesLacking(&s.h.Reading, s.h.terms[k].token) {
			set |= 1<<k | s.several[i]
		}
	}
	return set
}

// goesLacking says whether token i of a text tells what something is without: "without piped water".
func goesLacking(r *text.Reading, i int) bool { return goesBehind(r, i, withoutIt) }

var withoutIt, withIt = wordSet(`without`), wordSet(`with`)

// goesBehind says whether one of some words opens the phrase of token i of a text, with at most two words of it between.
func goesBehind(r *text.Reading, i int, words map[uint64]bool) bool {
	for j := i - 1; j >= max(0, i-placeWords); j-- {
		if words[r.Tokens[j].Word] {
			return true
		}
		if r.Tokens[j].Cue&text.CueStop != 0 && !articles[r.Tokens[j].Word] {
			return false
		}
	}
	return false
}

// ofTheContraryCase says whether the sentence tells of something with what the hypothesis says to be missing, or the other way round of a place or group:
// "in households with piped water" for "without piped water".
func (s *Sight) ofTheContraryCase() bool {
	all := len(s.Tokens)
	other := s.held(0, all) & s.h.sense.object &^ s.h.sense.noun &^ s.heldAlike(0, all)
	for k := range s.h.terms {
		own := s.h.terms[k].token
		if other>>k&1 != 0 && (goesLacking(&s.h.Reading, own) || goesBehind(&s.h.Reading, own, withIt) || s.h.placed(k)) {
			return true
		}
	}
	return false
}
