// Package extract finds short answers in sentences: it reads the type of answer that a question
// asks for, gathers candidates of that type, and scores each by how well its sentence
// addresses the question and how near it stands to the asked words. It also compares the
// options of a multiple-choice question. It compiles with TinyGo and imports nothing but the
// standard library and package text.
package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A Sentence is one sentence that was read.
type Sentence struct {
	Row       int     // of the table that it comes from
	Text      string  // as written
	Title     string  // of its document; empty: unknown
	Section   string  // such as "results"; empty: unknown
	Document  int     // number of its document
	Place     int     // ordinal in its document
	Relevance float64 // 0..1, of its passage
	Addresses float64 // 0..1, how well it addresses the question; NaN: nobody judged
}

// A Question is what is asked.
type Question struct {
	Text    string
	Options []string           // empty: free form
	Rarity  map[string]float64 // 0..1 of lower-case words; a word that it lacks is judged by the sentences
}

// A Result is what [Extractor.Answer] found, best first.
type Result struct {
	Answers  []Answer
	Agreeing []Answer // of other works, the same as the best
	Type     string   // the type of answer that was looked for, such as "percentage"
	Match    float64  // 0..1, how well the best answer is of that type
	Works    int      // documents that give the best answer
	Spread   float64  // of the values of good answers: (largest - smallest)/|largest|; 0: one value, or none
	Bridge   string   // the entity that joins two documents; empty: none
	Queries  []string // searches that would help
}

// An Answer is a span of a sentence.
type Answer struct {
	Row   int // of its sentence
	Text  string
	Score float64 // 0..1
}

// An Extractor holds the tables that all questions share. It is safe for concurrent use.
type Extractor struct {
	lexicon   *text.Lexicon
	hearsay   *text.Hearsay
	kin       map[uint64]uint16
	verbs     map[uint64]bool
	heads     map[uint64]head
	units     map[string]unit
	composing []uint64 // keys of words for what a thing is made of
}

// New makes an extractor.
func New() *Extractor {
	return &Extractor{
		composing: keysOf(composing), lexicon: text.NewLexicon(), hearsay: text.NewHearsay(), kin: families(), verbs: verbTable(), heads: headTable(), units: unitTable(),
	}
}

// keysOf lists the keys of words.
func keysOf(words string) []uint64 {
	var keys []uint64
	for _, w := range strings.Fields(words) {
		keys = append(keys, stemOf(spell(nil, w)))
	}
	return keys
}
