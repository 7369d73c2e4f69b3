package evidence

import (
	"strings"
	"unicode"
)

// A region is a part of a field under one heading.
type region struct {
	Span
	class string
}

// regions splits a field at its in-line headings ("METHODS: … RESULTS: …", or a
// line of its own); the headings themselves are in no region. What stands before the first
// heading has class.
func regions(text, class string) []region {
	var out []region
	start := 0
	for i := 0; i < len(text); i = nextStart(text, i) {
		n, found := heading(text[i:])
		if n == 0 {
			continue
		}
		out = append(out, region{Span{start, i}, class})
		start, class = i+n, found
		i += n - 1
	}
	return append(out, region{Span{start, len(text)}, class})
}

// nextStart returns the next place after i where a heading may stand: after a line
// end, or after white space that follows the end of a sentence.
func nextStart(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i-1] {
		case '\n':
			return i
		case ' ', '\t':
			if before := strings.TrimRight(text[max(0, i-8):i], " \t"); before != "" && strings.IndexByte(".?!:)]", before[len(before)-1]) >= 0 {
				return i
			}
		}
	}
	return i
}

// heading returns the length of the heading that s starts with and its class, or 0. A
// heading is one to eight words that headings are made of, the first with a capital, and
// then a colon or a line end; in capitals throughout, a full stop or the capital that begins
// a sentence will do.
func heading(s string) (int, string) {
	at := len(s) - len(strings.TrimLeft(s, "0123456789. "))
	first := at
	capitals := true
	for words := 0; words < 8; words++ {
		w := letterRun(s[at:])
		if !headingWord(w, words == 0) || capitals && words > 0 && w != strings.ToUpper(w) && opensSentence(w) {
			return capitalsEnd(s, first, at, capitals && words > 0)
		}
		capitals = capitals && len(w) > 1 && w == strings.ToUpper(w)
		at += len(w)
		if n := headingEnd(s, at, capitals); n > 0 {
			return classed(s[first:at], n)
		}
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " /&,-"))
	}
	return 0, ""
}

// letterRun returns the letters that s starts with.
func letterRun(s string) string {
	if i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		return s[:i]
	}
	return s
}

// headingWord tells whether w may be part of a heading; the first word needs a capital.
func headingWord(w string, first bool) bool {
	if w == "" || first && (w[0] < 'A' || w[0] > 'Z') {
		return false
	}
	l := lower(w)
	return headingClass(l) != "" || headingFillers[l]
}

// headingEnd returns where a heading ends whose last word ends at i, 0 if it goes on.
func headingEnd(s string, i int, capitals bool) int {
	rest := strings.TrimLeft(s[i:], " \r")
	end := len(s) - len(rest)
	switch {
	case rest == "":
		return 0
	case rest[0] == ':' || rest[0] == '\n', rest[0] == '.' && capitals:
		return end + 1
	}
	return 0
}

// capitalsEnd ends a heading without a colon before s[at:], where a sentence must begin.
func capitalsEnd(s string, first, at int, capitals bool) (int, string) {
	if !capitals || s[at-1] != ' ' || at == len(s) || !opensSentence(firstField(s[at:])) {
		return 0, ""
	}
	return classed(s[first:at], at)
}

// classed returns n and the class of the heading, 0 if it has none.
func classed(heading string, n int) (int, string) {
	class := SectionClass(heading)
	if class == SectionOther {
		return 0, ""
	}
	return n, class
}

func firstField(s string) string {
	if i := strings.IndexAny(s, " \t\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}

// headingFillers are words that headings are made of and that say nothing of the class.
var headingFillers = wordSet(`and or of the main primary secondary study research data key principal clinical analysis
	search strategy synthesis review case report major experimental specific statistical brief what is known new on this topic`)
