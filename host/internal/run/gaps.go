package run

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// findGaps runs the gap analyses due after the round that has just run (S0-08,
// S0-11) and lets their queries wait for the round they are for. Nil: none was due.
func (r *run) findGaps(rd *policy.Round) *int {
	var open *int
	due, _ := r.course.GapsDue(rd)
	for _, i := range due {
		g := &r.Policy.Gaps[i]
		gaps := r.coverageGaps(i)
		target := g.Inject
		if target == "next_round" {
			target = nextRound
		}
		r.waiting[target] = append(r.waiting[target], r.gapQueries(g, gaps)...)
		n := len(gaps)
		if open != nil {
			n += *open
		}
		open = &n
	}
	return open
}

// coverageGaps are the sub-claims that no selected document covers (S0-08):
// coverage(s) = max over the documents of measure(s, title + abstract), strictly under the threshold.
func (r *run) coverageGaps(gap int) []string {
	g, measure := r.Policy.Gaps[gap], r.measures.gaps[gap]
	var gaps []string
	top := r.documents[:min(len(r.documents), r.Policy.Select.MaxDocuments)]
	for _, s := range r.plan.subClaims {
		terms := r.tokenSet(s)
		best := 0.0
		for _, d := range top {
			best = max(best, measure.Of(terms, d.all))
		}
		if best < g.Threshold {
			gaps = append(gaps, s)
		}
	}
	return gaps
}

// gapQueries words the gaps by the policy's templates, going round the gaps in turn
// so that a small limit is not spent on the first one (C2).
func (r *run) gapQueries(g *policy.Gap, gaps []string) []plannedQuery {
	var out []plannedQuery
	for turn := range min(g.MaxPerGap, len(g.QueriesTemplates)) {
		for _, gap := range gaps {
			if g.MaxPerRound > 0 && len(out) == g.MaxPerRound {
				return out
			}
			values := r.plan.slots()
			values["gap"], values["sub_claim"] = gap, gap
			out = append(out, plannedQuery{text: fill(g.QueriesTemplates[turn], values), intent: "gap"})
		}
	}
	return out
}

// measures are the overlap measures that the policy names, resolved once.
type measures struct {
	gaps             []evidence.Measure // by gap
	clusters, claims evidence.Measure
}

func resolveMeasures(p *policy.Policy) (measures, error) {
	var m measures
	for _, g := range p.Gaps {
		measure, err := evidence.ParseMeasure(g.Measure)
		if err != nil {
			return m, err
		}
		m.gaps = append(m.gaps, measure)
	}
	var err error
	if m.clusters, err = evidence.ParseMeasure(p.Claims.Measure); err != nil {
		return m, err
	}
	m.claims, err = evidence.ParseMeasure(p.Claims.SupportMeasure)
	return m, err
}
