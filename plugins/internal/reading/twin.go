package reading

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A twin tells a term of the question from another thing whose name nearly equals it: mTORC1 and mTORC2, interleukin-17A and
// interleukin-17C, vitamin A and vitamin K, B cell and T cell, Camponotus rufipes and Camponotus femoratus, quinine and quinidine,
// thermal conductivity and electrical conductivity, boiling point and melting point. A
// sentence that names the twin and not the term speaks of something else, however many of the other words it has.
type twin struct {
	term int
	kind twinKind
	word string // the term in lower case
	stem string // of a numbered name, what stands before its first digit
	part uint64 // of a joined name, a species or an attribute, the key of the other word
}

type twinKind uint8

const (
	twinNumbered  twinKind = iota // letters with a number behind
	twinBehind                    // the second word of a joined name
	twinBefore                    // the first word of a joined name
	twinSpecies                   // the second word of a Latin name
	twinQualified                 // the adjective of an attribute that is asked for
	twinSpelt                     // a long word
)

// leastTwin is how telling a term must be to have twins.
const leastTwin = 0.3

// twinsOf finds the terms of the question that may be mistaken.
func (q *question) twinsOf(t string, words []token) {
	index := make(map[uint64]int, len(q.terms))
	for i := range q.terms {
		index[q.terms[i].key] = i
	}
	for i := range words {
		k, is := index[words[i].key]
		if !is || words[i].cue&text.CueStop != 0 || q.terms[k].weight < leastTwin && !isShort(q.terms[k].text) {
			continue
		}
		if tw, is := twinOf(t, words, i); is {
			tw.term = k
			q.twins = append(q.twins, tw)
		}
	}
}

// twinOf says in which way word i may be mistaken.
func twinOf(t string, words []token, i int) (tw twin, is bool) {
	tw.word = folded(t, &words[i])
	if tw.stem = lettersOf(tw.word); tw.stem != "" && len(tw.stem) < len(tw.word) {
		tw.kind = twinNumbered
		return tw, true
	}
	switch {
	case i > 0 && joins(t, words, i) && !isVerb(tw.word):
		tw.kind, tw.part = twinBehind, words[i-1].key
	case i+1 < len(words) && joins(t, words, i+1) && isShort(tw.word):
		tw.kind, tw.part = twinBefore, words[i+1].key
	case i > 0 && isSpecies(t, words, i):
		tw.kind, tw.part = twinSpecies, words[i-1].key
	case i+1 < len(words) && isQualifier(tw.word) && isAttribute(t, words, i+1):
		tw.kind, tw.part = twinQualified, words[i+1].key
	case len(tw.word) >= 7 && !words[i].number:
		tw.kind = twinSpelt
	default:
		return tw, false
	}
	return tw, true
}

// joins says whether word i makes one name with the word before it: with a hyphen or nothing between them, or as "vitamin D" does.
func joins(t string, words []token, i int) bool {
	a, b := &words[i-1], &words[i]
	if b.joined == 0 || (a.cue|b.cue)&text.CueStop != 0 || a.number {
		return false
	}
	return t[a.to:b.from] != " " || a.to-a.from == 1 || isCapital(t[b.from]) || b.number
}

// isSpecies says whether word i is the second word of a Latin name: lower case, behind a word with a capital, with a Latin ending.
func isSpecies(t string, words []token, i int) bool {
	a, b := &words[i-1], &words[i]
	if !isCapital(t[a.from]) || a.cue != 0 || b.cue != 0 || a.to-a.from < 4 || b.to-b.from < 5 || t[a.to:b.from] != " " {
		return false
	}
	for _, ending := range [...]string{"us", "um", "is", "ii", "ae", "ens", "ans", "pes", "ceps", "ides", "ax", "ix", "a", "i"} {
		if w := t[b.from:b.to]; len(w) > len(ending) && w[len(w)-len(ending):] == ending && w[0] >= 'a' {
			return true
		}
	}
	return false
}

// isQualifier says whether a word in lower case looks like one that says which of several attributes is meant: electrical,
// systolic, molecular, boiling. Adjectives of degree, such as high and typical values have, end otherwise or are in plainQualifiers.
func isQualifier(word string) bool {
	if len(word) < 6 || slices.Contains(plainQualifiers[:], word) {
		return false
	}
	for _, ending := range [...]string{"al", "ic", "ar", "ing"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// plainQualifiers grade an attribute and leave it the same.
var plainQualifiers = [...]string{"actual", "additional", "basic", "critical", "final", "general", "initial", "maximal", "minimal", "normal", "optimal", "original", "overall",
	"partial", "particular", "practical", "principal", "regular", "similar", "several", "special", "corresponding", "following", "remaining", "resulting", "specific", "substantial", "theoretical", "total", "typical", "unusual", "usual"}

// mistaken returns the set of terms whose twins a sentence names.
func (q *question) mistaken(t string, words []token) (terms uint64) {
	for k := range q.twins {
		tw := &q.twins[k]
		for i := range words {
			if tw.is(t, words, i) {
				terms |= 1 << tw.term
				break
			}
		}
	}
	return terms
}

// is says whether word i of a sentence names the twin.
func (tw *twin) is(t string, words []token, i int) bool {
	w := &words[i]
	switch tw.kind {
	case twinNumbered:
		return numbered(t[w.from:w.to], tw.stem)
	case twinBehind:
		return i > 0 && words[i-1].key == tw.part && joins(t, words, i) && !isVerb(t[w.from:w.to])
	case twinBefore:
		return i+1 < len(words) && words[i+1].key == tw.part && joins(t, words, i+1) && isShort(t[w.from:w.to])
	case twinSpecies:
		return i > 0 && words[i-1].key == tw.part && isSpecies(t, words, i)
	case twinQualified:
		other := folded(t, w)
		return i+1 < len(words) && words[i+1].key == tw.part && isQualifier(other) && other != tw.word
	}
	return w.to-w.from >= 7 && respelt(tw.word, t[w.from:w.to])
}

// numbered says whether a word is the stem with a number behind.
func numbered(word, stem string) bool {
	if len(word) <= len(stem) || !isDigit(word[len(stem)]) {
		return false
	}
	for i := range len(stem) {
		if lower(word[i]) != stem[i] {
			return false
		}
	}
	return true
}

// respelt says whether two words begin with the same three letters and end with the same two, and differ by one or two letters between
// that are not vowels alone, as quinine and quinidine do; a is in lower case.
func respelt(a, b string) bool {
	if a[0] != lower(b[0]) {
		return false
	}
	head, tail, short := 0, 0, min(len(a), len(b))
	for head < short && a[head] == lower(b[head]) {
		head++
	}
	for tail < short-head && a[len(a)-1-tail] == lower(b[len(b)-1-tail]) {
		tail++
	}
	if head < 3 || tail < 2 || head+tail < short-1 || max(len(a), len(b))-head-tail > 2 {
		return false
	}
	return !vowels(a[head:len(a)-tail]) || !vowels(b[head:len(b)-tail])
}

func vowels(s string) bool {
	for i := range len(s) {
		if c := lower(s[i]); !isVowel(c) && c != 'y' {
			return false
		}
	}
	return true
}

// lettersOf returns what stands before the first digit of a word; "" if that is the whole word or nothing.
func lettersOf(word string) string {
	for i := range len(word) {
		if isDigit(word[i]) {
			return word[:i]
		}
	}
	return ""
}

func folded(t string, w *token) string {
	b := make([]byte, w.to-w.from)
	for i := range b {
		b[i] = lower(t[w.from+i])
	}
	return string(b)
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }
