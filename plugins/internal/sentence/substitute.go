package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// measureSubstitutes looks for terms whose place another word holds: between or beside the aligned neighbours of a missing term stands
// content that the hypothesis does not have.
//
//go:noinline
func (s *Sight) measureSubstitutes(f *Features) {
	sum, entities := 0.0, 0.0
	for k := range s.h.terms {
		t := &s.h.terms[k]
		if s.match[k] >= 0.5 {
			continue
		}
		other := s.inPlace(k)
		if other < 0 {
			continue
		}
		sum += t.weight
		if t.entity && s.entity(other) {
			entities += t.weight
		}
	}
	f[fSubstituted], f[fSubstitutedEntity] = float32(Share(sum, s.h.total)), float32(Share(entities, s.h.total))
}

// inPlace returns the word that stands where the aligned neighbours of term k let it be expected; -1: none.
func (s *Sight) inPlace(k int) int {
	want := s.h.terms[k].entity
	if k > 0 && s.at[k-1] >= 0 {
		if i := s.stranger(s.at[k-1]+1, s.at[k-1]+4, want); i >= 0 {
			return i
		}
	}
	if k+1 < len(s.at) && s.at[k+1] >= 0 {
		return s.stranger(s.at[k+1]-3, s.at[k+1], want)
	}
	return -1
}

// stranger returns the first content word among tokens [first, end) that the hypothesis does not have, an entity if one is wanted.
func (s *Sight) stranger(first, end int, entity bool) int {
	for i := max(0, first); i < min(end, len(s.Tokens)); i++ {
		if s.term[i] >= 0 || s.Tokens[i].Cue&(text.CueStop|text.CueGeneric) != 0 {
			continue
		}
		if !entity || s.entity(i) {
			return i
		}
	}
	return -1
}

// entity says whether a token of the sentence is written as a name or number is.
func (s *Sight) entity(i int) bool {
	t := &s.Tokens[i]
	c := s.Text[t.From]
	return i > 0 && c >= 'A' && c <= 'Z' || !math.IsNaN(t.Number)
}

var wordThan = text.Hash([]byte("than"))

// measureComparison compares what stands before and behind "than" or "compared" in both texts, and which way the comparisons go.
//
//go:noinline
func (s *Sight) measureComparison(f *Features) {
	own := than(&s.h.Reading)
	here := than(s.Reading)
	f[fCompares] = float32(truth(here >= 0))
	if own < 0 || here < 0 {
		return
	}
	straight, crossed := 0.0, 0.0
	for k := range s.h.terms {
		if s.at[k] < 0 || s.h.terms[k].shift != 0 || s.h.terms[k].token > own && s.h.sense.object>>k&1 != 0 {
			continue
		}
		if (s.h.terms[k].token < own) == (s.at[k] < here) {
			straight += s.h.terms[k].weight
		} else {
			crossed += s.h.terms[k].weight
		}
	}
	f[fSwapped] = float32(Share(crossed-straight, crossed+straight))
	if s.h.Tokens[own].Word == wordThan && s.Tokens[here].Word == wordThan {
		f[fReversed] = float32(s.sides(own, here) * wayBefore(&s.h.Reading, own) * wayBefore(s.Reading, here))
	}
}

// sides says whether what stands on the two sides of a comparison of the hypothesis, around token own, stands on the other sides of one of
// the sentence, around token here: 1, on the same ones: -1. What stands before both, such as what is compared, tells nothing.
func (s *Sight) sides(own, here int) float64 {
	var moved [2]bool // from the first side, from the second
	stays := false
	for k := range s.h.terms {
		if s.at[k] < 0 || s.h.terms[k].shift != 0 {
			continue
		}
		before := s.h.terms[k].token < own
		if before && s.h.sense.object&^s.h.sense.group>>k&1 != 0 && s.h.sense.group != s.h.sense.subject {
			continue // what is compared, and not with whom
		}
		switch {
		case before && s.at[k] > here:
			moved[0] = true
		case !before && s.at[k] < here:
			moved[1] = true
		case !before:
			stays = true
		}
	}
	if moved[0] && moved[1] {
		return 1
	}
	return -truth(stays)
}

// wayBefore returns the way of the nearest direction or judgement before token i, as of "fewer" in "fewer errors than"; without one 1.
func wayBefore(r *text.Reading, i int) float64 {
	for j := i - 1; j >= 0 && j >= i-nearWords; j-- {
		switch t := &r.Tokens[j]; {
		case t.Shift != 0:
			return float64(t.Shift)
		case t.Cue&text.CueDisfavour != 0:
			return -1
		}
	}
	return 1
}

// than returns the token that opens the second side of a comparison; -1: none.
func than(r *text.Reading) int {
	for i := range r.Tokens {
		w := r.Tokens[i].Word
		if w == wordThan && i > 0 && r.Tokens[i-1].Word == wordRather {
			continue
		}
		if w == wordThan || i > 0 && (r.Tokens[i].Cue&text.CueCompare != 0 || timesAs(r, i)) {
			return i
		}
	}
	return -1
}

// timesAs says whether token i opens the second side of "three times as high in A as in B".
func timesAs(r *text.Reading, i int) bool {
	for j := i - 2; r.Tokens[i].Word == wordAs && j > 0 && j >= i-nearWords; j-- {
		if r.Tokens[j].Word == wordAs && multiple[r.Tokens[j-1].Word] {
			return true
		}
	}
	return false
}

var multiple = wordSet(`times twice`)
