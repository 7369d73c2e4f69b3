package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
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
}

// ask reads the question and how every sentence addresses it.
func (x *Extractor) ask(q *Question, sentences []Sentence, w Weights) *asking {
	a := &asking{Extractor: x, Weights: w, question: x.line(q.Text), documents: x.open(sentences)}
	a.focus = x.focus(&a.question)
	a.terms = x.terms(&a.question, &a.focus, q.Rarity)
	for i := range a.documents {
		a.documents[i].look(a.terms)
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
	for _, g := range groups[:min(n, len(groups))] {
		c := g.best
		result.Answers = append(result.Answers, Answer{Row: c.sentence.Row, Text: c.sentence.line.Text[c.from:c.to], Score: min(g.score, 1)})
	}
	if len(groups) > 0 {
		result.Match, result.Works = groups[0].best.fit, len(groups[0].works)
		result.Spread = spread(groups)
	}
	return result
}

// score is how good an answer a candidate is, 0..1.
func (a *asking) score(c *candidate) float64 {
	return a.rate(c) * c.fit * a.novelty(c) * a.arm(c) * a.attributed(c.sentence)
}

// rate is how well a candidate's place addresses the question, 0..1.
func (a *asking) rate(c *candidate) float64 {
	s := c.sentence
	v := (1-a.Near)*s.score + a.Near*a.near(c)
	v *= 1 - a.Titled + a.Titled*c.document.relevance
	if !math.IsNaN(s.Addresses) {
		v *= 0.5 + 0.5*s.Addresses
	}
	if aims(s) {
		v *= pick(a.form == formEffect, 0.4, 0.7)
	}
	if tellsNoResults(s) {
		v *= early
	}
	if reports(s) {
		v *= reported
	}
	return v
}

// early is what a sentence counts of a section that tells no results.
const early = 0.9

// tellsNoResults says whether a section, by its name or by the heading that begins a sentence, only introduces or tells methods.
func tellsNoResults(s *sentence) bool {
	section := s.Section
	if len(s.words) > 0 && (section == "" || section == "abstract") {
		section = s.at(0)
	}
	switch strings.ToLower(section) {
	case "introduction", "background", "methods", "objective", "objectives", "aim", "aims", "purpose":
		return true
	}
	return false
}

// reported is what a sentence counts that tells what others say, or denies it.
const reported = 0.8

// reports says whether a sentence tells what others say: "it is widely believed that", "the statement that".
func reports(s *sentence) bool {
	for i := range s.words {
		if s.words[i].cue&(text.CueBelief|text.CueRefutation) != 0 || s.at(i) == "statement" && i+1 < len(s.words) && s.at(i+1) == "that" {
			return true
		}
	}
	return false
}

// aims says whether a sentence announces a question and not a finding.
func aims(s *sentence) bool {
	aim, found := 0, 0
	for i := range s.words {
		w := &s.words[i]
		if w.cue&text.CueAim != 0 {
			aim++
			if strings.HasPrefix(s.at(i), "hypothes") {
				return true
			}
		}
		if w.cue&text.CueConclude != 0 {
			found++
		}
	}
	return aim > found
}

// novelty is the share of a candidate's words that the question has not; a number is new if the question lacks it.
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
