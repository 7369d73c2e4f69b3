package extract

import (
	"cmp"
	"slices"
)

// A document holds the sentences that were read of it, in the order of their places.
type document struct {
	number    int
	relevance float64 // of its best sentence
	title     line
	studies   bool // it reports a study of its own
	sentences []sentence
	aliases   []alias
	spoken    float64 // whether it speaks of the subject, see [asking.spoken]; 0: not looked for
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
