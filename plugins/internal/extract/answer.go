package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Weights are what an answer's score is made of.
type Weights struct {
	Near   float64 // share of the score that nearness to the question's words has; the rest has the sentence
	Reach  float64 // words at which nearness is half
	Agree  float64 // what a second work that gives the same answer adds
	Titled float64 // share that the document's relevance has
}

// DefaultWeights are set by hand.
func DefaultWeights() Weights { return Weights{Near: 0.4, Reach: 6, Agree: 0.1, Titled: 0.3} }

// An asking is one question put to the documents.
type asking struct {
	*Extractor
	focus
	Weights
	question  line
	terms     []term
	documents []document
	under     []quantity // doses, times and years of the question
	about     []part     // subject and object of the question
	studied   float64    // how well the best sentence of a document that reports a study addresses the question
}

// ask reads the question and how every sentence addresses it.
func (x *Extractor) ask(q *Question, sentences []Sentence, w Weights) *asking {
	a := &asking{Extractor: x, Weights: w, question: x.line(q.Text).closing(), documents: x.open(sentences)}
	a.focus = x.focus(&a.question)
	a.under = x.circumstances(&a.question)
	a.numbered()
	a.terms = x.terms(&a.question, &a.focus, q.Rarity)
	a.about = a.subjects()
	for i := range a.documents {
		a.documents[i].look(a.terms)
		for k := range a.documents[i].sentences {
			if a.documents[i].studies {
				a.studied = max(a.studied, a.documents[i].sentences[k].score)
			}
		}
	}
	return a
}

// Answer finds the spans that answer a question, at most n of them, best first.
func (x *Extractor) Answer(q *Question, sentences []Sentence, w Weights, n int) Result {
	a := x.ask(q, sentences, w)
	result := Result{Type: formNames[a.form]}
	if len(a.terms) == 0 || n <= 0 {
		return result
	}
	groups := a.gather()
	single := len(groups)
	hops := a.bridge(func(sub *asking, trust float64) {
		for _, g := range sub.gather() {
			g.score *= trust
			groups = append(groups, g)
		}
	})
	if hops.Bridge != "" && a.focus.from > 0 {
		for i := range groups[:single] {
			groups[i].score *= unnamed
			if strings.Contains(groups[i].best.group, strings.ToLower(hops.Bridge)) {
				groups[i].score *= unnamed
			}
		}
	}
	result.Bridge, result.Queries = hops.Bridge, hops.Queries
	slices.SortStableFunc(groups, func(x, y group) int { return cmp.Compare(y.score, x.score) })
	groups = unique(groups)
	for i := range groups[:min(n, len(groups))] {
		result.Answers = append(result.Answers, groups[i].best.answer(groups[i].score))
	}
	if len(groups) > 0 {
		result.Agreeing = groups[0].agreeing()
		result.Match, result.Works = groups[0].best.fit, len(groups[0].works)
		result.Spread = spread(groups)
	}
	return result
}

// answer returns what a candidate gives.
func (c *candidate) answer(score float64) Answer {
	return Answer{Row: c.sentence.Row, Text: c.sentence.line.Text[c.from:c.to], Score: min(score, 1)}
}

// mostAgreeing is how many other works are named that give the best answer.
const mostAgreeing = 4

// agreeing returns the same answers of other works, best first.
func (g *group) agreeing() []Answer {
	var out []Answer
	for i := range g.also[:min(mostAgreeing, len(g.also))] {
		out = append(out, g.also[i].answer(g.also[i].score))
	}
	return out
}

// score returns how good an answer a candidate is, 0..1.
//
//go:noinline // within its caller it would make a function whose blocks take a compiler long
func (a *asking) score(c *candidate) float64 {
	return a.rate(c) * c.fit * a.novelty(c) * a.arm(c) * a.attributed(c) * a.shared(c) * a.group(c) * a.withNames(c) * a.plausible(c) * a.sorted(c) * a.role(c) * a.listed(c) * a.underOther(c) * a.spoken(c.document) * a.side(c) * a.ofQualified(c)
}

// novelty returns the share of a candidate's words that the question has not; a number is new if the question lacks it.
func (a *asking) novelty(c *candidate) float64 {
	if !math.IsNaN(c.value) {
		return 1
	}
	fresh, n := 0.0, 0.0
	for i := c.first; i < c.end; i++ {
		n++
		if !a.known(c.sentence, i) {
			fresh++
		}
	}
	if fresh == 0 {
		return 0
	}
	return 0.5 + 0.5*fresh/n
}
