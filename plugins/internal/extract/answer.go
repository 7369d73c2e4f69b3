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
	topic     []part     // what an option must be told of, see [asking.topics]
	studied   float64    // how well the best sentence of a document that reports a study addresses the question
}

// ask reads the question and how every sentence addresses it.
func (x *Extractor) ask(q *Question, sentences []Sentence, w Weights) *asking {
	a := &asking{Extractor: x, Weights: w, question: x.line(q.Text).closing(), documents: x.open(sentences)}
	a.focus = x.focus(&a.question)
	a.under = x.circumstances(&a.question)
	a.numbered()
	a.terms = x.terms(&a.question, &a.focus, q.Rarity)
	a.about, a.topic = a.subjects(), a.topics()
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
	if len(a.terms) == 0 || n <= 0 || a.asksNothing() {
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
	return Answer{Row: c.sentence.Row, Text: c.sentence.line.Text[c.opens():c.to], Score: min(score, 1)}
}

// opens returns the byte at which the answer begins: that of a range begins with "between".
func (c *candidate) opens() int {
	l := &c.sentence.line
	if !math.IsNaN(c.value) && c.first > 0 && strings.EqualFold(l.at(c.first-1), "between") && strings.Contains(l.Text[c.from:c.to], " and ") {
		return l.Tokens[l.words[c.first-1].first].From
	}
	return c.from
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

// score returns how good an answer a candidate is, 0..1: how well its place addresses the question, times what each rule leaves of it.
func (a *asking) score(c *candidate) float64 {
	v := a.rate(c) * c.fit
	for _, rule := range rules {
		if v *= rule(a, c); v == 0 {
			break
		}
	}
	return v
}

// rules tell what a candidate counts, 0..1 each. They are called through this table: as parts of one function they would take a compiler long.
var rules = []func(*asking, *candidate) float64{
	(*asking).novelty, (*asking).arm, (*asking).attributed, (*asking).shared, (*asking).group, (*asking).withNames, (*asking).plausible, (*asking).sorted,
	(*asking).role, (*asking).listed, (*asking).underOther, (*asking).spokenOf, (*asking).side, (*asking).ofQualified,
	(*asking).bearer, (*asking).labelled, (*asking).ofTopic,
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

// A group holds equal answers.
type group struct {
	best  candidate
	score float64
	works []*document // that give it, the best one's first
	also  []candidate // the best of each other work
}

// unique keeps the best of equal answers.
func unique(groups []group) []group {
	seen := map[string]bool{}
	return slices.DeleteFunc(groups, func(g group) bool {
		was := seen[g.best.group]
		seen[g.best.group] = true
		return was
	})
}

// hopeless is the share of the best sentence's address below which a sentence is not read closer: nearness hardly makes good
// what its address lacks.
const hopeless = 0.35

// bestAddress returns how well the best sentence addresses the question.
func (a *asking) bestAddress() float64 {
	best := 0.0
	for i := range a.documents {
		for k := range a.documents[i].sentences {
			best = max(best, a.documents[i].sentences[k].score)
		}
	}
	return best
}

// gather scores all candidates and groups equal ones, best first.
func (a *asking) gather() []group {
	var all []*candidate
	least := hopeless * a.bestAddress()
	for i := range a.documents {
		d := &a.documents[i]
		for k := range d.sentences {
			if d.sentences[k].score < least {
				continue
			}
			found := a.candidates(d, &d.sentences[k])
			for j := range found {
				if found[j].score = a.score(&found[j]); found[j].score > 0 {
					all = append(all, &found[j])
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y *candidate) int { return cmp.Compare(y.score, x.score) })
	var groups []group
	at := map[string]int{}
	for _, c := range all {
		k, has := at[c.group]
		if !has {
			at[c.group] = len(groups)
			groups = append(groups, group{best: *c, score: c.score, works: []*document{c.document}})
			continue
		}
		g := &groups[k]
		if !slices.Contains(g.works, c.document) && c.score > g.best.score/2 {
			g.works = append(g.works, c.document)
			g.also = append(g.also, *c)
			g.score += a.Agree * c.score
		}
	}
	slices.SortStableFunc(groups, func(x, y group) int { return cmp.Compare(y.score, x.score) })
	return groups
}

// spread returns how far the values of good answers of one dimension lie apart, as a share of the largest.
func spread(groups []group) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, g := range groups {
		if math.IsNaN(g.best.value) || g.score < 0.7*groups[0].score || g.best.group[0] != groups[0].best.group[0] {
			continue
		}
		low, high = min(low, g.best.value), max(high, g.best.value)
	}
	if top := max(math.Abs(low), math.Abs(high)); high > low && top > 0 {
		return min((high-low)/top, 1)
	}
	return 0
}
