// Package reading tells how well sentences address a question: whether they speak of its subject and of the relation that
// is asked of it. It compiles with TinyGo and imports nothing but the standard library and package text.
package reading

import (
	"cmp"
	"slices"
	"strings"
)

// A Sentence is one row of what was read.
type Sentence struct {
	Text, Title string
	Document    float64 // its document's number
	Place       int     // its ordinal in the document; the one before it has one less
	Section     string  // "", introduction, methods, results, discussion, conclusion
}

// A Question is what is asked.
type Question struct {
	Text    string
	Options []string
	Words   []Word // how rare its words are; a word without is held for middling
}

// A Word has a rarity: 0 in every document, 1 in none.
type Word struct {
	Text   string
	Rarity float64
}

// A Reader reads sentences for questions, one after the other. It is not for concurrent use.
type Reader struct {
	Discounts Discounts
	scanner   scanner
	looks     []look
	titles    []met
	met       []met // of each sentence, in context
	order     []int
	places    [64]int
	q         *question
	m         *measurer
	all       met
	shared    float64 // rarity of the terms that one document holds together, at most
	held      float64 // the same with words of their families
}

// Read compares the sentences with the question. See the methods for what it finds; the order of
// sentences makes no difference.
func (r *Reader) Read(question Question, sentences []Sentence) {
	r.q = newQuestion(&r.scanner, question.Text, question.Options, r.rarities(question.Words), r.Discounts.Light)
	r.q.aliasesOf(&r.scanner, question.Text, sentences)
	r.m = newMeasurer(r.q, r.Discounts)
	r.arrange(sentences)
	r.looks, r.titles, r.met = sized(r.looks, len(sentences)), sized(r.titles, len(sentences)), sized(r.met, len(sentences))
	r.all, r.shared, r.held = met{}, 0, 0
	title, of := "", met{}
	for _, i := range r.order {
		s := &sentences[i]
		r.looks[i] = r.q.look(&r.scanner, s.Text, &r.places)
		if s.Title != title {
			title, of = s.Title, r.q.look(&r.scanner, s.Title, &r.places).met
		}
		r.titles[i] = of
		r.all.add(r.looks[i].met)
		r.all.add(of)
	}
	r.m.hear(r.all)
}

// aliasesOf learns the other names that question and sentences introduce.
func (q *question) aliasesOf(s *scanner, t string, sentences []Sentence) {
	found := q.aliases(s, t, nil)
	for i := range sentences {
		found = q.aliases(s, sentences[i].Text, found)
	}
	q.learn(found)
}

func (r *Reader) rarities(words []Word) rarities {
	out := make(rarities, len(words))
	for _, w := range words {
		for _, k := range r.scanner.scan(strings.ToLower(w.Text), 8) {
			if old, there := out[k.key]; !there || w.Rarity < old {
				out[k.key] = min(max(w.Rarity, 0), 1)
			}
		}
	}
	return out
}

// arrange orders the sentences by document and place.
func (r *Reader) arrange(sentences []Sentence) {
	r.order = sized(r.order, len(sentences))
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortFunc(r.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(sentences[a].Document, sentences[b].Document), cmp.Compare(sentences[a].Place, sentences[b].Place),
			cmp.Compare(sentences[a].Text, sentences[b].Text), cmp.Compare(sentences[a].Title, sentences[b].Title), cmp.Compare(a, b))
	})
}

// sized returns a slice of n elements, in old's memory if it is large enough.
func sized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}

// Each calls do for every sentence with its row and features, document by document. The vector is valid
// during the call.
func (r *Reader) Each(sentences []Sentence, do func(row int, f *Vector)) {
	var f Vector
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && sentences[r.order[to]].Document == sentences[r.order[from]].Document {
			to++
		}
		r.document(sentences, r.order[from:to], &f, do)
		from = to
	}
}

// document measures the sentences of one document.
func (r *Reader) document(sentences []Sentence, rows []int, f *Vector, do func(row int, f *Vector)) {
	var s surrounding
	whole := met{}
	for _, i := range rows {
		s.document.add(r.looks[i].met)
		whole.add(r.titles[i])
	}
	whole.add(s.document)
	r.shared, r.held = max(r.shared, r.m.held(&whole, levelNear)), max(r.held, r.m.held(&whole, levelKin))
	var here, last met // of the rows at this place, and at the place before
	place, lastPlace := 0, -2
	for k, i := range rows {
		row := &sentences[i]
		if k == 0 || row.Place != place {
			last, lastPlace = here, place
			here, place = met{}, row.Place
			if k == 0 {
				lastPlace = place - 2
			}
		}
		here.add(r.looks[i].met)
		s.previous = met{}
		if lastPlace == place-1 {
			s.previous = last
		}
		s.title = r.titles[i]
		r.met[i] = r.looks[i].met
		r.met[i].add(s.title)
		r.met[i].add(s.previous)
		r.m.measure(&r.looks[i], &s, f)
		do(i, f)
	}
}

// Question tells how many terms the question has, and which share of their weight nothing read has.
func (r *Reader) Question() (terms int, unknown float64) { return len(r.q.terms), r.m.unknown }
