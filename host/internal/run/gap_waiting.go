package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/policy"
)

// noteAsked marks the gaps that a pass of a round asked for, and where.
func (r *run) noteAsked(rd *policy.Round, asked []string) {
	for _, text := range asked {
		for _, c := range r.gapsOf[text] {
			c.asked = append(c.asked, text)
			c.askedIn = rd.Name
			for _, s := range r.roundSources(rd) {
				if !slices.Contains(c.sampled, s.Name()) {
					c.sampled = append(c.sampled, s.Name())
				}
			}
			if r.Policy.Gaps[c.block].Bridge != nil {
				r.set("bridge.triggered", true)
			}
		}
	}
}

// reword keeps what is known of a gap's query that is asked in other words.
func (r *run) reword(from, to string) {
	if of := r.gapsOf[from]; len(of) > 0 {
		r.gapsOf[to] = append(r.gapsOf[to], of...)
	}
	if r.openWeb[from] {
		r.openWeb[to] = true
	}
}

// takeWaiting are the queries that wait for a round, and whether they stand in for its own (C3).
func (r *run) takeWaiting(round string) (waiting []query.Query, replaces bool) {
	waiting = slices.Concat(r.waiting[round], r.waiting[nextRound])
	replaces = r.replaced[round] || r.replaced[nextRound]
	for _, name := range []string{round, nextRound} {
		delete(r.waiting, name)
		delete(r.replaced, name)
	}
	fresh := slices.ContainsFunc(waiting, func(q query.Query) bool { return q.Text != "" && !r.asked[q.Text] })
	return waiting, replaces && fresh
}
