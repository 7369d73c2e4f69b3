// Package extract finds short answers in sentences: it reads the type of answer that a question
// asks for, gathers candidates of that type, and scores each by how well its sentence
// addresses the question and how near it stands to the asked words. It also compares the
// options of a multiple-choice question. It compiles with TinyGo and imports nothing but the
// standard library and the packages lexicon, spelling and text.
//
// In the order of an answer: focus.go and what.go find what is asked for, answer.go gathers
// candidates and multiplies what each of its rules leaves of them, topic.go tells what a
// document is about; option.go, bearing.go and contrast.go compare options.
package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/lexicon"
	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
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
	hearsay   *text.Hearsay
	kin       text.Table[uint16]
	verbs     text.Table[bool]
	heads     map[uint64]head
	units     map[string]unit
	composing []uint64 // keys of words for what a thing is made of
}

// New makes an extractor.
func New() *Extractor {
	return &Extractor{
		composing: keysOf(composing), hearsay: text.NewHearsay(), kin: lexicon.Families(), verbs: lexicon.Verbs(), heads: headTable(), units: unitTable(),
	}
}

// keysOf lists the keys of words.
func keysOf(words string) []uint64 {
	var keys []uint64
	for _, w := range strings.Fields(words) {
		keys = append(keys, stemOf(spelling.Fold(nil, w)))
	}
	return keys
}

// A document holds the sentences that were read of it, in the order of their places.
type document struct {
	number    int
	relevance float64 // of its best sentence
	title     line
	studies   bool // it reports a study of its own
	sentences []sentence
	aliases   []alias
	spoken    float64 // whether it speaks of the subject, see [asking.spoken]; 0: not looked for
	topical   float64 // how much of the topics it has, see [asking.onTopic]; -1: not looked for
	without   []bool  // per term, whether the document's subjects are not such: non-smokers for "smokers"
}

// A sentence is a line with what is known of it.
type sentence struct {
	line
	Sentence
	hits       []hit
	met        []float64 // per term, how well the sentence meets it
	quantities []quantity
	shares     []quantity // told by words or by several numbers
	series     []series
	runs       [][]int             // words of numbers that are told in an order, of no list of the sentence
	marks      []int               // ahead of each word, how many commas and semicolons
	joints     []int               // the same of conjunctions
	brackets   []int               // the parenthesis that each word stands in, from 1 on; 0: none
	parted     [mostParts + 1]int8 // which part of a list of so many the question asks for, and 2; 0: not looked for
	turns      []int               // words at which it turns to something else
	score      float64             // how well it addresses the question
}

// A hit is a word of a sentence that meets a term of the question.
type hit struct {
	term, word int
	quality    float64
}

// open reads the sentences into documents, most relevant first. The order of rows makes no difference.
func (x *Extractor) open(all []Sentence) []document {
	rows := slices.Clone(all)
	slices.SortFunc(rows, func(a, b Sentence) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Place, b.Place), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Row, b.Row))
	})
	var out []document
	for _, s := range rows {
		if n := len(out); n == 0 || out[n-1].number != s.Document {
			out = append(out, document{number: s.Document, title: x.line(s.Title).opening()})
		}
		d := &out[len(out)-1]
		d.relevance = max(d.relevance, s.Relevance)
		read := x.line(s.Text).opening()
		d.sentences = append(d.sentences, sentence{line: read, Sentence: s, turns: read.turnsOf()})
		d.studies = d.studies || s.Section == "methods" || s.Section == "results" || x.hearsay.Studies(d.sentences[len(d.sentences)-1].Tokens)
	}
	for i := range out {
		out[i].introduce()
	}
	slices.SortStableFunc(out, func(a, b document) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.title.Text, b.title.Text), cmp.Compare(a.sentences[0].line.Text, b.sentences[0].line.Text))
	})
	return out
}

// Foremost keeps the n most relevant sentences. Of equal ones those count that stand first in a document, so that the order
// of rows makes no difference.
func Foremost(all []Sentence, n int) []Sentence {
	if len(all) <= n {
		return all
	}
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b Sentence) int {
		return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Place, b.Place),
			cmp.Compare(a.Text, b.Text), cmp.Compare(a.Row, b.Row))
	})
	return sorted[:n]
}

// Bounds of what is read, so that the work grows with the length of a text and no faster. What lies beyond them is left unread.
const (
	mostWords      = 400 // of a sentence, a title, an option or a question
	mostQuantities = 64  // of each
)

// opening keeps the first words of a line that is longer than mostWords.
func (l line) opening() line {
	l.words = l.words[:min(len(l.words), mostWords)]
	return l
}

// closing keeps the last words of a line that is longer than mostWords: a question asks at its end.
func (l line) closing() line {
	l.words = l.words[max(len(l.words)-mostWords, 0):]
	return l
}
