package search

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// NextRound is the key of the queries for whatever round runs next.
const NextRound = ""

// Pass sends the queries that were not asked before, merges what they find and
// fills in the result.
func (r *Run) Pass(ctx context.Context, rd *policy.Round, queries []query.Query, result *record.RoundResult) error {
	queries = r.Unasked(r.relax(rd, queries), rd.MaxQueries)
	if len(queries) == 0 {
		result.SkippedReason = "no new queries"
		return nil
	}
	r.Pool.StartRound(rd.Name)
	before := r.Pool.Len()
	asked, failed, err := r.sendQueries(ctx, rd, queries)
	if err != nil {
		return err
	}
	result.Failed, result.NewDocuments = failed, r.Pool.Len()-before
	if len(asked) == 0 {
		result.SkippedReason = "budget: no search could be paid"
		return nil
	}
	result.Ran, result.Queries = true, asked
	r.noteAsked(rd, asked)
	return nil
}

// PassAfter sends queries in a pass after the rounds, which is not a round, counts against none and selects nothing.
func (r *Run) PassAfter(ctx context.Context, rd *policy.Round, queries []query.Query) (record.RoundResult, error) {
	began := r.Since()
	result := record.RoundResult{Name: rd.Name, Queries: []string{}, SelectedQuality: r.LastQuality()}
	if err := r.Pass(ctx, rd, queries, &result); err != nil {
		return result, err
	}
	r.Result.Rounds = append(r.Result.Rounds, result)
	r.Log(record.KindRound, RoundEvent(result, r.Pool.Len(), rd.At))
	r.Time(record.TimingRound+rd.Name, r.Since()-began)
	return result, nil
}

// RoundEvent returns the result of a round as a record tells it.
func RoundEvent(result record.RoundResult, pool int, where policy.Pos) record.Round {
	return record.Round{
		Name: result.Name, Pass: result.Pass, Ran: result.Ran, SkippedReason: result.SkippedReason, Queries: len(result.Queries),
		NewDocuments: result.NewDocuments, PoolDocuments: pool, SelectedQuality: result.SelectedQuality,
		QualityGain: result.QualityGain, OpenGaps: result.OpenGaps, At: state.At(where),
	}
}
