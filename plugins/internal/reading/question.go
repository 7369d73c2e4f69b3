package reading

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Limits of a question: words that are read, of sentences too, and terms that count, the most telling.
const (
	mostWords = 2000
	mostTerms = 48
)

// A question is cut into terms once and then compared with every sentence.
type question struct {
	terms    []term
	quantity bool // it asks for a number
	percent  bool // it asks for a share
	options  []option
	words    table
	phrases  []phrase
	extras   int // bits of extra in use
	twins    []twin
	nouns    uint64 // terms that are nouns by their place, see subjectOf
	named    uint64 // terms that name one thing, see namesOf
}

// Words that only say that a number is asked for.
var (
	quantityKeys = keysOf("much many number amount quantity count far long old often")
	shareKeys    = keysOf("percentage percent proportion share fraction")
)

func keysOf(words string) []uint64 {
	var keys []uint64
	for _, w := range strings.Fields(words) {
		keys = append(keys, keyOf([]byte(w)))
	}
	return keys
}

// newQuestion cuts a question into terms; light is what light words weigh of their rarity.
func newQuestion(s *scanner, t string, options []string, r rarities, light float64) *question {
	q := &question{}
	words := s.scan(t, mostWords)
	q.gather(t, words, r, light)
	q.keep(mostTerms)
	q.predicate()
	q.subjectOf(words)
	q.namesOf(t, words)
	q.enter()
	q.twinsOf(t, words)
	for _, o := range options {
		q.option(s, o)
	}
	if len(q.options) > 0 {
		q.twins = nil // options name them on purpose
	}
	return q
}

// gather makes terms of the content words.
func (q *question) gather(t string, words []token, r rarities, light float64) {
	index := map[uint64]int{}
	last := -1
	for i := range words {
		w := &words[i]
		if w.cue&text.CueStop != 0 || q.scaffold(t, words, i) {
			last = -1
			continue
		}
		at, seen := index[w.key]
		if !seen {
			at = len(q.terms)
			index[w.key] = at
			q.terms = append(q.terms, newTerm(t, words, i, r, light))
			if last >= 0 {
				q.terms[at].before = last
				q.join(at, w, words[i-1:i+1], t)
			}
		}
		last = at
	}
}

// join notes that a term is one word with the one before it. The shorter part of such a word, as in "IL-6" and
// "vitamin D", means little alone.
func (q *question) join(at int, w *token, pair []token, t string) {
	if w.joined == 0 {
		return
	}
	tm, head := &q.terms[at], &q.terms[at-1]
	tm.joined = w.joined
	alone := levelNone
	if t[pair[0].to:pair[1].from] == " " {
		alone = levelNear
	}
	if isShort(tm.text) {
		tm.alone = alone
	}
	if isShort(head.text) && head.joined == 0 && tm.before == at-1 {
		head.alone, head.joined = alone, w.joined
	}
}

func isShort(word string) bool {
	return len(word) <= 2 || len(word) <= 4 && isDigit(word[0])
}

// scaffold notes what kind of answer is asked for and says whether word i tells no more than that.
func (q *question) scaffold(t string, words []token, i int) bool {
	asking := i > 0 && (t[words[i-1].from:words[i-1].to] == "how" || t[words[i-1].from:words[i-1].to] == "How")
	switch {
	case asking && slices.Contains(quantityKeys, words[i].key):
		q.quantity = true
	case i < 5 && slices.Contains(shareKeys, words[i].key) && follows(t, words, i, "of"):
		q.quantity, q.percent = true, true
	default:
		return false
	}
	return true
}

// enter makes the terms findable by their words.
func (q *question) enter() {
	for i := range q.terms {
		tm, bit := &q.terms[i], uint64(1)<<i
		switch tm.alone {
		case levelExact:
			q.words.grant(tm.key, met{exact: bit})
		case levelNear:
			q.words.grant(tm.key, met{near: bit})
		}
		if tm.joined != 0 {
			q.words.grant(tm.joined, met{exact: bit})
			if tm.before >= 0 {
				q.words.grant(tm.joined, met{exact: 1 << tm.before})
			}
		}
		for _, key := range kin[tm.key] {
			q.words.grant(key, met{near: bit})
		}
	}
}
