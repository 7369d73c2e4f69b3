package main

import (
	"errors"
	"strings"
)

// antonyms returns the twenty pairs of U18: the three that the proposal names, and seventeen more.
func antonyms() []string {
	return []string{
		"inhibit*/activat*",
		"increas*/decreas*",
		"promot*/suppress*",
		"upregulat*,up-regulat*/downregulat*,down-regulat*",
		"enhanc*/reduc*",
		"stimulat*/block*",
		"induc*/prevent*",
		"gain*/loss*,lose*,lost",
		"high,higher,highest/low,lower,lowest",
		"stable/unstable",
		"accelerat*/slow,slows,slowed,slowing,slower",
		"positive,positively/negative,negatively",
		"agonist*/antagonist*",
		"exothermic*/endothermic*",
		"soluble/insoluble",
		"bind,binds,binding,bound/dissociat*",
		"necessary,essential/dispensable,unnecessary",
		"present,presence/absent,absence",
		"sensitive,sensitivity/resistant,resistance",
		"support,supports,supported,supporting/refut*",
	}
}

// negations returns the tokens of U17. "does not" holds "not"; "refut*" is left out, as it is a side of a pair.
func negations() []string {
	return []string{"no", "not", "never", "without", "fail*", "lack*", "absence", "unable", "neither", "nor", "contrary", "n't", "cannot"}
}

// A pattern is a word, or what a word begins with.
type pattern struct {
	word   string
	prefix bool
}

func (p pattern) is(word string) bool {
	if p.prefix {
		return strings.HasPrefix(word, p.word)
	}
	return word == p.word
}

// A side is one side of an antonym pair.
type side []pattern

func (s side) is(word string) bool {
	for _, p := range s {
		if p.is(word) {
			return true
		}
	}
	return false
}

// An opposition is two sides that exclude each other.
type opposition [2]side

// errTable is what is wrong with a table of antonyms that is not written as it must be.
var errTable = errors.New(`a pair is written "inhibit*/activat*": two sides parted by one slash, each of words parted by commas`)

// table reads the pairs; each side needs a word.
func table(lines []string) ([]opposition, error) {
	out := make([]opposition, len(lines))
	for i, line := range lines {
		left, right, both := strings.Cut(line, "/")
		if !both || strings.Contains(right, "/") {
			return nil, errTable
		}
		out[i] = opposition{patterns(strings.Split(left, ",")), patterns(strings.Split(right, ","))}
		if len(out[i][0]) == 0 || len(out[i][1]) == 0 {
			return nil, errTable
		}
	}
	return out, nil
}

// patterns reads words, of which an empty one is none.
func patterns(words []string) side {
	var out side
	for _, w := range words {
		w = strings.ToLower(strings.TrimSpace(w))
		stem, prefix := strings.CutSuffix(w, "*")
		if stem != "" {
			out = append(out, pattern{stem, prefix})
		}
	}
	return out
}
