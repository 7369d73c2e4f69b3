package main

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

// A row is one sentence as read for a question. Label: 1 it addresses the question, 0 it does not, -1 nobody says.
type row struct {
	f     reading.Vector
	label int8
	gold  bool // of a document that addresses the question
	near  bool // of a document on the subject that does not
	in    int  // its document's place among those that were read
}

// A bag holds the sentences that were read for one question over one corpus.
type bag struct {
	pack, corpus string
	question     string
	addressed    int8 // 1, 0, or -1: nobody says
	rows         []row
	terms        int     // of the question
	unknown      float64 // share of their weight that nothing read has
}

// found is how many documents are read.
const found = 12

// bagOf reads what a search finds, with the documents that labels name.
func bagOf(r *reading.Reader, q *asked, from string, corpus *pack) bag {
	b := bag{pack: from, corpus: corpus.name, question: q.text, addressed: -1}
	own := from == corpus.name
	documents := corpus.index.search(q.text, found)
	if own {
		for i := range corpus.documents {
			if id := corpus.documents[i].id; (q.gold[id] || q.beside[id]) && !slices.Contains(documents, i) {
				documents = append(documents, i)
			}
		}
	}
	var sentences []reading.Sentence
	for n, d := range documents {
		for _, s := range corpus.documents[d].sentences {
			s.Document = float64(n)
			sentences = append(sentences, s)
		}
	}
	r.Read(reading.Question{Text: q.text, Options: q.options, Words: wordsOf(q, corpus.index)}, sentences)
	r.Each(sentences, func(i int, f *reading.Vector) {
		in := int(sentences[i].Document)
		o := rowOf(q, corpus.documents[documents[in]].id, sentences[i].Place, own, f)
		o.in = in
		b.rows = append(b.rows, o)
	})
	b.terms, b.unknown = r.Question()
	switch {
	case !own:
		b.addressed = 0
		b.rows = nearest(b.rows, hard)
	case len(q.gold) > 0:
		b.addressed = 1
	}
	return b
}

func rowOf(q *asked, id string, place int, own bool, f *reading.Vector) row {
	o := row{f: *f, label: 0}
	if !own {
		return o
	}
	o.gold, o.near = q.gold[id], q.beside[id]
	switch exact := q.exact[id]; {
	case exact[place]:
		o.label = 1
	case o.gold && len(exact) == 0, !o.gold && !o.near && q.open:
		o.label = -1
	}
	return o
}

// hard is how many sentences of another corpus are kept: only the best one will count.
const hard = 10

// nearest keeps the rows that share most with the question.
func nearest(rows []row, most int) []row {
	of := func(f *reading.Vector) float64 {
		return f[reading.FeatContext] + f[reading.FeatBoth] + f[reading.FeatFirst]/2
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(of(&b.f), of(&a.f)) })
	return slices.Clone(rows[:min(most, len(rows))])
}

// wordsOf returns the words of a question with their rarity.
func wordsOf(q *asked, x *index) []reading.Word {
	var words []reading.Word
	text := q.text
	for _, o := range q.options {
		text += "\n" + o
	}
	for _, w := range reading.ContentWords(text) {
		words = append(words, reading.Word{Text: w.Text, Rarity: x.rarity(w.Key)})
	}
	return words
}

// bags reads every pack's questions over its own corpus and over those of the others.
func bags(packs []*pack) []bag {
	r := &reading.Reader{Discounts: reading.Standard}
	var out []bag
	for i, p := range packs {
		for k := range p.questions {
			out = append(out, bagOf(r, &p.questions[k], p.name, p))
			for j, other := range packs {
				if p.name == "climate" && k%4 != 0 {
					break
				}
				if i != j && !same(p, other) && other.name != "climate" && other.name != "exam" {
					out = append(out, bagOf(r, &p.questions[k], p.name, other))
				}
			}
		}
	}
	return out
}

// same says whether two packs have one corpus.
func same(a, b *pack) bool { return &a.documents[0] == &b.documents[0] }
