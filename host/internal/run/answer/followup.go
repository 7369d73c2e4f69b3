package answer

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// followingUp is the round and the intent of queries that stages propose while they look for the answer.
const followingUp = "follow_up"

// propose keeps the searches that a stage proposes, for followUp.
func (r *Run) propose(resp *contract.Response) {
	if resp == nil || resp.Assess == nil || r.Followed {
		return
	}
	for _, text := range resp.Assess.Queries {
		if !slices.Contains(r.Proposed, text) {
			r.Proposed = append(r.Proposed, text)
		}
	}
}

// followUp asks what stages proposed, once in a run, reads the best works that were not read and assesses all anew. It says
// whether there is something new to answer from.
func (r *Run) followUp(ctx context.Context) (bool, error) {
	f := &r.Policy.FollowUp
	if r.Followed || f.MaxQueries == 0 || len(r.Proposed) == 0 {
		return false, nil
	}
	r.Followed = true
	rd := policy.Round{Name: followingUp, MaxQueries: f.MaxQueries, Results: f.Results, At: f.At}
	var queries []query.Query
	for _, text := range r.Proposed[:min(len(r.Proposed), f.MaxQueries)] {
		queries = append(queries, query.Query{Text: text, Intent: followingUp})
	}
	if _, err := r.search.PassAfter(ctx, &rd, queries); err != nil {
		return false, err
	}
	found := r.unread(followingUp, f.Documents)
	if len(found) == 0 {
		return false, nil
	}
	r.AddPassages(found)
	for _, p := range found {
		r.read.RecordPassage(p)
	}
	return true, r.Do(ctx, r.assess.AssessSteps())
}

// unread returns the passages of the best n works that queries of an intent found and that were not read.
func (r *Run) unread(intent string, n int) []*state.Passage {
	read := map[*state.Document]bool{}
	for _, p := range r.Passages {
		read[p.Doc] = true
	}
	entries := slices.DeleteFunc(r.Pool.Documents(), func(e retrieval.Entry) bool {
		return state.RankBy(intent, e) == math.MaxInt || r.Excludes(&e.Document) || read[r.ByIndex[e.Index]]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int { return cmp.Compare(state.RankBy(intent, a), state.RankBy(intent, b)) })
	var out []*state.Passage
	for _, e := range entries[:min(n, len(entries))] {
		out = append(out, r.read.BestOf(r.read.Read(r.search.Latecomer(e)))...)
	}
	return out
}
