package answer

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/address"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// minCarried is the least share of a model's own words, those of the question aside, that the passages it cites must contain.
const minCarried = 0.5

// minShareOfBest is the least share of the best sentence's addressing score that the sentence must reach which a model shows for an option.
const minShareOfBest = 0.7

// nearTheBest tells whether a sentence addresses the question nearly as well as the best one does, by the stages alone.
func (r *Run) nearTheBest(at *state.Sentence) bool {
	best := 0.0
	for _, s := range r.Sentences {
		best = max(best, s.ByStages())
	}
	return at.ByStages() >= minShareOfBest*best
}

// whyGroundless returns why a solution does not count, or "" if it does. A model that is right can show where it read what it says; one that makes
// things up cannot. What is shown must address the question by the stages, too: a true sentence about something else proves
// nothing. Nothing here depends on how sure the model is.
func (r *Run) whyGroundless(s *state.Solution) string {
	if len(r.Plan.Options) > 0 {
		return r.whyOptionGroundless(s)
	}
	if !s.Answerable {
		return ""
	}
	switch at := r.shownSentence(s.Cites[ofFree], s.Quotes[ofFree]); {
	case at == nil:
		return "it shows no sentence that it cites"
	case !r.read.Counts(at):
		return "the sentence that it shows does not address the question"
	case r.carriedShare(s.Text, s.Cites[ofFree]) < minCarried:
		return "what it cites does not say it"
	}
	return ""
}

// whyOptionGroundless compares the option that a solution prefers with the sentence that is shown for it.
func (r *Run) whyOptionGroundless(s *state.Solution) string {
	best := r.preferred(*s)
	if best < 0 {
		return "it prefers no option"
	}
	side := query.Undecided
	if r.Plan.Polar {
		side = r.Plan.Stances[best]
	}
	at := r.shownSentence(s.Cites[best], s.Quotes[best])
	switch {
	case r.Plan.Polar && side == query.Undecided:
		return "" // no sentence can show that the question is undecided
	case at == nil:
		return "it shows no sentence for the option that it prefers"
	case !r.read.Counts(at):
		return "the sentence that it shows does not address the question"
	case r.Plan.Polar && at.Judged && (side == query.Supports) != (at.Stance >= 0):
		return "the sentence that it shows says the contrary"
	case !r.Plan.Polar && evidence.Containment(r.Own[best], r.read.WordsOf(at)) < minCarried:
		return "the sentence that it shows does not name the option"
	case !r.nearTheBest(at):
		return "other sentences address the question better than the one that it shows"
	}
	return ""
}

// shownSentence returns the sentence of the cited passages that holds a quote; nil: there is none, or no quote.
func (r *Run) shownSentence(cited []*state.Passage, quote string) *state.Sentence {
	for _, p := range cited {
		if s := r.address.SentenceWith(p, quote); s != nil {
			return s
		}
	}
	return nil
}

// carriedShare returns the share of a text's own words, those of the question aside, that the best of the cited passages contains; 1 if it has
// no words of its own.
func (r *Run) carriedShare(text string, cited []*state.Passage) float64 {
	own := evidence.Difference(r.TokenSet(text), r.Question)
	if len(own) == 0 {
		return 1
	}
	best := 0.0
	for _, p := range cited {
		best = max(best, evidence.Containment(own, p.Set))
	}
	return best
}

// confirm raises the vote of each span that the model's answer repeats, or whose sentence it quotes, by the policy's weight times the
// model's confidence.
func (r *Run) confirm(found []Span, solved *state.Solution) {
	if solved == nil || !solved.Answerable {
		return
	}
	at := r.shownSentence(solved.Cites[ofFree], solved.Quotes[ofFree])
	text := " " + strings.Join(strings.FieldsFunc(address.Flat(solved.Text), func(c rune) bool { return strings.ContainsRune(" ,;:()[]\"", c) }), " ") + " "
	for i, f := range found {
		if f.Sentence == at || strings.Contains(text, " "+address.Flat(f.Text)+" ") {
			found[i].Vote = r.Policy.Answer.ModelWeight * solved.Confidence
		}
	}
}
