package main

import (
	"unicode"
	"unicode/utf8"
)

// A token is a word or number of a text. Words break at hyphens and apostrophes;
// a point or comma between two digits stays inside.
type token struct {
	start, end int  // in characters (runes) of the text
	from, to   int  // in bytes of the text
	low, high  int  // in bytes of the folded text
	breaks     bool // a sentence ends before it
	joined     bool // only an apostrophe stands before it
	numbered   bool // it starts with a digit, and only a hyphen stands before it
}

// A reading is a text cut into tokens, with their letters folded so that case
// makes no difference. It is reused from text to text.
type reading struct {
	text   string
	folded []byte
	tokens []token
}

// word returns the folded text of token i.
func (r *reading) word(i int) []byte { return r.folded[r.tokens[i].low:r.tokens[i].high] }

// quote returns the text from the start of token i to the end of token j.
func (r *reading) quote(i, j int) string { return r.text[r.tokens[i].from:r.tokens[j].to] }

// read replaces what was read by text. Bytes that are no UTF-8 count as one
// character each and part words.
func (r *reading) read(text string) {
	r.text, r.folded, r.tokens = text, r.folded[:0], r.tokens[:0]
	var (
		open, breaks bool
		between      rune // the last character that belongs to no token
	)
	at := 0 // characters
	for i := 0; i < len(text); at++ {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWord(c):
			if !open {
				r.begin(at, i, c, between)
				r.tokens[len(r.tokens)-1].breaks, breaks, open = breaks, false, true
			}
			r.fold(c)
		case open && (c == '.' || c == ',') && isDigit(text, i-1) && isDigit(text, i+1):
			r.folded = append(r.folded, byte(c))
		default:
			if open {
				r.finish(at, i)
				open = false
			}
			breaks = breaks || r.endsSentence(c)
			between = c
		}
		i += size
	}
	if open {
		r.finish(at, len(text))
	}
}

// begin opens a token whose first character is c.
func (r *reading) begin(at, from int, c, between rune) {
	t := token{start: at, from: from, low: len(r.folded)}
	if n := len(r.tokens); n > 0 && r.tokens[n-1].end == at-1 {
		t.joined = between == '\'' || between == '’'
		t.numbered = isHyphen(between) && c >= '0' && c <= '9'
	}
	r.tokens = append(r.tokens, t)
}

// finish closes the open token.
func (r *reading) finish(at, to int) {
	t := &r.tokens[len(r.tokens)-1]
	t.end, t.to, t.high = at, to, len(r.folded)
}

// fold appends c so that upper and lower case, and letters that only look
// different, such as micro and mu, are equal.
func (r *reading) fold(c rune) {
	switch {
	case c >= 'A' && c <= 'Z':
		r.folded = append(r.folded, byte(c)|0x20)
	case c < utf8.RuneSelf:
		r.folded = append(r.folded, byte(c))
	default:
		r.folded = utf8.AppendRune(r.folded, unicode.ToLower(unicode.ToUpper(c)))
	}
}

// endsSentence says whether c ends a sentence; a point behind a single letter,
// as in "E. coli", does not.
func (r *reading) endsSentence(c rune) bool {
	switch c {
	case '!', '?', ';':
		return true
	case '.':
		n := len(r.tokens)
		return n == 0 || r.tokens[n-1].end-r.tokens[n-1].start > 1
	}
	return false
}

func isWord(c rune) bool {
	if c < utf8.RuneSelf {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c))
}

func isDigit(text string, i int) bool {
	return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9'
}

func isHyphen(c rune) bool { return c == '-' || c == '‐' || c == '‑' }
