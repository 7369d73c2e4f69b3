package gap

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
)

// TakeWaiting returns the queries that wait for a round, and whether they stand in for its own (C3).
func (r *Run) TakeWaiting(round string) (waiting []query.Query, replaces bool) {
	waiting = slices.Concat(r.Waiting[round], r.Waiting[search.NextRound])
	replaces = r.Replaced[round] || r.Replaced[search.NextRound]
	for _, name := range []string{round, search.NextRound} {
		delete(r.Waiting, name)
		delete(r.Replaced, name)
	}
	fresh := slices.ContainsFunc(waiting, func(q query.Query) bool { return q.Text != "" && !r.Asked[q.Text] })
	return waiting, replaces && fresh
}

// TakeLeftOver returns the queries that wait for no round by name and were not asked.
func (r *Run) TakeLeftOver() []query.Query {
	waiting, _ := r.TakeWaiting(search.NextRound)
	return slices.DeleteFunc(waiting, func(q query.Query) bool { return q.Text == "" || r.Asked[q.Text] })
}
