package main

import (
	"slices"
	"strings"
)

// A verdict counts the contradictions in passages (B-15).
type verdict struct {
	contradictions int   // passages with a refutation near enough terms
	flags          int   // refutations that are near enough terms, over all passages
	hits           []int // the same, for each passage
	findings       []finding
}

// verify looks for direct refutations near the terms of the question and its
// answer. A term may end in "*". A refutation counts if at least minTerms distinct
// terms, or all if there are fewer, are at most window characters from it.
func (r *reader) verify(terms []string, passages []passage) verdict {
	patterns := termPatterns(terms)
	v := verdict{hits: make([]int, len(passages))}
	need := max(1, min(r.minTerms, len(patterns)))
	for row := range passages {
		if x := &passages[row]; !r.counts(x.section) || r.adversarial && !x.against {
			continue
		}
		r.open(passages[row].text)
		hits, weight, quote := r.refutations(patterns, need)
		if hits == 0 {
			continue
		}
		v.contradictions++
		v.flags += hits
		v.hits[row] = hits
		v.findings = append(v.findings, finding{row, weight, r.reading.quote(quote.first, quote.last)})
	}
	rank(v.findings, passages)
	return v
}

// termPatterns makes a pattern of each distinct term.
func termPatterns(terms []string) []pattern {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	var (
		patterns []pattern
		c        compiler
	)
	for _, t := range slices.Compact(terms) {
		if p := c.wildcard(t); len(p.parts) > 0 {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// stem turns a word of a question into a term that matches its other forms too:
// "inhibits" gives "inhibit*". Short words and names with digits stay as they are.
func stem(word string) string {
	for i := range len(word) {
		if c := word[i] | 0x20; c < 'a' || c > 'z' {
			return word
		}
	}
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if s, is := strings.CutSuffix(word, ending); is && len(s) >= 5 {
			return s + "*"
		}
	}
	if len(word) >= 5 {
		return word + "*"
	}
	return word
}

// refutations counts the direct markers of the open text that are near at least
// need of the terms, overlapping ones once, and gives the greatest share of terms
// near one of them with the span that shows it.
func (r *reader) refutations(terms []pattern, need int) (hits int, weight float64, quote span) {
	places := r.placesOf(terms)
	counted := -1 // last token of the last marker counted
	for _, m := range r.marks {
		if !r.vocabulary.markers[m.marker].direct || m.first <= counted {
			continue
		}
		near, shown := r.around(m.span, places)
		if near < need {
			continue
		}
		hits, counted = hits+1, m.last
		if share := float64(near) / float64(len(terms)); share > weight {
			weight, quote = share, shown
		}
	}
	return hits, weight, quote
}

// placesOf finds each term in the open text.
func (r *reader) placesOf(terms []pattern) [][]span {
	places := make([][]span, len(terms))
	if !slices.ContainsFunc(r.marks, func(m mark) bool { return r.vocabulary.markers[m.marker].direct }) {
		return places
	}
	for i := range terms {
		places[i] = terms[i].find(&r.reading, nil)
	}
	return places
}

// around counts the terms near a marker and gives the span that holds them.
func (r *reader) around(m span, places [][]span) (int, span) {
	near, shown := 0, m
	for _, of := range places {
		best, nearest := span{}, r.window+1
		for _, at := range of {
			if d := gap(&r.reading, m, at); d >= 0 && d < nearest {
				best, nearest = at, d
			}
		}
		if nearest <= r.window {
			near++
			shown = cover(shown, best)
		}
	}
	return near, shown
}
