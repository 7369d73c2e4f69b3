package run

import "github.com/sparkhost/sparkhost/host/internal/plan"

// A queue is the queries that were asked, and those that wait for a round.
type queue struct {
	asked   map[string]bool         // queries asked so far
	waiting map[string][]plan.Query // queries that wait for a round, by its name; see nextRound
}

func newQueue() queue {
	return queue{asked: map[string]bool{}, waiting: map[string][]plan.Query{}}
}

// unasked drops empty queries and those asked before, and keeps at most limit of
// the rest; 0 keeps all. What is cut off may be asked by a later round.
func (w *queue) unasked(queries []plan.Query, limit int) []plan.Query {
	var out []plan.Query
	for _, q := range queries {
		if limit > 0 && len(out) == limit {
			break
		}
		if q.Text == "" || w.asked[q.Text] {
			continue
		}
		w.asked[q.Text] = true
		out = append(out, q)
	}
	return out
}
