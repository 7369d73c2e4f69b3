package stance

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// levels says whether a statement tells that things are alike: "similar", "did not differ", "as good as".
func (s *sight) levels() bool {
	for i := range s.Tokens {
		if s.alike(i) {
			return true
		}
	}
	return false
}

var wordAs = text.Hash([]byte("as"))

// alike says whether token i tells that things are alike.
func (s *sight) alike(i int) bool {
	t := &s.Tokens[i]
	if t.Cue&text.CueSame != 0 && !unlike[t.Word] || s.remainsSame(i) || t.Word == wordInferior && i > 0 && s.Tokens[i-1].Word == wordNot {
		return true
	}
	if t.Word != wordAs || i > 0 && strings.Contains(s.Gap(i-1), ",") {
		return false
	}
	for j := i + 2; j < min(len(s.Tokens), i+4); j++ { // "as good as", not "as well as" of a list
		if s.Tokens[j].Word == wordAs {
			return s.Tokens[i+1].Word != wordWell || i > 0 && s.Tokens[i-1].Cue == 0
		}
	}
	return false
}

// remainsSame says whether token i is "same" of "was the same", or "constant" of "stayed constant": "the same patients" compares nothing.
func (s *sight) remainsSame(i int) bool {
	if steady[s.Tokens[i].Word] {
		return i > 0 && s.stays(i-1)
	}
	return s.Tokens[i].Word == wordSame && i > 1 && s.Tokens[i-1].Word == wordThe && (s.h.vocabulary.kinds.Of(s.Tokens[i-2].Word)&kindPassive != 0 || s.stays(i-2))
}

// stays says whether token i tells that something goes on as it was.
func (s *sight) stays(i int) bool {
	return s.Tokens[i].Stem == stemRemain || s.Tokens[i].Stem == stemStay
}

// Words for what does not change, behind such a verb.
var steady = wordSet(`constant stable steady level`)

var stemStay = stemOf("stay")

// Words of that cue that do not compare two things.
var unlike = wordSet(`independent independently irrespective regardless constant parallel same insignificant nonsignificant`)

var (
	wordInferior = text.Hash([]byte("inferior"))
	wordWell     = text.Hash([]byte("well"))
	wordSame     = text.Hash([]byte("same"))
)
