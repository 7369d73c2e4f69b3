package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
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
	hits   []retrieval.Hit
	cached bool
	err    error
}

// ask sends the queries to the round's sources and merges the answers in the order
// of asking, whatever order they arrive in. Searches that the budget refuses are left out;
// a source that fails loses its search, not the run.
func (r *run) ask(ctx context.Context, rd *policy.Round, queries []plannedQuery) (asked, failed []string, err error) {
	guard := r.guard.Round(limits(rd.Budget))
	var searches []*search
	for _, q := range queries {
		sent := false
		for _, source := range r.roundSources(rd) {
			s := &search{query: retrieval.Query{Text: q.text, Intent: q.intent, Limit: rd.Results}, source: source}
			if s.paid, err = r.reserve(guard, "search."+rd.Name, budget.Amount{Searches: 1, CostMicroUSD: r.Prices.Cost(source.Name(), 1)}); err != nil {
				if !errors.Is(err, budget.ErrExhausted) || r.Policy.Budget.OnExhausted == "fail" {
					return nil, nil, err
				}
				continue
			}
			searches, sent = append(searches, s), true
		}
		if sent {
			asked = append(asked, q.text)
		}
	}
	failed, err = r.runSearches(ctx, rd.Name, searches)
	return asked, failed, err
}

func (r *run) roundSources(rd *policy.Round) []retrieval.Source {
	var out []retrieval.Source
	for _, s := range r.Policy.Sources {
		if len(rd.Sources) == 0 || slices.Contains(rd.Sources, s.Name) {
			out = append(out, r.Sources[s.Name])
		}
	}
	return out
}

func (r *run) runSearches(ctx context.Context, roundName string, searches []*search) (failed []string, err error) {
	group := errgroup.Group{}
	group.SetLimit(searchesAtOnce)
	for _, s := range searches {
		group.Go(func() error {
			s.hits, s.cached, s.err = r.cachedSearch(ctx, s.source, s.query)
			return nil
		})
	}
	_ = group.Wait() // the functions return nil: each search keeps its own error
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, s := range searches {
		failed = append(failed, r.settleSearch(roundName, s)...)
	}
	return failed, nil
}

// settleSearch pays for a search, merges its hits and records it.
func (r *run) settleSearch(roundName string, s *search) (failed []string) {
	r.settle(s.paid, budget.Amount{Searches: 1, CostMicroUSD: r.Prices.Cost(s.source.Name(), 1)})
	event := record.Query{
		Round: roundName, Intent: s.query.Intent, Source: s.source.Name(), Text: s.query.Text, Limit: s.query.Limit, Hits: []record.Hit{},
	}
	if s.cached {
		r.hits.searches++
	}
	if s.err != nil {
		event.Error = s.err.Error()
		r.warn("source_failed", s.source.Name(), fmt.Sprintf("source %q failed on %q: %v", s.source.Name(), s.query.Text, s.err))
		failed = []string{s.source.Name() + ": " + s.err.Error()}
	}
	for _, h := range s.hits {
		event.Hits = append(event.Hits, record.Hit{Document: r.blob(h.Document), Rank: h.Rank, Score: h.Score})
	}
	r.pool.Add(s.query, s.source.Name(), s.hits)
	r.log(record.KindQuery, event)
	return failed
}

// cachedSearch asks the source unless the cache knows the answer. Errors are never cached.
func (e *Engine) cachedSearch(ctx context.Context, source retrieval.Source, q retrieval.Query) ([]retrieval.Hit, bool, error) {
	if source.Fingerprint() == "" {
		hits, err := source.Search(ctx, q)
		return hits, false, err
	}
	key := cache.NewKey(cache.KindSearch).Text(source.Fingerprint()).Text(q.Text).Number(int64(q.Limit)).Sum()
	data, hit, err := e.Cache.Do(ctx, key, func(ctx context.Context) ([]byte, error) {
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		return json.Marshal(hits)
	})
	if err != nil {
		return nil, false, err
	}
	var hits []retrieval.Hit
	if err := json.Unmarshal(data, &hits); err != nil {
		return nil, false, fmt.Errorf("cached search: %w", err)
	}
	return hits, hit, nil
}
