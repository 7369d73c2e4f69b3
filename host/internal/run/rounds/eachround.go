package rounds

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// scoresRounds says whether a stage of select scores each round.
func (e *Run) scoresRounds() bool {
	for i := range e.Policy.Select.Stages {
		if e.Policy.Select.Stages[i].EachRound {
			return true
		}
	}
	return false
}

// beforeRound keeps the words of what would be read now, against which the documents of the next round are new (S1-11 to S1-13).
func (r *Run) beforeRound() {
	r.Means, r.ReadBefore = nil, nil
	if !r.scoresRounds() {
		return
	}
	for _, d := range r.best() {
		r.ReadBefore = evidence.Union(r.ReadBefore, d.All)
	}
}

// scoreRound lets the stages of select that score each round see the documents that the round added.
func (r *Run) scoreRound(ctx context.Context, rd *policy.Round) error {
	if !r.scoresRounds() {
		return nil
	}
	r.Means = map[string]float64{}
	for i := range r.Policy.Select.Stages {
		s := &r.Policy.Select.Stages[i]
		if !s.EachRound {
			continue
		}
		if err := r.scoreNew(ctx, rd, s); err != nil {
			return err
		}
	}
	r.ReadBefore = nil
	r.search.RankDocuments()
	return nil
}

// scoreNew is scoreRound for one stage, with its record (S1-23).
func (r *Run) scoreNew(ctx context.Context, rd *policy.Round, s *policy.Stage) error {
	event := record.Step{Name: "select." + s.Name, Round: rd.Name, Numbers: map[string]float64{}, At: state.At(s.At)}
	if n := r.Course.Rounds() + 1; n < s.FromRound {
		event.Reason = fmt.Sprintf("round %d, and it scores from round %d on", n, s.FromRound)
		r.Log(record.KindStep, event)
		return nil
	}
	var found []*state.Document
	for _, d := range r.Documents {
		if _, done := d.Outputs[score.Output{Stage: s.Name, Part: ""}]; !done && d.Round == rd.Name {
			found = append(found, d)
		}
	}
	event.Numbers["documents"] = float64(len(found))
	if len(found) == 0 {
		r.Means[s.Name], event.Numbers["mean"], event.Reason = 0, 0, "the round added no document"
		r.Log(record.KindStep, event)
		return nil
	}
	resp, err := r.Call(ctx, "select", s, r.search.DocumentFrame(found))
	if err != nil {
		return err
	}
	if resp == nil || resp.Score == nil {
		event.Reason = "its plugin gave no score"
		r.Log(record.KindStep, event)
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
	event.Ran, r.Means[s.Name] = true, event.Numbers["mean"]
	r.Log(record.KindStep, event)
	return nil
}
