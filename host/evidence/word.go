package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/evidence/english"
)

// moreStops holds words that other lists of stop words lack: modal verbs, and abbreviations that carry no meaning of their own.
var moreStops = map[string]bool{
	"can": true, "could": true, "may": true, "might": true, "must": true, "shall": true, "will": true, "also": true, "whether": true,
	"eg": true, "ie": true, "etc": true,
}

// isStop tells whether w, in lower case, is a stop word.
func isStop(w string) bool { return moreStops[w] || english.IsStop(w) }

// stem returns the Porter stem of a word in lower case.
func stem(w string) string {
	if len(w) < 3 || strings.ContainsFunc(w, unicode.IsDigit) {
		return w
	}
	return english.Stem(w)
}

// term turns a lower-case word into its token; "" if it is a stop word.
func term(w string) string {
	switch {
	case isStop(w):
		return ""
	case isNumber(w):
		return plainNumber(w)
	}
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "'")
	if isStop(w) {
		return ""
	}
	return stem(w)
}

// lower folds to lower case rune by rune.
func lower(s string) string { return strings.Map(unicode.ToLower, s) }

// unifyMarks gives look-alikes one spelling: hyphens and minus signs, primes and
// apostrophes.
func unifyMarks(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(unifyMark, s)
		}
	}
	return s
}

func unifyMark(r rune) rune {
	switch r {
	case '\u2010', '\u2012', '\u2013', '\u2212':
		return '-'
	case '\u2018', '\u2019', '\u02bc', '\u2032':
		return '\''
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\ufeff':
		return -1
	}
	return r
}

// breaksWords is true for runes that always stand between words.
func breaksWords(r rune) bool {
	if r < utf8.RuneSelf {
		return breakers[r]
	}
	return unicode.IsSpace(r) || strings.ContainsRune("\u2014\u2026\u00b1\u00d7\u2264\u2265\u2248\u201c\u201d", r)
}

// breakers are the ASCII characters of breaksWords.
var breakers = func() (t [utf8.RuneSelf]bool) {
	for _, b := range "\t\n\v\f\r /=<>:;\"|\\~*&_@#?!" {
		t[b] = true
	}
	return t
}()

// words cuts p into runs of letters and digits. A decimal point, a thousands comma and
// an apostrophe between letters stay. Scripts that write without spaces are cut by
// the rules of Unicode.
func words(p string) []string {
	var out []string
	start, unspaced := -1, false
	flush := func(end int) {
		if start >= 0 {
			out = append(out, segment(p[start:end], unspaced)...)
		}
		start, unspaced = -1, false
	}
	for i, r := range p {
		if !inWord(p, i, r) {
			flush(i)
			continue
		}
		if start < 0 {
			start = i
		}
		unspaced = unspaced || r >= 0x0e00 && unicode.IsLetter(r)
	}
	flush(len(p))
	return out
}

// inWord tells whether r, at p[i:], belongs to a word.
func inWord(p string, i int, r rune) bool {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
		return true
	}
	if i == 0 || i+1 >= len(p) {
		return false
	}
	before, after := p[i-1], p[i+1]
	switch r {
	case '.':
		return isDigit(before) && isDigit(after)
	case ',':
		return isDigit(before) && digitsAt(p, i+1) == 3
	case '\'':
		return isLetterByte(before) && isLetterByte(after)
	}
	return false
}

func segment(w string, unspaced bool) []string {
	if !unspaced {
		return []string{w}
	}
	var out []string
	english.Words(w, func(word []byte) { out = append(out, string(word)) })
	return out
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isLetterByte(b byte) bool { return b >= utf8.RuneSelf || b|0x20 >= 'a' && b|0x20 <= 'z' }
