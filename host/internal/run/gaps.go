package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// findGaps runs the gap analyses due after the round that has just run (S0-08,
// S0-11) and lets their queries wait for the rounds they are for. It returns how many gaps are open; nil: none was
// due, or nobody knows.
func (r *run) findGaps(ctx context.Context, rd *policy.Round) (*int, error) {
	due, errs := r.course.GapsDue(rd)
	for i := range r.Policy.Gaps {
		if err := errs[r.Policy.Gaps[i].Kind]; err != nil {
			name := "gap." + r.Policy.Gaps[i].Kind
			r.warn("condition_unknown", name, fmt.Sprintf("%s did not look: %v", name, err))
		}
	}
	open, known := 0, false
	for _, i := range due {
		n, told, err := r.lookForGaps(ctx, i, rd)
		if err != nil {
			return nil, err
		}
		open, known = open+n, known || told
	}
	if !known {
		return nil, nil
	}
	return &open, nil
}

// lookForGaps runs one analysis and returns how many gaps it holds to be open, and whether it could tell.
func (r *run) lookForGaps(ctx context.Context, block int, rd *policy.Round) (open int, known bool, err error) {
	g := &r.Policy.Gaps[block]
	l := r.lookAround(g.Read)
	f, told := r.byModel(ctx, block, l)
	if !told && !(g.NoFallback && r.bound(g.Role)) {
		if f, err = r.byRules(ctx, block, l); err != nil {
			return 0, false, err
		}
	}
	if g.Bridge != nil {
		r.buildBridge(g, f.entities, l)
	}
	gaps := r.hold(block, &f)
	if err := r.measureGaps(ctx, block, l); err != nil {
		return 0, false, err
	}
	r.wordQueries(ctx, g, gaps)
	queries := r.gapQueries(g, gaps, f.entities)
	for _, target := range g.Targets() {
		if target == policy.InjectNext {
			target = nextRound
		}
		r.waiting[target] = append(r.waiting[target], queries...)
		if g.Replace {
			r.replaced[target] = true
		}
	}
	r.written[g.Kind] += len(queries)
	r.recordGaps(g, rd, f, gaps, queries)
	r.publishGaps(block)
	return len(gaps), !f.unknown, nil
}

// bound says whether a role has a model.
func (r *run) bound(role string) bool {
	return slices.ContainsFunc(r.models, func(m record.RunModel) bool { return m.Role == role })
}

// recordGaps tells what an analysis found and asks. Lists of one length belong together.
func (r *run) recordGaps(g *policy.Gap, rd *policy.Round, f haul, gaps []*gap, queries []query.Query) {
	step := record.Step{
		Name: "gap." + g.Kind, Round: rd.Name, Ran: true, Reason: "found by " + f.by, At: at(g.At),
		Numbers: map[string]float64{"gaps": float64(len(gaps)), "queries": float64(len(queries))},
		Texts:   map[string][]string{},
	}
	switch {
	case f.by == "":
		step.Ran, step.Reason = false, "the model had no answer"
	case f.unknown:
		step.Ran, step.Reason = false, "stage coverage did not say what is a gap"
	case len(gaps) == 0:
		step.Reason += ": nothing"
	}
	add := func(name, text string) { step.Texts[name] = append(step.Texts[name], text) }
	for _, c := range gaps {
		add("ids", c.id)
		add("gaps", c.text)
		if c.typ != "" {
			add("types", c.typ)
		}
	}
	for _, q := range queries {
		add("queries", q.Text)
	}
	for _, e := range f.entities {
		add("entities", e)
	}
	for _, d := range f.dropped[:min(len(f.dropped), maxDropped)] {
		add("dropped", d)
	}
	r.tellCoverage(g, gaps, &step)
	if g.Kind == policy.GapProbe {
		step.Numbers["support_coverage"] = r.provisionalCoverage()
	}
	r.log(record.KindStep, step)
}

