package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// nextRound is the key of the queries for whatever round runs next.
const nextRound = ""

// runRounds runs the policy's rounds in order. A round that does not run is
// recorded with its reason.
func (r *run) runRounds(ctx context.Context) error {
	for r.current = range r.Policy.Rounds {
		rd := &r.Policy.Rounds[r.current]
		why, err := r.course.Skip(rd)
		if err != nil {
			r.warn("condition_unknown", "round."+rd.Name, fmt.Sprintf("round %q did not run: %v", rd.Name, err))
		}
		if why != "" && why == r.course.Stopped() && r.Policy.Adaptive.AskGaps {
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
	r.current = len(r.Policy.Rounds)
	return nil
}

// askForGaps lets a round that retrieval ended before ask the gap queries that wait for it, and nothing else. It says whether there were any.
func (r *run) askForGaps(ctx context.Context, rd *policy.Round) (bool, error) {
	queries, _ := r.takeWaiting(rd.Name)
	queries = slices.DeleteFunc(queries, func(q query.Query) bool { return q.Text == "" || r.asked[q.Text] })
	if len(queries) == 0 {
		return false, nil
	}
	began := r.since()
	result := record.RoundResult{Name: rd.Name, Queries: []string{}}
	if err := r.pass(ctx, rd, queries, &result); err != nil {
		return true, err
	}
	if result.Ran {
		r.scoreDocuments()
		result.SelectedQuality = r.selectedQuality()
		result.QualityGain = result.SelectedQuality - r.lastQuality()
	}
	err := r.endRound(ctx, rd, result)
	r.time(record.TimingRound+rd.Name, r.since()-began)
	if err != nil || !result.Ran {
		return true, err
	}
	return true, r.searchAgain(ctx, rd)
}

// passes runs a round as often as its repeat block says. Each pass is recorded as a round.
func (r *run) passes(ctx context.Context, rd *policy.Round) error {
	for pass := 1; ; pass++ {
		result := record.RoundResult{Name: rd.Name, Queries: []string{}}
		if rd.Repeat.Max > 1 {
			result.Pass = pass
		}
		began := r.since()
		if err := r.round(ctx, rd, &result); err != nil {
			return err
		}
		err := r.endRound(ctx, rd, result)
		r.time(record.TimingRound+rd.Name, r.since()-began)
		if err == nil && result.Ran {
			err = r.searchAgain(ctx, rd)
		}
		if err != nil {
			r.current++ // this one is recorded
			return err
		}
		if !result.Ran {
			return nil
		}
		again, err := r.course.Again(rd, pass)
		if err != nil {
			r.warn("condition_unknown", "round."+rd.Name, fmt.Sprintf("round %q was not repeated: %v", rd.Name, err))
		}
		if !again {
			return nil
		}
	}
}

// round asks the queries that wait for it and its own, and measures what that brought.
func (r *run) round(ctx context.Context, rd *policy.Round, result *record.RoundResult) error {
	queries, replaces := r.takeWaiting(rd.Name)
	r.beforeRound()
	r.tellIntents(rd)
	if !replaces {
		queries = slices.Concat(queries, r.plan.Queries(r.Policy, *rd))
	}
	if err := r.pass(ctx, rd, queries, result); err != nil || !result.Ran {
		return err
	}
	r.scoreDocuments()
	if err := r.scoreRound(ctx, rd); err != nil {
		return err
	}
	r.publishContested()
	r.learn(rd)
	result.SelectedQuality = r.selectedQuality()
	result.QualityGain = result.SelectedQuality - r.lastQuality()
	return nil
}

// pass sends the queries that were not asked before, merges what they find and
// fills in the result.
func (r *run) pass(ctx context.Context, rd *policy.Round, queries []query.Query, result *record.RoundResult) error {
	queries = r.unasked(r.relax(rd, queries), rd.MaxQueries)
	if len(queries) == 0 {
		result.SkippedReason = "no new queries"
		return nil
	}
	r.pool.StartRound(rd.Name)
	before := r.pool.Len()
	asked, failed, err := r.sendQueries(ctx, rd, queries)
	if err != nil {
		return err
	}
	result.Failed, result.NewDocuments = failed, r.pool.Len()-before
	if len(asked) == 0 {
		result.SkippedReason = "budget: no search could be paid"
		return nil
	}
	result.Ran, result.Queries = true, asked
	r.noteAsked(rd, asked)
	return nil
}

// passAfter sends queries in a pass after the rounds, which is not a round, counts against none and selects nothing.
func (r *run) passAfter(ctx context.Context, rd *policy.Round, queries []query.Query) (record.RoundResult, error) {
	began := r.since()
	result := record.RoundResult{Name: rd.Name, Queries: []string{}, SelectedQuality: r.lastQuality()}
	if err := r.pass(ctx, rd, queries, &result); err != nil {
		return result, err
	}
	r.result.Rounds = append(r.result.Rounds, result)
	r.log(record.KindRound, roundEvent(result, r.pool.Len(), rd.At))
	r.time(record.TimingRound+rd.Name, r.since()-began)
	return result, nil
}

// endRound publishes what a round brought, looks for gaps, lets the adaptive gate
// decide on all of it, what gap queries found included (S0-05), and records it. The next round waits for
// that, which a gap analysis beside it would not (S1-04). A fault of a gap block's plugin comes back once the round is recorded.
func (r *run) endRound(ctx context.Context, rd *policy.Round, result record.RoundResult) (err error) {
	r.rounds = append(r.rounds, result)
	last := &r.rounds[len(r.rounds)-1]
	stopped := ""
	if last.Ran {
		out := &policy.RoundOutcome{
			SelectedQuality: last.SelectedQuality, QualityGain: last.QualityGain,
			NewDocuments: last.NewDocuments, Queries: len(last.Queries), Means: r.means,
		}
		r.course.Ran(rd, out)
		if err = r.updateGaps(ctx); err == nil {
			last.OpenGaps, err = r.findGaps(ctx, rd)
		}
		out.OpenGaps = last.OpenGaps
		stopped = r.course.End(rd, out)
	} else {
		r.course.End(rd, nil)
	}
	event := roundEvent(*last, r.pool.Len(), rd.At)
	event.StopReason = stopped
	for _, text := range last.Queries {
		if len(r.gapsOf[text]) > 0 {
			event.Injected = append(event.Injected, text)
		}
	}
	r.log(record.KindRound, event)
	return err
}

func roundEvent(result record.RoundResult, pool int, where policy.Pos) record.Round {
	return record.Round{
		Name: result.Name, Pass: result.Pass, Ran: result.Ran, SkippedReason: result.SkippedReason, Queries: len(result.Queries),
		NewDocuments: result.NewDocuments, PoolDocuments: pool, SelectedQuality: result.SelectedQuality,
		QualityGain: result.QualityGain, OpenGaps: result.OpenGaps, At: at(where),
	}
}
