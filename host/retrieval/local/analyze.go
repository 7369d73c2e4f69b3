package local

import (
	"github.com/sparkhost/sparkhost/host/evidence/english"
)

// An analyzer makes a term of a word: possessives cut, lower case, English stop words left out, then the stemming asked
// for.
type analyzer struct {
	stem func(word string) string
}

func newAnalyzer(stemming string) analyzer {
	switch stemming {
	case "english":
		return analyzer{english.Stem}
	case "light":
		return analyzer{english.Singular}
	}
	return analyzer{func(word string) string { return word }}
}

// term is "" for words that are left out.
func (a analyzer) term(word string) string {
	word = english.Lower(english.WithoutPossessive(word))
	if english.IsStop(word) {
		return ""
	}
	return a.stem(word)
}
