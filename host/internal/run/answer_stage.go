package run

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
)

// findingAnswer is the kind of a finding that is an answer: it points at the sentence, its text is the words of the sentence that
// answer, its weight how well.
const findingAnswer = "answer"

// A span is a short answer in a sentence.
type span struct {
	*sentence
	text   string
	weight float64
	vote   float64 // what a model's answer adds where the best is chosen; never to the score
}

// extractByStages answers a free question with the words of a sentence that a stage of the answer block found. False: no
// stage found any.
func (r *run) extractByStages(ctx context.Context, solved *solution) (bool, error) {
	var found []span
	for i := range r.Policy.Answer.Stages {
		s := &r.Policy.Answer.Stages[i]
		resp, err := r.call(ctx, "answer", s, r.answerFrame())
		if err != nil {
			return false, err
		}
		r.publishSignals("answer."+s.Name, resp)
		r.propose(resp)
		if resp == nil {
			continue
		}
		for _, f := range resp.Assess.Findings {
			if f.Kind == findingAnswer && f.Table == sentencesTable && len(f.Rows) > 0 && r.counts(r.sentences[f.Rows[0]]) {
				found = append(found, span{sentence: r.sentences[f.Rows[0]], text: f.Text, weight: f.Weight})
			}
		}
	}
	if len(found) == 0 {
		return false, nil
	}
	r.confirm(found, solved)
	r.doubt(found)
	slices.SortStableFunc(found, func(a, b span) int { return cmp.Compare(b.weight+b.vote, a.weight+a.vote) })
	r.answer = r.answerOf(found)
	return true, nil
}

// doubt takes from a span that was refuted as a draft as much of its weight as it was refuted by (S0-19).
func (r *run) doubt(found []span) {
	for i, f := range found {
		found[i].vote -= f.weight * r.refutedBy(f.text)
	}
}

// answerOf makes the answer of the best span. Other works that give the same one are cited, too.
func (r *run) answerOf(found []span) *answer {
	best := found[0]
	a := &answer{
		chosen: -1, text: best.text, score: best.weight, phrase: evidence.KeyNounPhrase(best.sentence.text),
		spans: map[*passage]*sentence{}, marks: map[*passage]string{},
	}
	for _, f := range found {
		if !strings.EqualFold(f.text, best.text) || a.spans[f.passage] != nil || len(a.evidence) == max(1, r.Policy.Options.CitationsPerEach) {
			continue
		}
		a.evidence = append(a.evidence, f.passage)
		a.spans[f.passage], a.marks[f.passage] = f.sentence, f.text
	}
	var others []*document
	for _, f := range found {
		if d := f.passage.doc; !strings.EqualFold(f.text, best.text) && !slices.Contains(others, d) && a.spans[f.passage] == nil {
			others = append(others, d)
		}
	}
	a.others = len(others)
	for _, f := range found {
		if !strings.EqualFold(f.text, best.text) {
			a.runnerUp, a.margin, a.hasMargin = f.text, max(0, best.weight-f.weight), true
			break
		}
	}
	return a
}

// answerFrame returns the tables that answer stages may see.
func (r *run) answerFrame() frame.Frame {
	return append(r.passageFrame("passages", r.passages), r.sentenceTable(), r.wordTable())
}
