package answer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// findingAnswer is the kind of a finding that is an answer: it points at the sentence, its text is the words of the sentence that
// answer, its weight how well.
const findingAnswer = "answer"

// A Span is a short answer in a sentence.
type Span struct {
	*state.Sentence
	Text   string
	Weight float64
	Vote   float64 // what a model's answer adds where the best is chosen; never to the score
}

// extractByStages answers a free question with the words of a sentence that a stage of the answer block found. False: no
// stage found any.
func (r *Run) extractByStages(ctx context.Context, solved *state.Solution) (bool, error) {
	var found []Span
	for i := range r.Policy.Answer.Stages {
		s := &r.Policy.Answer.Stages[i]
		resp, err := r.Call(ctx, "answer", s, r.answerFrame())
		if err != nil {
			return false, err
		}
		r.PublishSignals("answer."+s.Name, resp)
		r.propose(resp)
		if resp == nil {
			continue
		}
		for _, f := range resp.Assess.Findings {
			if f.Kind == findingAnswer && f.Table == state.SentencesTable && len(f.Rows) > 0 && r.read.Counts(r.Sentences[f.Rows[0]]) {
				found = append(found, Span{Sentence: r.Sentences[f.Rows[0]], Text: f.Text, Weight: f.Weight})
			}
		}
	}
	if len(found) == 0 {
		return false, nil
	}
	r.confirm(found, solved)
	r.Doubt(found)
	slices.SortStableFunc(found, func(a, b Span) int { return cmp.Compare(b.Weight+b.Vote, a.Weight+a.Vote) })
	r.Answer = r.answerOf(found)
	return true, nil
}

// Doubt takes from a span that was refuted as a draft as much of its weight as it was refuted by (S0-19).
func (r *Run) Doubt(found []Span) {
	for i, f := range found {
		found[i].Vote -= f.Weight * r.RefutedBy(f.Text)
	}
}

// answerOf makes the answer of the best span. Other works that give the same one are cited, too.
func (r *Run) answerOf(found []Span) *state.Answer {
	best := found[0]
	a := &state.Answer{
		Chosen: -1, Text: best.Text, Score: best.Weight, Phrase: evidence.KeyNounPhrase(best.Sentence.Text),
		Spans: map[*state.Passage]*state.Sentence{}, Marks: map[*state.Passage]string{},
	}
	for _, f := range found {
		if !strings.EqualFold(f.Text, best.Text) || a.Spans[f.Passage] != nil || len(a.Evidence) == max(1, r.Policy.Options.CitationsPerEach) {
			continue
		}
		a.Evidence = append(a.Evidence, f.Passage)
		a.Spans[f.Passage], a.Marks[f.Passage] = f.Sentence, f.Text
	}
	var others []*state.Document
	for _, f := range found {
		if d := f.Passage.Doc; !strings.EqualFold(f.Text, best.Text) && !slices.Contains(others, d) && a.Spans[f.Passage] == nil {
			others = append(others, d)
		}
	}
	a.Others = len(others)
	for _, f := range found {
		if !strings.EqualFold(f.Text, best.Text) {
			a.RunnerUp, a.Margin, a.HasMargin = f.Text, max(0, best.Weight-f.Weight), true
			break
		}
	}
	return a
}

// answerFrame returns the tables that answer stages may see.
func (r *Run) answerFrame() frame.Frame {
	return append(r.read.PassageFrame("passages", r.Passages), r.read.SentenceTable(), r.plan.WordTable())
}
