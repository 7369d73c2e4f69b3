package main

import (
	"slices"
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

// A compiler makes patterns. It reuses its memory; patterns do not refer to it.
type compiler struct{ reading reading }

// phrase makes a pattern of a text that is meant literally, such as the key noun
// phrase of an option (U16). It has no parts if the text has no tokens.
func phrase(text string) pattern {
	var c compiler
	return pattern{parts: c.literal(nil, text), whole: true}
}

// literal appends to parts the tokens of a text, to be matched exactly.
func (c *compiler) literal(parts []part, text string) []part {
	r := &c.reading
	r.read(text)
	folded := slices.Clone(r.folded)
	parts = slices.Grow(parts, len(r.tokens))
	for i := range r.tokens {
		t := &r.tokens[i]
		parts = append(parts, part{text: folded[t.low:t.high], breaks: t.breaks})
	}
	return parts
}

// wildcard makes a pattern of words of which each may end in "*", which stands
// for any ending. The word "n't" matches the end of "doesn't" and its like.
func (c *compiler) wildcard(text string) pattern {
	var p pattern
	if !strings.ContainsAny(text, "*'") { // nothing but plain words: read them at once
		p.parts = c.word(nil, text)
		return p
	}
	for _, w := range strings.Fields(text) {
		p.parts = c.word(p.parts, w)
	}
	return p
}

// word appends the tokens of one word of a wildcard.
func (c *compiler) word(parts []part, w string) []part {
	if w == "n't" {
		return append(parts, part{text: []byte("n"), how: ending}, part{text: []byte("t"), joined: true})
	}
	before := len(parts)
	parts = c.literal(parts, w)
	if n := len(parts); n > before && w[len(w)-1] == '*' {
		parts[n-1].how = starting
	}
	return parts
}

// begins returns the first byte of every match; false: they may begin with anything.
func (p *pattern) begins() (byte, bool) {
	w := &p.parts[0]
	if w.how == ending || len(w.text) == 0 {
		return 0, false
	}
	return w.text[0], true
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
	extra := len(word) - len(w.text)
	switch {
	case extra < 0 || extra > 0 && w.how == exactly:
		return false
	case w.how == ending:
		word = word[extra:]
	}
	for i, c := range w.text { // TinyGo would allocate for bytes.Equal
		if word[i] != c {
			return false
		}
	}
	return true
}

// A span is a match: tokens [first, last].
type span struct{ first, last int }

// find appends to spans every place where p stands in r.
func (p *pattern) find(r *reading, spans []span) []span {
	if len(p.parts) == 0 {
		return spans
	}
	first, known := p.begins()
	for i := range r.tokens {
		if known && r.folded[r.tokens[i].low] != first {
			continue
		}
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

// cover returns the smallest span that holds both.
func cover(a, b span) span {
	return span{min(a.first, b.first), max(a.last, b.last)}
}
