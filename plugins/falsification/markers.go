package main

// A marker is a word or phrase that speaks against something near it.
type marker struct {
	pattern  pattern
	strength float64 // 0..1
	direct   bool    // a refutation, not a mere negation
}

// A vocabulary holds the markers of a request, by the first byte of their first word.
type vocabulary struct {
	markers    []marker
	exceptions []pattern
	first      [256][]int32 // indexes into markers
	any        []int32      // markers whose first word may start with anything
}

// newVocabulary compiles the markers of a configuration. Texts without words are left out.
func newVocabulary(c *config) *vocabulary {
	v := &vocabulary{}
	for _, t := range c.negations {
		v.add(marker{wildcard(t), c.negationStrength, false})
	}
	for _, t := range c.refutations {
		v.add(marker{wildcard(t), c.refutationStrength, true})
	}
	for _, t := range c.exceptions {
		v.exceptions = append(v.exceptions, wildcard(t))
	}
	return v
}

func (v *vocabulary) add(m marker) {
	if len(m.pattern.parts) == 0 {
		return
	}
	i := int32(len(v.markers))
	v.markers = append(v.markers, m)
	if w := m.pattern.parts[0]; w.how == ending || len(w.text) == 0 {
		v.any = append(v.any, i)
	} else {
		v.first[w.text[0]] = append(v.first[w.text[0]], i)
	}
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
		for k := range v.exceptions {
			if p := &v.exceptions[k]; p.matches(r, i) {
				skip = max(skip, i+len(p.parts))
			}
		}
		if i < skip {
			continue
		}
		w := r.word(i)
		for _, list := range [2][]int32{v.first[w[0]], v.any} {
			for _, m := range list {
				if p := &v.markers[m].pattern; p.matches(r, i) {
					marks = append(marks, mark{span{i, i + len(p.parts) - 1}, m})
				}
			}
		}
	}
	return marks
}

// strongest is the strongest marker at most window characters from one of the
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
