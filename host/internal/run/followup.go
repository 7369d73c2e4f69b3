package run

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// followingUp is the round and the intent of queries that stages propose while they look for the answer.
const followingUp = "follow_up"

// propose keeps the searches that a stage proposes, for followUp.
func (r *run) propose(resp *contract.Response) {
	if resp == nil || resp.Assess == nil || r.followed {
		return
	}
	for _, text := range resp.Assess.Queries {
		if !slices.Contains(r.proposed, text) {
			r.proposed = append(r.proposed, text)
		}
	}
}

// followUp asks what stages proposed, once in a run, reads the best works that were not read and assesses all anew. It says
// whether there is something new to answer from.
func (r *run) followUp(ctx context.Context) (bool, error) {
	f := &r.Policy.FollowUp
	if r.followed || f.MaxQueries == 0 || len(r.proposed) == 0 {
		return false, nil
	}
	r.followed = true
	rd := policy.Round{Name: followingUp, MaxQueries: f.MaxQueries, Results: f.Results, At: f.At}
	var queries []query.Query
	for _, text := range r.proposed[:min(len(r.proposed), f.MaxQueries)] {
		queries = append(queries, query.Query{Text: text, Intent: followingUp})
	}
	if _, err := r.passAfter(ctx, &rd, queries); err != nil {
		return false, err
	}
	found := r.unread(followingUp, f.Documents)
	if len(found) == 0 {
		return false, nil
	}
	r.addPassages(found)
	for _, p := range found {
		r.recordPassage(p)
	}
	return true, r.do(ctx, r.assessSteps())
}

// unread are the passages of the best n works that queries of an intent found and that were not read.
func (r *run) unread(intent string, n int) []*passage {
	read := map[*document]bool{}
	for _, p := range r.passages {
		read[p.doc] = true
	}
	entries := slices.DeleteFunc(r.pool.Documents(), func(e retrieval.Entry) bool {
		return rankBy(intent, e) == math.MaxInt || r.excludes(&e.Document) || read[r.byIndex[e.Index]]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int { return cmp.Compare(rankBy(intent, a), rankBy(intent, b)) })
	var out []*passage
	for _, e := range entries[:min(n, len(entries))] {
		out = append(out, r.bestOf(r.cut(r.latecomer(e)))...)
	}
	return out
}
