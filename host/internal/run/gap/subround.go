package gap

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// SearchAgain runs the sub-rounds that are called for after a round which asked for gaps: one for each
// gap that it left under the saturation that the policy wants (S1-02).
func (r *Run) SearchAgain(ctx context.Context, rd *policy.Round) error {
	for _, c := range slices.Clone(r.Gaps) {
		g := &r.Policy.Gaps[c.Block]
		if g.Subround == nil || c.Retried || c.AskedIn != rd.Name || !c.Saturated || c.Saturation >= g.Subround.Below {
			continue
		}
		c.Retried = true
		if err := r.subround(ctx, rd, g, c); err != nil {
			return err
		}
	}
	return nil
}

// subround searches once more for one gap.
func (r *Run) subround(ctx context.Context, rd *policy.Round, g *policy.Gap, c *state.Gap) error {
	name := "gap_" + g.Kind + "_subround"
	step := record.Step{
		Name: "gap." + g.Kind + ".subround", Round: rd.Name, At: state.At(g.Subround.At),
		Numbers: map[string]float64{"saturation": c.Saturation}, Texts: map[string][]string{"ids": {c.Id}},
	}
	again := policy.Round{Name: name, Sources: r.Relaxed(rd, g, c), Results: rd.Results, Budget: rd.Budget, At: g.Subround.At}
	queries := r.subroundQueries(g, c)
	switch {
	case len(queries) == 0:
		step.Reason = "no new queries"
	default:
		why, err := r.Course.Subround(g)
		if err != nil {
			r.Warn("condition_unknown", step.Name, fmt.Sprintf("%s did not run: %v", step.Name, err))
		}
		step.Reason = why
	}
	if step.Reason != "" {
		r.Log(record.KindStep, step)
		return nil
	}
	began := r.Since()
	result := record.RoundResult{Name: name, Queries: []string{}}
	if err := r.search.Pass(ctx, &again, queries, &result); err != nil {
		return err
	}
	step.Ran, step.Reason = result.Ran, result.SkippedReason
	step.Texts["queries"], step.Texts["sources"] = result.Queries, again.Sources
	if result.Ran {
		r.Subrounds[g.Kind]++
		r.search.ScoreDocuments()
		result.SelectedQuality = r.search.SelectedQuality()
		result.QualityGain = result.SelectedQuality - r.LastQuality()
		if err := r.UpdateGaps(ctx); err != nil {
			return err
		}
	}
	r.Rounds = append(r.Rounds, result)
	step.Numbers["saturation_after"] = c.Saturation
	r.Log(record.KindRound, search.RoundEvent(result, r.Pool.Len(), again.At))
	r.Time(record.TimingRound+name, r.Since()-began)
	r.Log(record.KindStep, step)
	return nil
}

func (r *Run) subroundQueries(g *policy.Gap, c *state.Gap) []query.Query {
	values := r.gapSlots(c, nil)
	values["missing"] = r.missing(g, c)
	var out []query.Query
	for _, template := range g.Subround.Queries {
		if text := eachOnce(query.Fill(template, values)); text != "" && !r.Asked[text] {
			r.GapsOf[text] = append(r.GapsOf[text], c)
			out = append(out, query.Query{Text: text, Intent: state.GapIntent(g.Kind)})
		}
	}
	return out
}

// eachOnce drops words that a text has had before.
func eachOnce(text string) string {
	var out []string
	for _, word := range strings.Fields(text) {
		if !slices.ContainsFunc(out, func(w string) bool { return strings.EqualFold(w, word) }) {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// missing returns the part of a gap that no evidence holds, in the words of its description.
func (r *Run) missing(g *policy.Gap, c *state.Gap) string {
	held := r.lookFor(g).tokens()
	var out []string
	for _, word := range r.Content.CoreTerms(c.About, 2*query.CoreTerms) {
		set := r.LookupSet(word)
		if len(set) == 0 || evidence.Containment(set, held) < 1 {
			out = append(out, word)
		}
	}
	return strings.Join(out[:min(len(out), query.CoreTerms)], " ")
}

// Relaxed returns the sources of a sub-round: of those that the gap was not looked for in, the one that knows most of its
// type, else all of them; where there are none left, and where the policy does not relax, the round's own.
func (r *Run) Relaxed(rd *policy.Round, g *policy.Gap, c *state.Gap) []string {
	if !g.Subround.RelaxSources {
		return rd.Sources
	}
	var left []string
	for _, s := range r.Policy.Sources {
		if !slices.Contains(c.Sampled, s.Name) {
			left = append(left, s.Name)
		}
	}
	switch best := g.Subround.Preferred(c.Typ); {
	case slices.Contains(left, best):
		return []string{best}
	case len(left) > 0:
		return left
	}
	return rd.Sources
}
