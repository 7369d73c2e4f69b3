package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trimOuter trims punctuation from both ends. A bracket stays when its partner
// is inside, as in "(2R,3S)-tartaric".
func trimOuter(p string) string {
	for p != "" {
		first, size := utf8.DecodeRuneInString(p)
		last, lastSize := utf8.DecodeLastRuneInString(p)
		switch {
		case len(p) > size && closes(first, last) && wrapped(p):
			p = p[size : len(p)-lastSize]
		case trimsStart(first, p):
			p = p[size:]
		case trimsEnd(last, p):
			p = p[:len(p)-lastSize]
		default:
			return p
		}
	}
	return p
}

func closes(open, end rune) bool { return open == '(' && end == ')' || open == '[' && end == ']' }

// wrapped tells whether the bracket that opens p is closed only at its end.
func wrapped(p string) bool {
	depth := 0
	for i := 0; i < len(p)-1; i++ {
		switch p[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return false
			}
		}
	}
	return true
}

func trimsStart(r rune, p string) bool {
	switch r {
	case '(', '[':
		return !strings.ContainsAny(p, ")]")
	case '%', '+', '\u00b0':
		return false
	}
	return unicode.IsPunct(r)
}

func trimsEnd(r rune, p string) bool {
	switch r {
	case ')', ']':
		return !strings.ContainsAny(p, "([")
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
