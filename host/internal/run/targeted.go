package run

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// targeted are the works that only queries for gaps, bridges and the contrary found, the best rank first; of equals the one that scores
// better. The first round's queries are for the question as it stands, so a work that they found has its chance by score.
func (r *run) targeted() []*document {
	best := func(d *document) int {
		rank := math.MaxInt
		for _, f := range d.Found {
			rank = min(rank, f.Rank)
		}
		return rank
	}
	var out []*document
	for _, d := range r.documents {
		if !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !r.isTargeted(f.Intent) }) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *document) int { return cmp.Compare(best(a), best(b)) })
	return out
}

// isTargeted says whether queries of an intent look for what is missing or for the contrary.
func (r *run) isTargeted(intent string) bool {
	if intent == "gap" || strings.HasPrefix(intent, "gap_") {
		return true
	}
	for i := range r.Policy.Intents {
		if in := &r.Policy.Intents[i]; in.Name == intent {
			return in.Against
		}
	}
	return false
}
