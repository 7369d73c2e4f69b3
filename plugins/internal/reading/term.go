package reading

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A term is a content word of the question.
type term struct {
	key      uint64
	text     string  // as written
	weight   float64 // how telling it is: its rarity, 0..1
	name     bool    // the name of something: it has a digit, or a capital where none need be
	relation bool    // part of what is asked of the subject, rather than of the subject
	families family
	before   int    // the term right before it; -1: none
	joined   uint64 // key of the word that it makes with that term; 0: none
	alone    level  // how well the word meets the term without that one
}

// A Rarity tells how telling a word is, 0..1, by its key; false: unknown.
type rarities map[uint64]float64

// of returns the rarity of a word. One without counts as middling, longer ones for more.
func (r rarities) of(key uint64, length int) float64 {
	if v, known := r[key]; known {
		return v
	}
	return 0.35 + 0.03*float64(min(length, 10))
}

func newTerm(t string, words []token, i int, r rarities, light float64) term {
	w := &words[i]
	return term{
		key: w.key, text: t[w.from:w.to], before: -1, families: familiesOf(w), alone: levelExact,
		weight:   weightOf(w.key, t[w.from:w.to], r, light),
		name:     isNamed(t, w),
		relation: familiesOf(w) != 0 || w.cue&text.CueGeneric != 0 || isVerb(t[w.from:w.to]) || isAttribute(t, words, i),
	}
}

// weightOf returns how telling a word is.
func weightOf(key uint64, word string, r rarities, light float64) float64 {
	v := r.of(key, len(word))
	if isLight(key, word) {
		v *= light
	}
	return v
}

// isNamed says whether a token is a name: it has two capitals, or one that does not begin the text, or letters and digits.
func isNamed(t string, w *token) bool {
	capitals, digits := 0, 0
	for i := w.from; i < w.to; i++ {
		switch {
		case t[i] >= 'A' && t[i] <= 'Z':
			capitals++
		case isDigit(t[i]):
			digits++
		}
	}
	return capitals > 1 || capitals == 1 && (w.from > 1 || digits > 0) || digits > 0 && digits < w.to-w.from
}

// follows says whether a word comes right behind word i.
func follows(t string, words []token, i int, word string) bool {
	return i+1 < len(words) && t[words[i+1].from:words[i+1].to] == word
}

// isAttribute says whether word i is what is asked of a thing: the head of "point of tungsten", or "cheaper" in "cheaper than tin".
func isAttribute(t string, words []token, i int) bool {
	return follows(t, words, i, "of") || follows(t, words, i, "than")
}

// isVerb says whether a word looks like a verb or what is made of one.
func isVerb(word string) bool {
	for _, ending := range [...]string{"ed", "ing", "ise", "ize", "ises", "izes", "ify", "ifies", "ates"} {
		if len(word) > len(ending)+3 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// isName says whether a word has a capital or a digit.
func isName(word string) bool {
	for i := range len(word) {
		if word[i] >= 'A' && word[i] <= 'Z' || isDigit(word[i]) {
			return true
		}
	}
	return false
}
