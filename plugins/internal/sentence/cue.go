package sentence

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Cue names, for people, the words of a measured sentence that tell most of what it says, where value is below 0 if that contradicts: a negation with what it denies, or a direction or judgement with
// what it bears on, or else the words of the hypothesis alone.
func (s *Sight) Cue(value float64) string {
	if value < 0 {
		for _, d := range s.denials {
			if i := s.deniedBy(d); i >= 0 {
				return "'" + s.word(d.token) + "' before '" + s.word(i) + "'"
			}
		}
	}
	best, at := 0.0, -1
	for _, f := range s.found {
		if w := s.h.weigh(f.near); w > best {
			best, at = w, f.token
		}
	}
	if at < 0 {
		at = s.judgement()
	}
	if at < 0 {
		return "speaks of " + quoted(s.beside(0, len(s.Tokens), 0, 3))
	}
	return "'" + s.word(at) + "' beside " + quoted(s.beside(max(0, at-nearWords), at+nearWords, at, 2))
}

// deniedBy returns the first word that a negation denies and that the hypothesis holds or that relates or judges; -1: none.
func (s *Sight) deniedBy(d denial) int {
	for i := d.scope.First; i < d.scope.End; i++ {
		if s.term[i] >= 0 || s.Tokens[i].Cue&deniable != 0 {
			return i
		}
	}
	return -1
}

// judgement returns the first word that judges or relates; -1: none.
func (s *Sight) judgement() int {
	for i := range s.Tokens {
		if s.Tokens[i].Cue&(text.CueFavour|text.CueDisfavour|text.CueRelate|text.CueSame|text.CueRefutation) != 0 {
			return i
		}
	}
	return -1
}

func (s *Sight) word(i int) string { return s.Quote(i, i) }

// beside lists up to n words of the hypothesis among tokens [first, end), the weightiest first, without token but.
func (s *Sight) beside(first, end, but, n int) []string {
	var places []int
	for i := first; i < min(end, len(s.Tokens)); i++ {
		if s.term[i] >= 0 && i != but {
			places = append(places, i)
		}
	}
	weight := func(i int) float64 { return s.h.terms[s.term[i]].weight }
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(math.Abs(float64(a-but)), math.Abs(float64(b-but))))
	})
	var words []string
	for _, i := range places {
		if w := s.word(i); len(words) < n && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

func quoted(words []string) string {
	if len(words) == 0 {
		return "the question's words"
	}
	return "'" + strings.Join(words, "', '") + "'"
}
