package main

import (
	"bytes"
	"strings"
)

// A pattern is a sequence of tokens to look for.
type pattern struct {
	parts []part
	whole bool // the text must not go on with a number, as "COX-2" does after "COX"
}

// A part matches one token.
type part struct {
	text   []byte
	how    how
	joined bool // only an apostrophe may stand before the token
	breaks bool // a sentence may end before the token
}

// how says which tokens a part matches.
type how uint8

const (
	exactly how = iota
	starting
	ending
)

// phrase makes a pattern of a text that is meant literally, such as the key noun
// phrase of an option (U16). It has no parts if the text has no tokens.
func phrase(text string) pattern {
	return pattern{parts: literal(text), whole: true}
}

// literal cuts a text into parts that match exactly.
func literal(text string) []part {
	var r reading
	r.read(text)
	parts := make([]part, len(r.tokens))
	for i := range parts {
		parts[i] = part{text: r.word(i), breaks: r.tokens[i].breaks}
	}
	return parts
}

// wildcard makes a pattern of words of which each may end in "*", which stands
// for any ending. The word "n't" matches the end of "doesn't" and its like.
func wildcard(text string) pattern {
	var p pattern
	for _, w := range strings.Fields(text) {
		if w == "n't" {
			p.parts = append(p.parts, part{text: []byte("n"), how: ending}, part{text: []byte("t"), joined: true})
			continue
		}
		parts := literal(w)
		if n := len(parts); n > 0 && w[len(w)-1] == '*' {
			parts[n-1].how = starting
		}
		p.parts = append(p.parts, parts...)
	}
	return p
}

// matches says whether p stands in r from token i on.
func (p *pattern) matches(r *reading, i int) bool {
	n := len(p.parts)
	if n == 0 || i+n > len(r.tokens) {
		return false
	}
	for k := range p.parts {
		w, t := &p.parts[k], &r.tokens[i+k]
		if k > 0 && (t.breaks && !w.breaks || w.joined && !t.joined) || !w.matches(r.word(i+k)) {
			return false
		}
	}
	return !p.whole || i+n == len(r.tokens) || !r.tokens[i+n].numbered
}

// matches says whether w matches a folded word.
func (w *part) matches(word []byte) bool {
	switch w.how {
	case starting:
		return bytes.HasPrefix(word, w.text)
	case ending:
		return bytes.HasSuffix(word, w.text)
	}
	return bytes.Equal(word, w.text)
}

// A span is a match: tokens [first, last].
type span struct{ first, last int }

// find appends to spans every place where p stands in r.
func (p *pattern) find(r *reading, spans []span) []span {
	for i := range r.tokens {
		if p.matches(r, i) {
			spans = append(spans, span{i, i + len(p.parts) - 1})
		}
	}
	return spans
}

// gap counts the characters between two spans; it is negative if they overlap.
func gap(r *reading, a, b span) int {
	switch {
	case a.last < b.first:
		return r.tokens[b.first].start - r.tokens[a.last].end
	case b.last < a.first:
		return r.tokens[a.first].start - r.tokens[b.last].end
	}
	return -1
}

// cover is the smallest span that holds both.
func cover(a, b span) span {
	return span{min(a.first, b.first), max(a.last, b.last)}
}
