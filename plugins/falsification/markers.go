package main

import "slices"

// A marker is a word or phrase that speaks against something near it.
type marker struct {
	pattern  pattern
	strength float64 // 0..1
	direct   bool    // a refutation, not a mere negation
}

// A vocabulary holds the markers of a request, by the first byte of their first word.
type vocabulary struct {
	markers    []marker // those that share a first byte follow each other
	exceptions []pattern
	first      [257]int32 // markers[first[b]:first[b+1]] begin with byte b
	any        int32      // markers[any:] may begin with anything
	excepted   [256]bool  // first bytes of exceptions
}

// newVocabulary compiles the markers of a configuration. Texts without words are left out.
func newVocabulary(c *config) *vocabulary {
	v := &vocabulary{markers: make([]marker, 0, len(c.negations)+len(c.refutations))}
	var m compiler
	for _, t := range c.negations {
		v.markers = append(v.markers, marker{m.wildcard(t), c.negationStrength, false})
	}
	for _, t := range c.refutations {
		v.markers = append(v.markers, marker{m.wildcard(t), c.refutationStrength, true})
	}
	for _, t := range c.exceptions {
		if p := m.wildcard(t); len(p.parts) > 0 {
			v.exceptions = append(v.exceptions, p)
			b, known := p.begins()
			for i := range v.excepted {
				v.excepted[i] = v.excepted[i] || !known || i == int(b)
			}
		}
	}
	v.index()
	return v
}

// index sorts the markers by their first byte.
func (v *vocabulary) index() {
	v.markers = slices.DeleteFunc(v.markers, func(m marker) bool { return len(m.pattern.parts) == 0 })
	key := func(m *marker) int {
		if b, known := m.pattern.begins(); known {
			return int(b)
		}
		return 256
	}
	slices.SortStableFunc(v.markers, func(a, b marker) int { return key(&a) - key(&b) })
	at := int32(0)
	for b := range v.first {
		for b > 0 && int(at) < len(v.markers) && key(&v.markers[at]) == b-1 {
			at++
		}
		v.first[b] = at
	}
	v.any = at
}

// A mark is a marker found in a text.
type mark struct {
	span
	marker int32
}

// find appends to marks every marker in r, by its place. Words of an exception,
// such as "not only", are none.
func (v *vocabulary) find(r *reading, marks []mark) []mark {
	skip := 0 // tokens before it belong to an exception
	for i := range r.tokens {
		b := r.folded[r.tokens[i].low]
		if v.excepted[b] {
			skip = max(skip, v.exception(r, i))
		}
		if i < skip {
			continue
		}
		marks = v.findAt(r, i, v.first[b], v.first[int(b)+1], marks)
		marks = v.findAt(r, i, v.any, int32(len(v.markers)), marks)
	}
	return marks
}

// exception returns the token behind the longest exception that stands at token i, or 0.
func (v *vocabulary) exception(r *reading, i int) int {
	end := 0
	for k := range v.exceptions {
		if p := &v.exceptions[k]; p.matches(r, i) {
			end = max(end, i+len(p.parts))
		}
	}
	return end
}

// findAt appends those of markers [from, to) that stand at token i.
func (v *vocabulary) findAt(r *reading, i int, from, to int32, marks []mark) []mark {
	for m := from; m < to; m++ {
		if p := &v.markers[m].pattern; p.matches(r, i) {
			marks = append(marks, mark{span{i, i + len(p.parts) - 1}, m})
		}
	}
	return marks
}

// strongest returns the strongest marker at most window characters from one of the
// places of a phrase, and the span from the one to the other. A marker inside the
// phrase itself says nothing about it. The strength is 0 if there is none.
func (v *vocabulary) strongest(r *reading, marks []mark, places []span, window int) (float64, span) {
	best, where, nearest := 0.0, span{}, 0
	for _, m := range marks {
		for _, p := range places {
			d := gap(r, m.span, p)
			s := v.markers[m.marker].strength
			if d < 0 || d > window || s < best || s == best && (s == 0 || d >= nearest) {
				continue
			}
			best, where, nearest = s, cover(m.span, p), d
		}
	}
	return best, where
}
