package rounds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// Retrieve runs the rounds. When their share of the wall time is over, the run goes
// on with what it has.
func (r *Run) Retrieve(ctx context.Context) error {
	wall := r.Policy.Budget.MaxWall
	if wall == 0 || len(r.Policy.Budget.ReserveFor) == 0 {
		return r.runRounds(ctx)
	}
	guard := r.Guard.Round(budget.Limits{Max: budget.Amount{Wall: time.Duration(float64(wall) * state.WallForRetrieval)}})
	bounded, cancel := guard.Context(ctx)
	defer cancel()
	err := r.runRounds(bounded)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil && r.Policy.Budget.OnExhausted != "fail" {
		r.Warn("retrieval_out_of_time", "retrieve", fmt.Sprintf("retrieval ended early, the answer is made of what was found: %v", err))
		r.search.ScoreDocuments()
		r.endRemaining(ctx)
		return nil
	}
	return err
}

// endRemaining records the rounds that time did not suffice for, that which it cut short
// included.
func (r *Run) endRemaining(ctx context.Context) {
	for i := r.Current; i < len(r.Policy.Rounds); i++ {
		rd := &r.Policy.Rounds[i]
		r.endRound(ctx, rd, record.RoundResult{Name: rd.Name, Queries: []string{}, SkippedReason: "budget: out of time"})
	}
}

// runRounds runs the policy's rounds in order. A round that does not run is
// recorded with its reason.
func (r *Run) runRounds(ctx context.Context) error {
	for r.Current = range r.Policy.Rounds {
		rd := &r.Policy.Rounds[r.Current]
		why, err := r.Course.Skip(rd)
		if err != nil {
			r.Warn("condition_unknown", "round."+rd.Name, fmt.Sprintf("round %q did not run: %v", rd.Name, err))
		}
		if why != "" && why == r.Course.Stopped() && r.Policy.Adaptive.AskGaps {
			if asked, err := r.askForGaps(ctx, rd); asked || err != nil {
				if err != nil {
					return err
				}
				continue
			}
		}
		if why != "" {
			if err := r.endRound(ctx, rd, record.RoundResult{Name: rd.Name, Queries: []string{}, SkippedReason: why}); err != nil {
				return err
			}
			continue
		}
		if err := r.passes(ctx, rd); err != nil {
			return err
		}
	}
	r.Current = len(r.Policy.Rounds)
	return r.askLeftOver(ctx)
}

// leftOver is the name of the pass that asks for gaps after all rounds.
const leftOver = "gaps"

// askLeftOver asks the gap queries that still wait when no round is left to ask them: those of the last round's gaps.
func (r *Run) askLeftOver(ctx context.Context) error {
	queries := r.gap.TakeLeftOver()
	if !r.Policy.Adaptive.AskGaps || len(queries) == 0 {
		return nil
	}
	rd := policy.Round{Name: leftOver, Results: r.Policy.Rounds[len(r.Policy.Rounds)-1].Results, MaxQueries: len(queries)}
	if _, err := r.search.PassAfter(ctx, &rd, queries); err != nil {
		return err
	}
	r.search.ScoreDocuments()
	return r.gap.UpdateGaps(ctx)
}

// askForGaps lets a round that retrieval ended before ask the gap queries that wait for it, and nothing else. It says whether there were any.
func (r *Run) askForGaps(ctx context.Context, rd *policy.Round) (bool, error) {
	queries, _ := r.gap.TakeWaiting(rd.Name)
	queries = slices.DeleteFunc(queries, func(q query.Query) bool { return q.Text == "" || r.Asked[q.Text] })
	if len(queries) == 0 {
		return false, nil
	}
	began := r.Since()
	result := record.RoundResult{Name: rd.Name, Queries: []string{}}
	if err := r.search.Pass(ctx, rd, queries, &result); err != nil {
		return true, err
	}
	if result.Ran {
		r.search.ScoreDocuments()
		result.SelectedQuality = r.search.SelectedQuality()
		result.QualityGain = result.SelectedQuality - r.LastQuality()
	}
	err := r.endRound(ctx, rd, result)
	r.Time(record.TimingRound+rd.Name, r.Since()-began)
	if err != nil || !result.Ran {
		return true, err
	}
	return true, r.gap.SearchAgain(ctx, rd)
}

// passes runs a round as often as its repeat block says. Each pass is recorded as a round.
func (r *Run) passes(ctx context.Context, rd *policy.Round) error {
	for pass := 1; ; pass++ {
		result := record.RoundResult{Name: rd.Name, Queries: []string{}}
		if rd.Repeat.Max > 1 {
			result.Pass = pass
		}
		began := r.Since()
		if err := r.round(ctx, rd, &result); err != nil {
			return err
		}
		err := r.endRound(ctx, rd, result)
		r.Time(record.TimingRound+rd.Name, r.Since()-began)
		if err == nil && result.Ran {
			err = r.gap.SearchAgain(ctx, rd)
		}
		if err != nil {
			r.Current++ // this one is recorded
			return err
		}
		if !result.Ran {
			return nil
		}
		again, err := r.Course.Again(rd, pass)
		if err != nil {
			r.Warn("condition_unknown", "round."+rd.Name, fmt.Sprintf("round %q was not repeated: %v", rd.Name, err))
		}
		if !again {
			return nil
		}
	}
}

// round asks the queries that wait for it and its own, and measures what that brought.
func (r *Run) round(ctx context.Context, rd *policy.Round, result *record.RoundResult) error {
	queries, replaces := r.gap.TakeWaiting(rd.Name)
	r.beforeRound()
	r.search.TellIntents(rd)
	if !replaces {
		queries = slices.Concat(queries, r.Plan.Queries(r.Policy, *rd))
	}
	if err := r.search.Pass(ctx, rd, queries, result); err != nil || !result.Ran {
		return err
	}
	r.search.ScoreDocuments()
	if err := r.scoreRound(ctx, rd); err != nil {
		return err
	}
	r.PublishContested()
	r.learn(rd)
	result.SelectedQuality = r.search.SelectedQuality()
	result.QualityGain = result.SelectedQuality - r.LastQuality()
	return nil
}

// endRound publishes what a round brought, looks for gaps, lets the adaptive gate
// decide on all of it, what gap queries found included (S0-05), and records it. The next round waits for
// that, which a gap analysis beside it would not (S1-04). A fault of a gap block's plugin comes back once the round is recorded.
func (r *Run) endRound(ctx context.Context, rd *policy.Round, result record.RoundResult) (err error) {
	r.Rounds = append(r.Rounds, result)
	last := &r.Rounds[len(r.Rounds)-1]
	stopped := ""
	if last.Ran {
		out := &policy.RoundOutcome{
			SelectedQuality: last.SelectedQuality, QualityGain: last.QualityGain,
			NewDocuments: last.NewDocuments, Queries: len(last.Queries), Means: r.Means,
		}
		r.Course.Ran(rd, out)
		if err = r.gap.UpdateGaps(ctx); err == nil {
			last.OpenGaps, err = r.gap.FindGaps(ctx, rd)
		}
		out.OpenGaps = last.OpenGaps
		stopped = r.Course.End(rd, out)
	} else {
		r.Course.End(rd, nil)
	}
	event := search.RoundEvent(*last, r.Pool.Len(), rd.At)
	event.StopReason = stopped
	for _, text := range last.Queries {
		if len(r.GapsOf[text]) > 0 {
			event.Injected = append(event.Injected, text)
		}
	}
	r.Log(record.KindRound, event)
	return err
}
