package stance

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// cue names the words of a sentence that tell most of what it says: a negation with what it denies, or a direction or judgement with
// what it bears on, or else the words of the hypothesis alone.
func (v *view) cue(value float64) string {
	if value < 0 {
		for _, d := range v.denials {
			if i := v.deniedBy(d); i >= 0 {
				return "'" + v.word(d.token) + "' before '" + v.word(i) + "'"
			}
		}
	}
	best, at := 0.0, -1
	for _, f := range v.found {
		if w := v.h.weigh(f.near); w > best {
			best, at = w, f.token
		}
	}
	if at < 0 {
		at = v.judgement()
	}
	if at < 0 {
		return "speaks of " + quoted(v.beside(0, len(v.Tokens), 0, 3))
	}
	return "'" + v.word(at) + "' beside " + quoted(v.beside(max(0, at-nearWords), at+nearWords, at, 2))
}

// deniedBy returns the first word that a negation denies and that the hypothesis holds or that relates or judges; -1: none.
func (v *view) deniedBy(d denial) int {
	for i := d.scope.First; i < d.scope.End; i++ {
		if v.term[i] >= 0 || v.Tokens[i].Cue&deniable != 0 {
			return i
		}
	}
	return -1
}

// judgement returns the first word that judges or relates; -1: none.
func (v *view) judgement() int {
	for i := range v.Tokens {
		if v.Tokens[i].Cue&(text.CueFavour|text.CueDisfavour|text.CueRelate|text.CueSame|text.CueRefutation) != 0 {
			return i
		}
	}
	return -1
}

func (v *view) word(i int) string { return v.Quote(i, i) }

// beside lists up to n words of the hypothesis among tokens [first, end), the weightiest first, without token but.
func (v *view) beside(first, end, but, n int) []string {
	var places []int
	for i := first; i < min(end, len(v.Tokens)); i++ {
		if v.term[i] >= 0 && i != but {
			places = append(places, i)
		}
	}
	weight := func(i int) float64 { return v.h.terms[v.term[i]].weight }
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(math.Abs(float64(a-but)), math.Abs(float64(b-but))))
	})
	var words []string
	for _, i := range places {
		if w := v.word(i); len(words) < n && !slices.Contains(words, w) {
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
