package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// ranked returns what the sentence says of a hypothesis that tells which of two is better at something: 1 where it ranks them so, -1 where it ranks them the
// other way round or as equals, 0 where it does neither.
func (s *Sight) ranked() float64 {
	c := s.objectClause()
	if c.End == c.First || !s.hasSubject(0, len(s.Tokens)) {
		return 0
	}
	for i := c.First; i < c.End; i++ {
		if s.alike(i) && s.Tokens[i].Word != wordInferior || differing[s.Tokens[i].Word] && denied(s.denials, i) {
			return -1
		}
	}
	here := s.secondSide()
	at := s.rankedBy(here)
	if at < 0 {
		return 0
	}
	value := -wayBefore(&s.h.Reading, s.h.sense.than) * s.rankAt(at, here) * s.sides(s.h.sense.than, here)
	if denied(s.denials, at) {
		return -truth(value > 0) // what is not better may be as good
	}
	if value != 0 && s.insignificantIn(c) {
		return -1
	}
	return value
}

// secondSide returns the token that opens the second side of a comparison, "than" or the "to" of "superior to"; -1: none.
func (s *Sight) secondSide() int {
	for i := 1; i < len(s.Tokens); i++ {
		if s.Tokens[i].Word == wordTo && ranking[s.Tokens[i-1].Word] {
			return i
		}
	}
	return than(s.Reading)
}

// rankedBy returns the nearest word ahead of token here that tells more or less, or better or worse; -1: none.
func (s *Sight) rankedBy(here int) int {
	for i := here - 1; i >= max(0, here-nearWords); i-- {
		if t := &s.Tokens[i]; t.Shift != 0 || ranking[t.Word] {
			return i
		}
	}
	return -1
}

// rankAt is 1 where the word at token i ranks the first side over the second one, else -1. More or less of the object is better or worse as the object is.
func (s *Sight) rankAt(i, here int) float64 {
	t := &s.Tokens[i]
	switch w := t.Word; {
	case w == wordInferior:
		return -1
	case ranking[w], bettering[w]:
		return 1
	case worsening[w]:
		return -1
	}
	way := float64(t.Shift) * s.forestalled(i, text.Span{First: 0, End: len(s.Tokens)})
	if s.h.objectIll() && (i+1 == here || s.Tokens[i+1].Cue&text.CueFavour == 0) {
		return -way
	}
	return way
}
