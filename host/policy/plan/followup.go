package plan

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy"
)

// followUpSearches counts what stages may propose to search for: once, at most as many queries as the policy says.
func followUpSearches(p *policy.Policy) []Searches {
	f := &p.FollowUp
	if f.MaxQueries == 0 {
		return nil
	}
	asked, sources := int64(f.MaxQueries), int64(len(p.Sources))
	return []Searches{{
		Of: "follow_up", Queries: asked, Searches: asked * sources, Results: asked * sources * int64(f.Results),
		Why: fmt.Sprintf("once, %s to %s", many(asked, "query", "queries"), many(sources, "source", "sources")),
	}}
}

// followUps returns the number of times that proposals are followed up: 0 or 1.
func followUps(p *policy.Policy) int {
	if p.FollowUp.MaxQueries > 0 {
		return 1
	}
	return 0
}
