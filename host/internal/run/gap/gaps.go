package gap

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// FindGaps runs the gap analyses due after the round that has just run (S0-08,
// S0-11) and lets their queries wait for the rounds they are for. It returns how many gaps are open; nil: none was
// due, or nobody knows.
func (r *Run) FindGaps(ctx context.Context, rd *policy.Round) (*int, error) {
	due, errs := r.Course.GapsDue(rd)
	for i := range r.Policy.Gaps {
		if err := errs[r.Policy.Gaps[i].Kind]; err != nil {
			name := "gap." + r.Policy.Gaps[i].Kind
			r.Warn("condition_unknown", name, fmt.Sprintf("%s did not look: %v", name, err))
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
func (r *Run) lookForGaps(ctx context.Context, block int, rd *policy.Round) (open int, known bool, err error) {
	g := &r.Policy.Gaps[block]
	l := r.lookFor(g)
	f, told := r.byModel(ctx, block, l)
	if !told && !(g.NoFallback && r.bound(g.Role)) {
		if f, err = r.byRules(ctx, block, l); err != nil {
			return 0, false, err
		}
	}
	kinds[g.Kind].found(r, g, &f, l)
	gaps := r.hold(block, &f)
	if err := r.measureGaps(ctx, block, l); err != nil {
		return 0, false, err
	}
	r.wordQueries(ctx, g, gaps)
	queries := r.GapQueries(g, gaps, f.entities)
	for _, target := range g.Targets() {
		if target == policy.InjectNext {
			target = search.NextRound
		}
		r.Waiting[target] = append(r.Waiting[target], queries...)
		if g.Replace {
			r.Replaced[target] = true
		}
	}
	r.Written[g.Kind] += len(queries)
	r.recordGaps(g, rd, f, gaps, queries)
	r.publishGaps(block)
	return len(gaps), !f.unknown, nil
}

// bound says whether a role has a model.
func (r *Run) bound(role string) bool {
	return slices.ContainsFunc(r.RunModels, func(m record.RunModel) bool { return m.Role == role })
}

// recordGaps tells what an analysis found and asks. Lists of one length belong together.
func (r *Run) recordGaps(g *policy.Gap, rd *policy.Round, f haul, gaps []*state.Gap, queries []query.Query) {
	step := record.Step{
		Name: "gap." + g.Kind, Round: rd.Name, Ran: true, Reason: "found by " + f.by, At: state.At(g.At),
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
		add("ids", c.Id)
		add("gaps", c.Text)
		if c.Typ != "" {
			add("types", c.Typ)
		}
	}
	for _, q := range queries {
		add("queries", q.Text)
	}
	for _, e := range f.entities {
		add("entities", e)
	}
	for _, d := range f.dropped[:min(len(f.dropped), MaxDropped)] {
		add("dropped", d)
	}
	r.tellCoverage(g, gaps, &step)
	kinds[g.Kind].tell(r, &step)
	r.Log(record.KindStep, step)
}
