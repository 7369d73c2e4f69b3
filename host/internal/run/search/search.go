package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/documents"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// searchesAtOnce bounds the searches of one round that run side by side.
const searchesAtOnce = 4

// A search is one query to one source: what was asked and what came back.
type search struct {
	query  retrieval.Query
	source retrieval.Source
	paid   *budget.Reservation
	found  []documents.Hit
	cached bool
	err    error
	took   time.Duration
	ended  time.Duration // since the run began
}

// sendQueries sends the queries to the round's sources and merges the answers in the order
// of asking, whatever order they arrive in. Searches that the budget refuses are left out;
// a source that fails loses its search, not the run.
func (r *Run) sendQueries(ctx context.Context, rd *policy.Round, queries []query.Query) (asked, failed []string, err error) {
	guard := r.Guard.Round(state.Limits(rd.Budget))
	var searches []*search
	var refused error
	unpaid := 0
	for _, q := range queries {
		sent := false
		for _, source := range r.roundSources(rd) {
			s := &search{query: retrieval.Query{Text: q.Text, Intent: q.Intent, Limit: rd.Results, OpenWeb: r.OpenWeb[q.Text], Literal: r.Policy.Relax.Literal}, source: source}
			if s.paid, err = r.Reserve(guard, "search."+rd.Name, budget.Amount{Searches: 1, CostMicroUSD: r.Prices.Cost(source.Name(), 1)}); err != nil {
				if !errors.Is(err, budget.ErrExhausted) || r.Policy.Budget.OnExhausted == "fail" {
					return nil, nil, err
				}
				refused = err
				unpaid++
				continue
			}
			searches, sent = append(searches, s), true
		}
		if sent {
			asked = append(asked, q.Text)
		}
	}
	if unpaid > 0 {
		r.Warn("budget_refused", "round."+rd.Name, fmt.Sprintf("round %q: %d of %d searches were not paid: %v", rd.Name, unpaid, unpaid+len(searches), refused))
	}
	failed, err = r.runSearches(ctx, rd.Name, searches)
	return asked, failed, err
}

func (r *Run) roundSources(rd *policy.Round) []retrieval.Source {
	var out []retrieval.Source
	for _, s := range r.Policy.Sources {
		if len(rd.Sources) == 0 || slices.Contains(rd.Sources, s.Name) {
			out = append(out, r.Sources[s.Name])
		}
	}
	return out
}

func (r *Run) runSearches(ctx context.Context, roundName string, searches []*search) (failed []string, err error) {
	r.find(ctx, roundName, searches)
	for _, s := range searches {
		if err := tape.Unknowable(s.err); err != nil {
			return nil, err
		}
	}
	for _, s := range searches {
		if s.err != nil && ctx.Err() != nil {
			s.paid.Release() // it did not come to an end
			continue
		}
		failed = append(failed, r.settleSearch(roundName, s)...)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return failed, nil
}

// find fills the searches in, some side by side; those of a replay one by one from its tape.
func (r *Run) find(ctx context.Context, roundName string, searches []*search) {
	group := errgroup.Group{}
	group.SetLimit(searchesAtOnce)
	for _, s := range searches {
		if r.Tape != nil {
			r.recall(ctx, roundName, s)
			continue
		}
		group.Go(func() error {
			began := r.Since()
			s.found, s.cached, s.err = r.Library.Search(ctx, s.source, s.query)
			s.ended = r.Since()
			s.took = s.ended - began
			return nil
		})
	}
	_ = group.Wait() // the functions return nil: each search keeps its own error
}

// settleSearch pays for a search, merges its hits and records it.
func (r *Run) settleSearch(roundName string, s *search) (failed []string) {
	s.paid.Settle(budget.Amount{Searches: 1, CostMicroUSD: r.Prices.Cost(s.source.Name(), 1)})
	event := record.Query{
		Round: roundName, Intent: s.query.Intent, Source: s.source.Name(), Text: s.query.Text, Limit: s.query.Limit, Literal: s.query.Literal, Hits: []record.Hit{},
	}
	if s.cached {
		r.Hits.Searches++
	}
	if s.err != nil {
		event.Error = state.Why(s.err)
		r.Warn("source_failed", s.source.Name(), fmt.Sprintf("source %q failed on %q: %s", s.source.Name(), s.query.Text, event.Error))
		failed = []string{s.source.Name() + ": " + event.Error}
	}
	r.Tally(s.source.Name(), event.Error)
	hits := make([]retrieval.Hit, len(s.found))
	for i, f := range s.found {
		r.Keep(f.Digest, f.Data)
		hits[i] = f.Hit
		event.Hits = append(event.Hits, record.Hit{Document: f.Digest, Rank: f.Rank, Score: f.Score})
	}
	r.Pool.Add(s.query, s.source.Name(), hits)
	r.Log(record.KindQuery, event)
	r.Log(record.KindTiming, record.Timing{What: record.TimingSearch + event.Source, ElapsedUS: s.took.Microseconds(), AtUS: s.ended.Microseconds(), Cached: s.cached})
	return failed
}
