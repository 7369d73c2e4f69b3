package evidence

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// newChunk analyses one piece of text between white space.
func newChunk(form Form, s string) *chunk {
	if form != Content {
		return plainChunk(s, form == WhitespaceNoStop)
	}
	c := &chunk{key: s, ends: endsClause(s)}
	if isPlainWord(s) {
		c.addPlain(s)
		return c
	}
	s = unifyMarks(norm.NFKC.String(s))
	for _, piece := range strings.FieldsFunc(s, breaksWords) {
		c.addPiece(trimOuter(piece))
	}
	c.describe(trimOuter(s))
	c.rare = c.acronym != "" || c.number != ""
	return c
}

// plainChunk returns the whitespace form: one token at most.
func plainChunk(s string, dropStops bool) *chunk {
	w := lower(strings.TrimFunc(s, func(r rune) bool { return r != '%' && unicode.IsPunct(r) }))
	c := &chunk{key: s}
	if w != "" && !(dropStops && isStop(w)) {
		c.tokens = []string{w}
	}
	return c
}

// isPlainWord: two ASCII letters or more, small save perhaps the first.
func isPlainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; (b < 'a' || b > 'z') && (i > 0 || b < 'A' || b > 'Z') {
			return false
		}
	}
	return len(s) >= 2
}

// addPlain does for a plain word, which most are, what addPiece and describe would do.
func (c *chunk) addPlain(s string) {
	if t := term(lower(s)); t != "" {
		c.tokens = []string{t}
	}
	if unit, ok := units()[s]; ok {
		c.unit, c.surface = unit, s
	}
}

// addPiece adds what one unbroken piece gives: the verbatim token first, then
// its parts.
func (c *chunk) addPiece(p string) {
	switch {
	case p == "":
	case isNumber(p):
		c.tokens = append(c.tokens, plainNumber(p))
	case isAttached(p):
		n := numberPrefix(p)
		unit, _ := unitAt(p[n:])
		c.tokens = append(c.tokens, quantityToken(plainNumber(p[:n]), unit), plainNumber(p[:n]))
		c.anchors = append(c.anchors, p)
	case isAnchor(p):
		c.anchors = append(c.anchors, p)
		c.addWhole(p)
	case strings.Contains(p, "-"):
		c.addHyphenated(strings.Trim(p, "-"))
	default:
		c.addWords(p)
	}
}

// addWhole adds an anchor unsplit and unstemmed, and besides it the parts that
// others may write alone.
func (c *chunk) addWhole(p string) {
	whole := lower(p)
	c.tokens = append(c.tokens, whole)
	if joined := joinedSymbol(whole); joined != "" {
		c.tokens = append(c.tokens, joined)
	}
	c.addParts(p, whole)
}

// addHyphenated adds a compound word whole and in parts; an anchor inside it
// ("HIV" of "HIV-positive") is noted as one.
func (c *chunk) addHyphenated(p string) {
	whole := lower(p)
	if !strings.Contains(whole, "-") || strings.Contains(whole, "--") || !hasLetter(whole) {
		c.addWords(p)
		return
	}
	c.tokens = append(c.tokens, whole)
	for _, part := range strings.Split(p, "-") {
		if isAnchor(part) {
			c.anchors = append(c.anchors, part)
		}
	}
	c.addParts(p, whole)
}

// addParts adds the parts of a whole that are long enough to mean something alone.
func (c *chunk) addParts(p, whole string) {
	for _, w := range words(p) {
		if t := term(lower(w)); len(t) >= 3 && t != whole {
			c.tokens = append(c.tokens, t)
		}
	}
}

// addWords adds the words of p; a single letter split off another word is dropped.
func (c *chunk) addWords(p string) {
	ws := words(p)
	for _, w := range ws {
		if len(ws) > 1 && len(w) == 1 {
			continue
		}
		if t := term(lower(w)); t != "" {
			c.tokens = append(c.tokens, t)
		}
	}
}

// describe notes what neighbours need to know of the piece p.
func (c *chunk) describe(p string) {
	letters, upper := caseCount(p)
	c.capitals = letters >= 2 && upper == letters
	switch {
	case isNumber(p):
		c.number, c.surface = plainNumber(p), p
	case letters == len(p) && upper == letters && letters > 0 && isStop(lower(p)):
		c.acronym, c.surface = lower(p), p
	default:
		if unit, n := unitAt(p); n > 0 && n == len(p) {
			c.unit, c.surface = unit, p
		}
	}
}
