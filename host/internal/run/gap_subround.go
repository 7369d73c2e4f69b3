package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// searchAgain runs the sub-rounds that are called for after a round which asked for gaps: one for each
// gap that it left under the saturation that the policy wants (S1-02).
func (r *run) searchAgain(ctx context.Context, rd *policy.Round) error {
	for _, c := range slices.Clone(r.gaps) {
		g := &r.Policy.Gaps[c.block]
		if g.Subround == nil || c.retried || c.askedIn != rd.Name || !c.saturated || c.saturation >= g.Subround.Below {
			continue
		}
		c.retried = true
		if err := r.subround(ctx, rd, g, c); err != nil {
			return err
		}
	}
	return nil
}

// subround searches once more for one gap.
func (r *run) subround(ctx context.Context, rd *policy.Round, g *policy.Gap, c *gap) error {
	name := "gap_" + g.Kind + "_subround"
	step := record.Step{
		Name: "gap." + g.Kind + ".subround", Round: rd.Name, At: at(g.Subround.At),
		Numbers: map[string]float64{"saturation": c.saturation}, Texts: map[string][]string{"ids": {c.id}},
	}
	again := policy.Round{Name: name, Sources: r.relaxed(rd, g, c), Results: rd.Results, Budget: rd.Budget, At: g.Subround.At}
	queries := r.subroundQueries(g, c)
	switch {
	case len(queries) == 0:
		step.Reason = "no new queries"
	default:
		why, err := r.course.Subround(g)
		if err != nil {
			r.warn("condition_unknown", step.Name, fmt.Sprintf("%s did not run: %v", step.Name, err))
		}
		step.Reason = why
	}
	if step.Reason != "" {
		r.log(record.KindStep, step)
		return nil
	}
	began := r.since()
	result := record.RoundResult{Name: name, Queries: []string{}}
	if err := r.pass(ctx, &again, queries, &result); err != nil {
		return err
	}
	step.Ran, step.Reason = result.Ran, result.SkippedReason
	step.Texts["queries"], step.Texts["sources"] = result.Queries, again.Sources
	if result.Ran {
		r.subrounds[g.Kind]++
		r.scoreDocuments()
		result.SelectedQuality = r.selectedQuality()
		result.QualityGain = result.SelectedQuality - r.lastQuality()
		if err := r.updateGaps(ctx); err != nil {
			return err
		}
	}
	r.rounds = append(r.rounds, result)
	step.Numbers["saturation_after"] = c.saturation
	r.log(record.KindRound, roundEvent(result, r.pool.Len(), again.At))
	r.time(record.TimingRound+name, r.since()-began)
	r.log(record.KindStep, step)
	return nil
}

func (r *run) subroundQueries(g *policy.Gap, c *gap) []query.Query {
	values := r.gapSlots(c, nil)
	values["missing"] = r.missing(g, c)
	var out []query.Query
	for _, template := range g.Subround.Queries {
		if text := eachOnce(query.Fill(template, values)); text != "" && !r.asked[text] {
			r.gapsOf[text] = append(r.gapsOf[text], c)
			out = append(out, query.Query{Text: text, Intent: gapIntent(g.Kind)})
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
func (r *run) missing(g *policy.Gap, c *gap) string {
	held := r.lookAround(g.Read).tokens()
	var out []string
	for _, word := range r.content.CoreTerms(c.about, 2*query.CoreTerms) {
		set := r.lookupSet(word)
		if len(set) == 0 || evidence.Containment(set, held) < 1 {
			out = append(out, word)
		}
	}
	return strings.Join(out[:min(len(out), query.CoreTerms)], " ")
}

// relaxed are the sources of a sub-round: of those that the gap was not looked for in, the one that knows most of its
// type, else all of them; where there are none left, and where the policy does not relax, the round's own.
func (r *run) relaxed(rd *policy.Round, g *policy.Gap, c *gap) []string {
	if !g.Subround.RelaxSources {
		return rd.Sources
	}
	var left []string
	for _, s := range r.Policy.Sources {
		if !slices.Contains(c.sampled, s.Name) {
			left = append(left, s.Name)
		}
	}
	switch best := g.Subround.Preferred(c.typ); {
	case slices.Contains(left, best):
		return []string{best}
	case len(left) > 0:
		return left
	}
	return rd.Sources
}
