package search

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// noteAsked marks the gaps that a pass of a round asked for, and where.
func (r *Run) noteAsked(rd *policy.Round, asked []string) {
	for _, text := range asked {
		for _, c := range r.GapsOf[text] {
			c.Asked = append(c.Asked, text)
			c.AskedIn = rd.Name
			for _, s := range r.roundSources(rd) {
				if !slices.Contains(c.Sampled, s.Name()) {
					c.Sampled = append(c.Sampled, s.Name())
				}
			}
			if r.Policy.Gaps[c.Block].Bridge != nil {
				r.Set("bridge.triggered", true)
			}
		}
	}
}

// reword keeps what is known of a gap's query that is asked in other words.
func (r *Run) reword(from, to string) {
	if of := r.GapsOf[from]; len(of) > 0 {
		r.GapsOf[to] = append(r.GapsOf[to], of...)
	}
	if r.OpenWeb[from] {
		r.OpenWeb[to] = true
	}
}