// provisionalCoverage is the share of the question's parts that what would be read now carries (S2-24).
func (r *run) provisionalCoverage() float64 {
	l := r.lookAround(true)
	carried := 0
	for _, s := range r.plan.SubClaims {
		terms := r.tokenSet(s)
		if slices.ContainsFunc(l.passages, func(p *passage) bool {
			return r.measures.claims.Of(terms, p.set) >= r.Policy.Claims.SupportThreshold
		}) {
			carried++
		}
	}
	return score.Share(float64(carried), float64(len(r.plan.SubClaims)))
}

// gapQueries words the gaps, by what a model wrote for them, else by the policy's templates for their type and
// those for all. The gaps take turns so that a small limit is not spent on the first one (C2). A bridge names
// two entities in each query, the next ones in the next, a name that may leave a source's sites first (S4-06).
func (r *run) gapQueries(g *policy.Gap, gaps []*gap, entities []string) []query.Query {
	var out []query.Query
	if g.Bridge != nil {
		slices.SortStableFunc(entities, func(a, b string) int {
			return compareDown(score.Flag(evidence.HasForm(a, g.Bridge.OpenWeb)), score.Flag(evidence.HasForm(b, g.Bridge.OpenWeb)))
		})
	}
	for turn := range g.MaxPerGap {
		for _, c := range gaps {
			if g.MaxPerRound > 0 && len(out) == g.MaxPerRound {
				return out
			}
			pair := twoFrom(entities, len(out))
			if g.Bridge != nil && len(pair) == 0 {
				continue // without a name there is nothing to build on (S4-09)
			}
			text := r.gapQuery(g, c, turn, pair)
			if text == "" || slices.ContainsFunc(out, func(q query.Query) bool { return q.Text == text }) {
				continue
			}
			if g.Bridge != nil && r.written[g.Kind] == 0 && len(out) == 0 && evidence.HasForm(pair[0], g.Bridge.OpenWeb) {
				r.openWeb[text] = true
			}
			r.gapsOf[text] = append(r.gapsOf[text], c)
			out = append(out, query.Query{Text: text, Intent: gapIntent(g.Kind)})
		}
	}
	return out
}

// gapIntent is the intent of the queries of a kind of gap analysis.
func gapIntent(kind string) string {
	if kind == policy.GapCoverage {
		return "gap"
	}
	return "gap_" + kind
}

// gapQuery is the query of a gap in a turn; empty: it has none any more.
func (r *run) gapQuery(g *policy.Gap, c *gap, turn int, entities []string) string {
	if len(c.worded) > 0 {
		if turn < len(c.worded) {
			return c.worded[turn]
		}
		return ""
	}
	templates := g.QueriesTemplates
	for _, w := range g.Wording {
		if w.Type == c.typ {
			templates = slices.Concat(w.Queries, templates)
		}
	}
	if turn >= len(templates) {
		return ""
	}
	return query.Fill(templates[turn], r.gapSlots(c, entities))
}

// twoFrom is two names from the nth on, around the end.
func twoFrom(names []string, n int) []string {
	if len(names) < 2 {
		return names
	}
	return []string{names[n%len(names)], names[(n+1)%len(names)]}
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

// knownGaps hold what a run knows of gaps.
type knownGaps struct {
	gaps      []*gap            // all that were found, each once
	gapsOf    map[string][]*gap // by the text of a query for them
	replaced  map[string]bool   // rounds whose own queries gap queries stand in for
	written   map[string]int    // queries, by kind
	subrounds map[string]int    // that ran, by kind
	openWeb   map[string]bool   // queries that may leave a source's list of sites
	bridge    *bridge           // nil: nobody looked for one
}

func newKnownGaps() knownGaps {
	return knownGaps{
		gapsOf: map[string][]*gap{}, replaced: map[string]bool{}, written: map[string]int{}, subrounds: map[string]int{}, openWeb: map[string]bool{},
	}
}
