package bearing

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A token is a word or number of a text. Words break at hyphens and apostrophes; a
// point or comma between two digits stays inside.
type token struct {
	from, to int     // bytes of the text
	stem     uint64  // hash of the folded stem; see stemLength
	word     uint64  // hash of the folded word
	cue      cue     // what the word is a cue for
	number   float64 // its value; NaN: no number
	sentence int     // index of its sentence
	clause   int     // index of its clause, ascending through the text
	shift    int8    // way and strength of a direction word: -1 down, +1 up, 0 none
	percent  bool    // a number that % follows
}

// A reading is a text cut into tokens. sentences holds, for each sentence, its first
// token and the one behind its last.
type reading struct {
	text      string
	tokens    []token
	sentences []span
}

// A span is tokens [first, end).
type span struct{ first, end int }

// quote is the text from token i up to and with token j.
func (r *reading) quote(i, j int) string { return r.text[r.tokens[i].from:r.tokens[j].to] }

// gap is what stands between token i and the next one.
func (r *reading) gap(i int) string {
	if i+1 >= len(r.tokens) {
		return r.text[r.tokens[i].to:]
	}
	return r.text[r.tokens[i].to:r.tokens[i+1].from]
}

// read cuts a text into tokens and sentences and looks the tokens up in the lexicon.
// Bytes that are no UTF-8 part words.
func read(text string, l *lexicon) reading {
	r := reading{text: text, tokens: make([]token, 0, len(text)/6+1)}
	var folded []byte
	open, from := false, 0
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWord(c):
			if !open {
				open, from, folded = true, i, folded[:0]
			}
			folded = fold(folded, c)
		case open && (c == '.' || c == ',') && isDigit(text, i-1) && isDigit(text, i+1):
			folded = append(folded, byte(c))
		case open:
			r.tokens = append(r.tokens, l.token(folded, from, i))
			open = false
		}
		i += size
	}
	if open {
		r.tokens = append(r.tokens, l.token(folded, from, len(text)))
	}
	r.divide()
	r.qualify()
	return r
}

// divide finds sentences and clauses.
func (r *reading) divide() {
	first, clause := 0, 0
	for i := range r.tokens {
		t := &r.tokens[i]
		t.sentence, t.clause = len(r.sentences), clause
		gap := r.gap(i)
		if r.endsSentence(i, gap) {
			r.sentences = append(r.sentences, span{first, i + 1})
			first = i + 1
			clause++
		} else if endsClause(gap) || i+1 < len(r.tokens) && r.tokens[i+1].cue&cueTurn != 0 {
			clause++
		}
	}
	if first < len(r.tokens) {
		r.sentences = append(r.sentences, span{first, len(r.tokens)})
	}
}

// endsSentence says whether a sentence ends behind token i, which gap follows: with a
// mark before white space and a capital or digit. A point behind a single letter, as in
// "E. coli", ends none.
func (r *reading) endsSentence(i int, gap string) bool {
	if i+1 >= len(r.tokens) {
		return true
	}
	mark, spaced := false, false
	for _, c := range gap {
		switch c {
		case '.', '!', '?':
			mark, spaced = true, false
		case ' ', '\n', '\t', '\r':
			spaced = true
		}
	}
	if !mark || !spaced || r.tokens[i].to-r.tokens[i].from < 2 && math.IsNaN(r.tokens[i].number) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(r.text[r.tokens[i+1].from:])
	return !unicode.IsLower(next)
}

// endsClause says whether a clause ends at what stands between two tokens.
func endsClause(gap string) bool {
	for i := range len(gap) {
		switch gap[i] {
		case ',', ';', ':', '(', ')':
			return true
		}
	}
	return false
}

// qualify reads what needs the neighbours of a token: percentages.
func (r *reading) qualify() {
	for i := range r.tokens {
		t := &r.tokens[i]
		if math.IsNaN(t.number) {
			continue
		}
		gap := r.gap(i)
		t.percent = len(gap) > 0 && gap[0] == '%' || len(gap) > 1 && gap[:2] == " %"
	}
}

// fold appends c so that upper and lower case, and letters that only look different,
// such as micro and mu, are equal.
func fold(to []byte, c rune) []byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return append(to, byte(c)|0x20)
	case c < utf8.RuneSelf:
		return append(to, byte(c))
	}
	return utf8.AppendRune(to, unicode.ToLower(unicode.ToUpper(c)))
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

// numberOf reads a folded word as a number, thousands parted by commas; NaN: it is none.
func numberOf(word []byte) float64 {
	if len(word) == 0 || word[0] < '0' || word[0] > '9' || len(word) > 18 {
		return math.NaN()
	}
	plain := make([]byte, 0, len(word))
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9' || c == '.':
			plain = append(plain, c)
		case c != ',':
			return math.NaN()
		}
	}
	v, err := strconv.ParseFloat(string(plain), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// hash is FNV-1a over 64 bits.
func hash(word []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range word {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
