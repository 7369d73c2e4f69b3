package main

import "strings"

// A target is what markers are looked for near: a phrase, or enough of some terms.
type target struct {
	phrase pattern
	terms  []pattern // if there are any, the phrase is not looked for
	need   int       // terms that make a mention
}

// target makes the target of a draft, as the configuration says.
func (r *reader) target(d *draft) *target {
	if r.match == matchPhrase || r.match == matchVerdictTerms && !d.verdict {
		return &target{phrase: phrase(d.key)}
	}
	if r.match == matchNoun {
		return &target{phrase: phrase(nounPhrase(d.text))}
	}
	words := strings.Fields(d.key)
	for i, w := range words {
		words[i] = stem(w)
	}
	terms := termPatterns(words)
	return &target{terms: terms, need: max(1, min(r.minTerms, len(terms)))}
}

// against returns the strength of the strongest marker near t in the open text, 0 to 1, and the span that shows
// both. Of terms it is less the fewer of them are near.
func (r *reader) against(t *target) (strength float64, quote span) {
	if len(t.terms) == 0 {
		strength, quote, _ = r.near(&t.phrase)
		return strength, quote
	}
	if len(r.marks) == 0 {
		return 0, span{}
	}
	places := make([][]span, len(t.terms))
	for i := range t.terms {
		places[i] = t.terms[i].find(&r.reading, nil)
	}
	for _, m := range r.marks {
		near, shown := r.around(m.span, places)
		if near < t.need {
			continue
		}
		if s := r.vocabulary.markers[m.marker].strength * float64(near) / float64(len(t.terms)); s > strength {
			strength, quote = s, shown
		}
	}
	return strength, quote
}

// denies says whether a text denies its own target: a marker stands near it in
// the same sentence.
func (r *reader) denies(text string, t *target) bool {
	r.open(text)
	if len(t.terms) == 0 {
		return r.deniesPhrase(&t.phrase)
	}
	places := make([][]span, len(t.terms))
	for i := range t.terms {
		places[i] = t.terms[i].find(&r.reading, nil)
	}
	for _, m := range r.marks {
		if near, shown := r.around(m.span, places); near >= t.need && r.sentence(shown) {
			return true
		}
	}
	return false
}

func (r *reader) deniesPhrase(p *pattern) bool {
	r.places = p.find(&r.reading, r.places[:0])
	for _, m := range r.marks {
		for _, at := range r.places {
			d := gap(&r.reading, m.span, at)
			if d >= 0 && d <= r.window && r.sentence(cover(m.span, at)) {
				return true
			}
		}
	}
	return false
}

// sentence says whether a span lies within one sentence.
func (r *reader) sentence(s span) bool {
	for i := s.first + 1; i <= s.last; i++ {
		if r.reading.tokens[i].breaks {
			return false
		}
	}
	return true
}
