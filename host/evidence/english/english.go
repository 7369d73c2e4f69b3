// Package english cuts text into words and brings English words to their stems. It does what bleve's analysis does, over the two
// small libraries that bleve uses; bleve itself links shapes on the globe, bitmaps and a JSON library for it. A test holds
// both against each other.
package english

import (
	"strings"
	"unicode"
	"unicode/utf8"

	stemmer "github.com/blevesearch/go-porterstemmer"
	"github.com/blevesearch/segment"
)

// Words calls f with each word of a text, by the rules of Unicode (UAX 29). A word is valid until f returns.
func Words(text string, f func(word []byte)) {
	s := segment.NewWordSegmenterDirect([]byte(text))
	for s.Segment() {
		if s.Type() != segment.None {
			f(s.Bytes())
		}
	}
}

// Stem returns the Porter stem of a word in lower case.
func Stem(word string) string { return string(stemmer.StemWithoutLowerCasing([]rune(word))) }

// Lower folds a word to lower case, rune by rune; a sigma at its end becomes a final one.
func Lower(word string) string {
	lower := strings.ToLower(word)
	if strings.HasSuffix(word, "Σ") {
		return strings.TrimSuffix(lower, "σ") + "ς"
	}
	return lower
}

// WithoutPossessive cuts 's from the end of a word, with any of three apostrophes.
func WithoutPossessive(word string) string {
	if !strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "S") {
		return word
	}
	before := word[:len(word)-1]
	if r, n := utf8.DecodeLastRuneInString(before); r == '\'' || r == '\u2019' || r == '\uff07' {
		return before[:len(before)-n]
	}
	return word
}

// Singular cuts endings of the plural from a word and leaves other endings: the S stemmer of Harman (1991), with rules for words in
// -xes, -oes, -shes, -sses and -ches.
func Singular(word string) string {
	word = strings.Map(unicode.ToLower, word)
	ends := func(suffix string) bool { return strings.HasSuffix(word, suffix) }
	switch n := utf8.RuneCountInString(word); {
	case n < 3 || !ends("s") || ends("us") || ends("ss"):
		return word
	case n > 4 && ends("ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case n > 4 && (ends("xes") || ends("shes") || ends("sses")),
		n > 4 && ends("ches") && !keepsE(word, chesWithE),
		n > 3 && ends("oes") && !keepsE(word, oesWithE):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}

// The plurals that end in an e without their s.
var (
	oesWithE  = []string{"shoes", "canoes", "oboes"}
	chesWithE = []string{"cliches", "avalanches", "mustaches", "moustaches", "quiches", "headaches", "heartaches", "porsches", "tranches", "caches"}
)

// keepsE tells whether a word and one of a list end alike, as far as the shorter one goes.
func keepsE(word string, list []string) bool {
	for _, one := range list {
		if strings.HasSuffix(word, one) || strings.HasSuffix(one, word) {
			return true
		}
	}
	return false
}
