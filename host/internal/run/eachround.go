package run

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// scoresRounds says whether a stage of select scores each round.
func (e *Engine) scoresRounds() bool {
	for i := range e.Policy.Select.Stages {
		if e.Policy.Select.Stages[i].EachRound {
			return true
		}
	}
	return false
}

// beforeRound keeps the words of what would be read now, against which the documents of the next round are new (S1-11 to S1-13).
func (r *run) beforeRound() {
	r.means, r.readBefore = nil, nil
	if !r.scoresRounds() {
		return
	}
	for _, d := range r.best() {
		r.readBefore = evidence.Union(r.readBefore, d.all)
	}
}

// scoreRound lets the stages of select that score each round see the documents that the round added.
func (r *run) scoreRound(ctx context.Context, rd *policy.Round) error {
	if !r.scoresRounds() {
		return nil
	}
	r.means = map[string]float64{}
	for i := range r.Policy.Select.Stages {
		s := &r.Policy.Select.Stages[i]
		if !s.EachRound {
			continue
		}
		if err := r.scoreNew(ctx, rd, s); err != nil {
			return err
		}
	}
	r.readBefore = nil
	r.rankDocuments()
	return nil
}

// scoreNew is scoreRound for one stage, with its record (S1-23).
func (r *run) scoreNew(ctx context.Context, rd *policy.Round, s *policy.Stage) error {
	event := record.Step{Name: "select." + s.Name, Round: rd.Name, Numbers: map[string]float64{}, At: at(s.At)}
	if n := r.course.Rounds() + 1; n < s.FromRound {
		event.Reason = fmt.Sprintf("round %d, and it scores from round %d on", n, s.FromRound)
		r.log(record.KindStep, event)
		return nil
	}
	var found []*document
	for _, d := range r.documents {
		if _, done := d.Outputs[score.Output{Stage: s.Name, Part: ""}]; !done && d.Round == rd.Name {
			found = append(found, d)
		}
	}
	event.Numbers["documents"] = float64(len(found))
	if len(found) == 0 {
		r.means[s.Name], event.Numbers["mean"], event.Reason = 0, 0, "the round added no document"
		r.log(record.KindStep, event)
		return nil
	}
	resp, err := r.call(ctx, "select", s, r.documentFrame(found))
	if err != nil {
		return err
	}
	if resp == nil || resp.Score == nil {
		event.Reason = "its plugin gave no score"
		r.log(record.KindStep, event)
		return nil
	}
	fallback := false
	for i, d := range found {
		d.Take(s.Name, resp, "items", i)
		event.Numbers["mean"] += d.Outputs[score.Output{Stage: s.Name, Part: ""}] / float64(len(found))
		if v, ok := d.Outputs[score.Output{Stage: s.Name, Part: "from_novelty"}]; ok {
			fallback = true
			event.Numbers["from_novelty"] += v / float64(len(found))
		}
	}
	if fallback && event.Numbers["from_novelty"] > 0 {
		event.Reason = "without options to tell apart, novelty is the score"
	}
	event.Ran, r.means[s.Name] = true, event.Numbers["mean"]
	r.log(record.KindStep, event)
	return nil
}

// shiftTop is the number of documents that the record of a stage's effect names.
const shiftTop = 5

// recordShifts tells what the stages of select did to the order of the best documents (S2-24).
func (r *run) recordShifts() {
	terms := r.termsOf("select", r.Policy.Select.Terms)
	for i := range r.Policy.Select.Stages {
		s := &r.Policy.Select.Stages[i]
		without := func(d *document) float64 {
			score := d.Score
			for _, c := range d.Parts {
				if c.Term.Stage == s.Name {
					score -= c.Delta
				}
			}
			return score
		}
		if !weighs(terms, s.Name) || len(r.documents) == 0 {
			continue
		}
		r.log(record.KindStep, record.Step{
			Name: "select." + s.Name, Ran: true, Reason: "the best documents without its terms and with them", At: at(s.At),
			Texts: map[string][]string{
				"before": topDocuments(r.documents, without),
				"after":  topDocuments(r.documents, func(d *document) float64 { return d.Score }),
			},
		})
	}
}

func weighs(terms []policy.Term, stage string) bool {
	for _, t := range terms {
		if t.Stage == stage {
			return true
		}
	}
	return false
}
