package state

import (
	"github.com/sparkhost/sparkhost/host/internal/query"
)

// A queue is the queries that were asked, and those that wait for a round.
type queue struct {
	Asked   map[string]bool          // queries asked so far
	Waiting map[string][]query.Query // queries that wait for a round, by its name; see nextRound
}

func newQueue() queue {
	return queue{Asked: map[string]bool{}, Waiting: map[string][]query.Query{}}
}

// Unasked drops empty queries and those asked before, and keeps at most limit of
// the rest; 0 keeps all. What is cut off may be asked by a later round.
func (w *queue) Unasked(queries []query.Query, limit int) []query.Query {
	var out []query.Query
	for _, q := range queries {
		if limit > 0 && len(out) == limit {
			break
		}
		if q.Text == "" || w.Asked[q.Text] {
			continue
		}
		w.Asked[q.Text] = true
		out = append(out, q)
	}
	return out
}
