package evidence

import (
	"strings"
	"unicode"
)

// hardAbbreviations never end a sentence before a word.
var hardAbbreviations = wordSet(`e.g i.e eg ie fig figs eq eqs eqn ref refs cf approx ca dr prof mr mrs ms messrs st
	vol pp tab sect suppl vs v viz resp ed eds mt mme nos var subsp ssp gen nov`)

// softAbbreviations end a sentence only before a word that commonly opens one.
var softAbbreviations = wordSet(`al etc inc ltd co corp sp spp jr sr min max temp conc dept univ est sec ch u.s u.k a.m p.m
	ph.d m.d wt mol no approx jan feb mar apr jun jul aug sep sept oct nov dec dil i.v i.p s.c p.o a.u`)

// numberedAbbreviations are words that only abbreviate before a number: "no. 5", "p. 12".
var numberedAbbreviations = wordSet("no p n art ch sec chap col exp")

// openers are words that, in capitals, commonly open a sentence.
var openers = wordSet(`the this these those that we our in it its they their there here however although though while when a an
	for to from by with on at as after before both each all no one two three most many some such thus therefore hence moreover
	furthermore additionally conversely finally recent recently results conclusion conclusions methods background if because
	since despite during among using based compared overall patients participants subjects i he she you what which who how why`)

// lettered are words that a single capital letter belongs to: "vitamin C.".
var lettered = wordSet("vitamin group type hepatitis factor phase grade class protein panel arm patient stage cohort table influenza level")

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// isAbbreviation tells whether the full stop after word, the last of head, only
// abbreviates, given that next may open a sentence.
func isAbbreviation(head, word, next string) bool {
	w := lower(word)
	opener := openers[lower(strings.Trim(next, ".,;:()[]\"'"))]
	switch {
	case hardAbbreviations[w]:
		return true
	case numberedAbbreviations[w] && startsWithDigit(next):
		return true
	case w == "no" || w == "sec" || w == "min" && startsWithDigit(next):
		return false
	case softAbbreviations[w] || isDotted(word):
		return !opener
	case isInitial(word):
		return !opener && !lettered[lower(lastWord(strings.TrimSpace(strings.TrimSuffix(head, word))))]
	case digitsAt(word, 0) == len(word): // "1. Introduction"
		return strings.TrimSpace(head) == word && len(word) <= 2
	}
	return false
}

// isInitial: one capital letter, also after a hyphen as in "J.-P".
func isInitial(word string) bool {
	r := []rune(strings.TrimLeft(word, "-"))
	return len(r) == 1 && unicode.IsUpper(r[0])
}

// isDotted: single letters with stops between them, as in "U.S" or "J.K".
func isDotted(word string) bool {
	parts := strings.Split(word, ".")
	for _, p := range parts {
		if len(p) != 1 || !isLetterByte(p[0]) {
			return false
		}
	}
	return len(parts) > 1
}

func startsWithDigit(s string) bool { return s != "" && isDigit(s[0]) }
