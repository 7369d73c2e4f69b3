package run

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
)

// carriedBy bounds the share of what a model writes, beyond the words of the question, the passages that it cites must hold.
const carriedBy = 0.5

// nearBest bounds how well the sentence that a model shows for an option must address the question, as a share of the best sentence.
const nearBest = 0.7

// bestAddressed returns how well the best sentence addresses the question.
func (r *run) bestAddressed() float64 {
	best := 0.0
	for _, s := range r.sentences {
		best = max(best, s.addresses)
	}
	return best
}

// groundless says why a solution does not count; empty: it does. A model that is right can show where it read what it says; one that makes things
// up, or says what nobody wrote, can not. What is shown must address the question by the stages, too: a true sentence about something else proves
// nothing. Nothing here depends on how sure the model is.
func (r *run) groundless(s *solution) string {
	if len(r.plan.Options) > 0 {
		return r.groundlessOption(s)
	}
	if !s.answerable {
		return ""
	}
	switch at := r.shownSentence(s.cites[ofFree], s.quotes[ofFree]); {
	case at == nil:
		return "it shows no sentence that it cites"
	case !r.counts(at):
		return "the sentence that it shows does not address the question"
	case r.beyondQuestion(s.text, s.cites[ofFree]) < carriedBy:
		return "what it cites does not say it"
	}
	return ""
}

// groundlessOption holds the option that a solution prefers against the sentence that is shown for it.
func (r *run) groundlessOption(s *solution) string {
	best := r.preferred(*s)
	if best < 0 {
		return "it prefers no option"
	}
	side := query.Undecided
	if r.plan.Polar {
		side = r.plan.Stances[best]
	}
	at := r.shownSentence(s.cites[best], s.quotes[best])
	switch {
	case r.plan.Polar && side == query.Undecided:
		return "" // that nothing decides is in no sentence
	case at == nil:
		return "it shows no sentence for the option that it prefers"
	case !r.counts(at):
		return "the sentence that it shows does not address the question"
	case r.plan.Polar && at.judged && (side == query.Supports) != (at.stance >= 0):
		return "the sentence that it shows says the contrary"
	case !r.plan.Polar && evidence.Containment(r.own[best], r.wordsOf(at)) < carriedBy:
		return "the sentence that it shows does not name the option"
	case at.addresses < nearBest*r.bestAddressed():
		return "other sentences address the question better than the one that it shows"
	}
	return ""
}

// shownSentence is the sentence of the cited passages that holds a quote; nil: there is none, or no quote.
func (r *run) shownSentence(cited []*passage, quote string) *sentence {
	for _, p := range cited {
		if s := r.sentenceWith(p, quote); s != nil {
			return s
		}
	}
	return nil
}

// beyondQuestion is the share of a text's own words, those of the question aside, that the best of some passages holds; 1 if it has none.
func (r *run) beyondQuestion(text string, cited []*passage) float64 {
	own := evidence.Difference(r.tokenSet(text), r.question)
	if len(own) == 0 {
		return 1
	}
	best := 0.0
	for _, p := range cited {
		best = max(best, evidence.Containment(own, p.set))
	}
	return best
}

// confirm adds what a model says to the spans that stages found: one whose words stand in the model's answer, or whose sentence the model
// quotes, weighs more, by the policy's weight times how sure the model is.
func (r *run) confirm(found []span, solved *solution) {
	if solved == nil || !solved.answerable {
		return
	}
	at := r.shownSentence(solved.cites[ofFree], solved.quotes[ofFree])
	text := " " + strings.Join(strings.FieldsFunc(flat(solved.text), func(c rune) bool { return strings.ContainsRune(" ,;:()[]\"", c) }), " ") + " "
	for i, f := range found {
		if f.sentence == at || strings.Contains(text, " "+flat(f.text)+" ") {
			found[i].vote = r.Policy.Answer.ModelWeight * solved.confidence
		}
	}
}
