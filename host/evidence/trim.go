package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trimOuter trims punctuation from both ends. A bracket stays when its partner
// is inside, as in "(2R,3S)-tartaric". Each byte is read a constant number of times.
func trimOuter(p string) string {
	t := trimmer{text: p, end: len(p)}
	for t.start < t.end && t.step() {
	}
	return t.text[t.start:t.end]
}

// A trimmer is a text that is trimmed to text[start:end].
type trimmer struct {
	text            string
	start, end      int
	paired          bool
	opening, ending int   // how many brackets of a kind are left, once paired
	partner         []int // where the opening bracket at an index is closed, or past the end
}

// pair counts the brackets that are left and finds their partners, the first time that a bracket is met. Round and square ones
// may close each other, as in half-open intervals.
func (t *trimmer) pair() {
	if t.paired {
		return
	}
	*t = trimmer{text: t.text[t.start:t.end], end: t.end - t.start, paired: true}
	t.partner = make([]int, t.end)
	inner := -1 // the innermost bracket that is open; its slot holds the next one out until it is closed
	for i := range t.end {
		switch t.text[i] {
		case '(', '[':
			t.opening++
			inner, t.partner[i] = i, inner
		case ')', ']':
			t.ending++
			if inner >= 0 {
				inner, t.partner[inner] = t.partner[inner], i
			}
		}
	}
	for inner >= 0 {
		inner, t.partner[inner] = t.partner[inner], t.end
	}
}

// step trims one character from an end, or brackets from both; false: nothing is left to trim.
func (t *trimmer) step() bool {
	p := t.text[t.start:t.end]
	first, size := utf8.DecodeRuneInString(p)
	last, lastSize := utf8.DecodeLastRuneInString(p)
	switch {
	case len(p) > size && closes(first, last) && t.wrapped():
		t.opening, t.ending = t.opening-1, t.ending-1
		t.start, t.end = t.start+size, t.end-lastSize
	case t.trimsStart(first):
		t.left(first)
		t.start += size
	case t.trimsEnd(last):
		t.left(last)
		t.end -= lastSize
	default:
		return false
	}
	return true
}

// left counts a character that was trimmed.
func (t *trimmer) left(r rune) {
	switch r {
	case '(', '[':
		t.opening--
	case ')', ']':
		t.ending--
	}
}

func closes(open, end rune) bool { return open == '(' && end == ')' || open == '[' && end == ']' }

// wrapped tells whether the bracket that opens what is left is closed only at its end, or not at all.
func (t *trimmer) wrapped() bool {
	t.pair()
	return t.partner[t.start] >= t.end-1
}

func (t *trimmer) trimsStart(r rune) bool {
	switch r {
	case '(', '[':
		t.pair()
		return t.ending == 0
	case '%', '+', '\u00b0':
		return false
	}
	return unicode.IsPunct(r)
}

func (t *trimmer) trimsEnd(r rune) bool {
	switch r {
	case ')', ']':
		t.pair()
		return t.opening == 0
	case '%', '+':
		return false
	}
	return unicode.IsPunct(r)
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// caseCount counts letters and capitals.
func caseCount(s string) (letters, upper int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.IsUpper(r) {
			upper++
		}
	}
	return letters, upper
}

// endsClause tells whether s ends a sentence or a clause.
func endsClause(s string) bool {
	s = strings.TrimRight(s, "\"')]\u201d\u2019")
	return s != "" && strings.ContainsRune(".,;:!?", rune(s[len(s)-1]))
}
