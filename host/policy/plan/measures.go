package plan

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// timesMeasuring counts the calls of a stage of a gap block at most: once for the gaps that each analysis
// keeps, after each later pass and sub-round, and for what is read in the end; and, where it says what is a gap at
// all, once more in each analysis, for what may be one.
func timesMeasuring(p *policy.Policy, g *policy.Gap, stage string) int {
	looks := analyses(p, g)
	if looks == 0 {
		return 0
	}
	times := looks + passesAfter(p, g) + 1
	for i := range p.Gaps {
		if s := p.Gaps[i].Subround; s != nil {
			times += int64(s.Max)
		}
	}
	if stage == policy.GapStageCoverage {
		times += looks
	}
	return int(times)
}

// passesAfter counts the passes that may follow the first analysis of a gap block.
func passesAfter(p *policy.Policy, g *policy.Gap) int64 {
	all, first := int64(0), soonest(p)
	for i := range p.Rounds {
		if p.Rounds[i].Name == g.After {
			first = all + 1
		}
		all += passes(&p.Rounds[i])
	}
	if slices.ContainsFunc(p.Gaps, func(o policy.Gap) bool { return leavesOver(p, &o) && dueAtTheEnd(p, &o) }) {
		all++
	}
	return max(0, all-first)
}

// dueAtTheEnd says whether a gap analysis may be due after the last pass, so that only the pass for what is left over asks its queries.
func dueAtTheEnd(p *policy.Policy, g *policy.Gap) bool {
	return g.After == "every_round" || g.After == p.Rounds[len(p.Rounds)-1].Name
}
