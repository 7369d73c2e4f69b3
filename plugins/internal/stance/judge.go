// Package stance judges what works say of a claim or question: it pools the sentences of each, which package sentence reads one by one, and lets the
// heads of a model weigh works and questions.
package stance

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A Question is a claim or a yes/no question, with how rare its words are by the hash of their lower-case form, 0 to 1 (1: no document
// holds it). Words that Rarity lacks are judged by their form.
type Question struct {
	Text   string
	Rarity map[uint64]float64
}

// A Sentence is one that was read. The order of sentences makes no difference.
type Sentence struct {
	Text      string
	Section   string  // "", introduction, methods, results, discussion or conclusion
	Document  int     // its number
	Place     int     // ordinal in its document
	Relevance float64 // 0..1
	Addresses float64 // 0..1 how well it addresses the question; NaN: nobody judged
}

// A Judge reads sentences. It is immutable and safe for concurrent use.
type Judge struct {
	vocabulary *sentence.Vocabulary
	model      *Model
}

// NewJudge makes a judge with the weights of a model; without one it only measures.
func NewJudge(m *Model) *Judge { return &Judge{sentence.NewVocabulary(), m} }

// How much is read at most.
const (
	mostSentences = 2000 // the most relevant ones
	mostViews     = 60   // of those the ones that hold most of the hypothesis
	longest       = 4000 // bytes of a sentence
)

// A Pool is what was read for one hypothesis. It is not safe for concurrent use.
type Pool struct {
	h     *sentence.Hypothesis
	views []*view // in the order of works, best first
	works []work
	all   []float32 // the vector of all sentences as if they were one work
}

// A view is a sentence with its place and its attention.
type view struct {
	*sentence.Sight
	h         *sentence.Hypothesis
	row       int
	sentence  *Sentence
	attention float64
	held      uint64 // the terms that it holds

	alone      []float32 // see [view.vector]
	by         *Model    // that judged the sentence alone
	side       float64   // and what it said, see [view.sideBy]
	strictView *view     // see [view.strictly]
}

// A work is the sentences of one document that were looked at.
type work struct {
	views    []*view
	vector   []float32
	evidence float64 // probability that it says anything of the hypothesis
	side     float64 // log-odds that it supports rather than contradicts
	asserted float64 // 0..1, how far it states what it says, and what it counts beside works that report a study
}

// Look reads sentences and judges those that hold most of the hypothesis.
func (j *Judge) Look(q Question, sentences []Sentence) *Pool {
	s := j.Scan(sentences)
	p := s.pool(q)
	for _, v := range p.views {
		v.look()
	}
	p.carry()
	p.rest(s.ground())
	p.gather()
	return p
}

// A Scan is sentences cut into words, to hold hypotheses against. It is immutable and safe for concurrent use.
type Scan struct {
	judge     *Judge
	sentences []Sentence
	rows      []int          // those that are read
	texts     []text.Reading // of each row
}

// Scan cuts sentences into words.
func (j *Judge) Scan(sentences []Sentence) *Scan {
	s := &Scan{judge: j, sentences: sentences, rows: chosen(sentences)}
	s.texts = make([]text.Reading, len(s.rows))
	for i, row := range s.rows {
		t := sentences[row].Text
		s.texts[i] = text.Read(t[:min(len(t), longest)])
	}
	return s
}

// pool returns the sentences that hold most of a hypothesis, those that hold the most first, without what they say of it.
func (s *Scan) pool(q Question) *Pool {
	p := &Pool{h: sentence.New(q.Text, q.Rarity, s.judge.vocabulary)}
	for i := range s.texts {
		p.h.Introduce(&s.texts[i])
	}
	for i, row := range s.rows {
		if len(s.texts[i].Tokens) == 0 {
			continue
		}
		v := &view{Sight: p.h.See(&s.texts[i], s.sentences[row].Section), h: p.h, row: row, sentence: &s.sentences[row]}
		v.held = v.Held()
		p.views = append(p.views, v)
	}
	p.address()
	p.views = p.views[:min(len(p.views), mostViews)]
	return p
}

// chosen returns the rows of the most relevant sentences.
func chosen(sentences []Sentence) []int {
	rows := make([]int, len(sentences))
	for i := range rows {
		rows[i] = i
	}
	if len(rows) > mostSentences {
		slices.SortFunc(rows, func(a, b int) int {
			x, y := &sentences[a], &sentences[b]
			return cmp.Or(cmp.Compare(y.Relevance, x.Relevance), compare(x, y))
		})
		rows = rows[:mostSentences]
	}
	return rows
}

// compare orders sentences by what they are, never by their rows.
func compare(x, y *Sentence) int {
	return cmp.Or(cmp.Compare(x.Text, y.Text), cmp.Compare(x.Document, y.Document), cmp.Compare(x.Place, y.Place),
		cmp.Compare(x.Section, y.Section))
}

// counts is how well a sentence has to address the question, where somebody judged that, to be looked at.
const counts = 0.1

// address leaves out sentences that were judged not to address the question and puts those first that hold most of the hypothesis.
//
//go:noinline
func (p *Pool) address() {
	p.views = slices.DeleteFunc(p.views, func(v *view) bool { return v.sentence.Addresses < counts })
	slices.SortFunc(p.views, func(a, b *view) int {
		return cmp.Or(cmp.Compare(b.Cover, a.Cover), compare(a.sentence, b.sentence))
	})
}

// gather puts the views together by work, the work of the best sentence first.
//
//go:noinline
func (p *Pool) gather() {
	at := map[int]int{}
	for _, v := range p.views {
		k, is := at[v.sentence.Document]
		if !is {
			k = len(p.works)
			at[v.sentence.Document] = k
			p.works = append(p.works, work{})
		}
		p.works[k].views = append(p.works[k].views, v)
	}
	p.all = workVector(p.h, p.views)
	for k := range p.works {
		p.works[k].vector = workVector(p.h, p.works[k].views)
		p.works[k].asserted = asserted(p.works[k].views) * p.works[k].views[0].Trust
	}
}

// All returns the vector of all sentences as if they were one work. Weights are fitted to it.
func (p *Pool) All() []float32 { return p.all }

// Works calls use for each work with its document, its vector and the words that only one side has.
func (p *Pool) Works(use func(document int, vector []float32, words []Word)) {
	for k := range p.works {
		w := &p.works[k]
		use(w.views[0].sentence.Document, w.vector, apart(p.h, w.views, nil))
	}
}

// asserted returns how far the best sentences of a work state what they say: one that does so counts the less the less it addresses the
// hypothesis than the best one. A work with one that addresses it nearly as well as the best loses nothing. Where the best one tells what
// others believe, or that nobody knows, those beside it count for less than where it announces what will be studied: what was found answers that.
func asserted(views []*view) float64 {
	top, decay, most := 0.0, attend/4.0, 0.0
	for _, v := range views {
		if v.Cover > top {
			top, decay = v.Cover, attend/4.0
			if v.Told || v.Open {
				decay = attend / 2.0
			}
		}
	}
	for _, v := range views {
		most = max(most, v.Asserted*math.Exp(decay*(v.Cover-top)))
	}
	return min(1, 2*most)
}
