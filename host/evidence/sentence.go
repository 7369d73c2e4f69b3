package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Span is the bytes [Start,End) of a text.
type Span struct{ Start, End int }

// Of returns the bytes of text that s spans.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Sentences cuts English scientific prose into sentences and returns their byte
// offsets, ascending, without white space around them; every byte that is not white space
// is in exactly one. Abbreviations (e.g., et al., Fig. 2), initials, decimals and p-values do
// not end a sentence; an empty line does, and so does a mark with which another sentence runs on.
func Sentences(text string) []Span {
	var out []Span
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '.', '!', '?', '\n', ideographicStop[0]:
		default:
			continue
		}
		if end := boundary(text, start, i); end >= 0 {
			out = appendTrimmed(out, text, Span{start, end})
			start, i = end, end-1
		}
	}
	return appendTrimmed(out, text, Span{start, len(text)})
}

// FirstSentence returns the first sentence of text, "" if there is none.
func FirstSentence(text string) string {
	if spans := Sentences(text); len(spans) > 0 {
		return spans[0].Of(text)
	}
	return ""
}

// appendTrimmed appends s without the white space at its ends, unless nothing is left.
func appendTrimmed(out []Span, text string, s Span) []Span {
	if s = trimSpan(text, s); s.Start < s.End {
		out = append(out, s)
	}
	return out
}

func trimSpan(text string, s Span) Span {
	s.End = s.Start + len(strings.TrimRightFunc(s.Of(text), unicode.IsSpace))
	s.Start = s.End - len(strings.TrimLeftFunc(s.Of(text), unicode.IsSpace))
	return s
}

const ideographicStop = "。"

// boundary returns where the sentence that began at start ends if text[i] ends it,
// else -1.
func boundary(text string, start, i int) int {
	switch text[i] {
	case '.', '!', '?':
	case '\n':
		if rest := strings.TrimLeft(text[i+1:], " \t\r"); strings.HasPrefix(rest, "\n") {
			return i + 1
		}
		return -1
	default:
		if strings.HasPrefix(text[i:], ideographicStop) {
			return i + len(ideographicStop)
		}
		return -1
	}
	end := afterClosers(text, i+1)
	if end == len(text) {
		return end
	}
	next, ok := nextWord(text, end)
	if !ok && !runsOn(lastWord(text[start:i]), next) {
		return -1
	}
	if endsHere(text[start:i], text[i], next) {
		return end
	}
	return -1
}

// afterClosers skips further marks, closing quotes and brackets, and a reference in
// square brackets.
func afterClosers(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case strings.ContainsRune(".!?\"')]}\u201d\u2019\u00bb", r):
			i += size
		case r == '[':
			close := strings.IndexByte(text[i:], ']')
			if close < 0 || strings.Trim(text[i+1:i+close], "0123456789,-\u2013 ") != "" {
				return i
			}
			i += close + 1
		default:
			return i
		}
	}
	return i
}

// nextWord returns the word at i, after white space; false without white space there.
func nextWord(text string, i int) (next string, spaced bool) {
	rest := strings.TrimLeftFunc(text[i:], unicode.IsSpace)
	spaced = len(rest) < len(text)-i
	if n := strings.IndexFunc(rest, unicode.IsSpace); n >= 0 {
		rest = rest[:n]
	}
	return rest, spaced
}

// shortestRunOn is the least number of letters of a word that ends a sentence without white space behind its mark: "E.coli" is one word.
const shortestRunOn = 3

// shortestHeading is the least number of letters of a word in capitals that begins a sentence so: "AIMS".
const shortestHeading = 4

// runsOn says whether a sentence begins with next right behind the mark that follows word, as where a heading was joined to the text before: "had
// improved.CONCLUSIONS: The drug". Addresses and names such as "E.coli" run on within themselves.
func runsOn(word, next string) bool {
	closed := strings.HasSuffix(word, ")")
	next = strings.TrimRight(next, ".,;:!?)")
	if strings.ContainsAny(next, "./@") || !closed && strings.ContainsAny(word, "./@:") {
		return false
	}
	if len(next) >= shortestHeading && len(word) > 1 && strings.TrimFunc(next, unicode.IsUpper) == "" {
		return true
	}
	head := strings.TrimRightFunc(word, unicode.IsLower)
	name := strings.IndexFunc(head, unicode.IsUpper) > 0 // "GitHub"
	first, size := utf8.DecodeRuneInString(next)
	second, _ := utf8.DecodeRuneInString(next[size:])
	return (closed || len(word)-len(head) >= shortestRunOn && !name) && unicode.IsUpper(first) && unicode.IsLower(second)
}

// endsHere decides for a mark after head and before the word next.
func endsHere(head string, mark byte, next string) bool {
	word := lastWord(head)
	switch {
	case next == "": // only white space follows
		return true
	case word == "": // a mark that stands alone, as in "a slipstream . an experiment"
		return strings.TrimSpace(head) != ""
	case !opensSentence(next):
		return false
	case mark != '.':
		return true
	}
	return !isAbbreviation(head, word, next)
}

// lastWord returns what follows the last white space of s, without opening marks.
func lastWord(s string) string {
	if i := strings.LastIndexFunc(s, unicode.IsSpace); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		s = s[i+size:]
	}
	return strings.TrimLeft(s, "([{\"'\u201c\u2018")
}

// opensSentence tells whether a sentence can begin with next: a capital, a digit, an
// opening mark, or a name such as p53, mTOR or α-synuclein.
func opensSentence(next string) bool {
	bare := strings.TrimLeft(next, "([{\"'\u201c\u2018*\u2022-\u2013\u2014")
	r, _ := utf8.DecodeRuneInString(bare)
	switch {
	case bare == "" || unicode.IsUpper(r) || unicode.IsDigit(r):
		return true
	case unicode.IsLetter(r) && !unicode.IsLower(r):
		return true
	case !unicode.IsLetter(r):
		return unicode.IsSymbol(r) && len(bare) > 1
	}
	s := shapeOf(strings.TrimRight(bare, ".,;:)]"))
	return r >= 0x370 && r < 0x400 || s.innerUpper || s.digits > 0 && s.letters <= 5
}
