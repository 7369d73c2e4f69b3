package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// updateGaps measures every gap found so far against what would be read now.
func (r *run) updateGaps() {
	for i := range r.Policy.Gaps {
		if r.hasGaps(i) {
			r.measureGaps(i, r.lookAround(r.Policy.Gaps[i].Read))
		}
	}
}

// settleGaps measures them against what is read in the end, and records how each stands.
func (r *run) settleGaps() {
	l := look{documents: r.selected, passages: r.passages}
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		own := l
		if !r.Policy.Gaps[i].Read {
			own.passages = nil
		}
		r.measureGaps(i, own)
		r.recordFilled(i)
	}
}

func (r *run) hasGaps(block int) bool {
	return slices.ContainsFunc(r.gaps, func(c *gap) bool { return c.block == block })
}

// measureGaps says of each gap of a block how much of it the evidence holds: its saturation is the share of its
// terms that anything holds (S1-09), its overlap the greatest share in one work (S1-25). It is filled once the
// evidence carries it as the threshold asks, or, if it did at first sight, carries it better than then (S2-20).
func (r *run) measureGaps(block int, l look) {
	g := &r.Policy.Gaps[block]
	held := l.tokens()
	found, filled, total := 0, 0, 0.0
	for _, c := range r.gaps {
		if c.block != block {
			continue
		}
		c.now = r.carried(c, l)
		c.saturation, c.overlap = evidence.Containment(c.terms, held), 0
		if c.own != nil {
			c.saturation = evidence.Containment(c.terms, l.without(c.own).tokens())
		}
		for _, d := range l.documents {
			if d != c.own {
				c.overlap = max(c.overlap, evidence.Containment(c.terms, d.all))
			}
		}
		c.filled = c.now >= g.Threshold && (c.open || c.now > c.start)
		found++
		total += c.saturation
		if c.filled {
			filled++
		}
	}
	prefix := "gaps." + g.Kind + "."
	r.set(prefix+"found", found)
	r.set(prefix+"filled", filled)
	r.set(prefix+"open", found-filled)
	r.set(prefix+"queries", r.written[g.Kind])
	r.set(prefix+"subrounds", r.subrounds[g.Kind])
	if found > 0 {
		r.set(prefix+"saturation", total/float64(found))
	}
	if g.Bridge != nil {
		r.set("bridge.queries", r.written[g.Kind])
		r.set("bridge.documents", r.foundByBridge())
	}
}

// tokens are all tokens of what is looked at.
func (l look) tokens() []uint32 {
	var ids []uint32
	for _, p := range l.passages {
		ids = append(ids, p.set...)
	}
	if len(l.passages) == 0 {
		for _, d := range l.documents {
			ids = append(ids, d.all...)
		}
	}
	return evidence.Set(ids)
}

// without leaves a work out.
func (l look) without(d *document) look {
	return look{
		slices.DeleteFunc(slices.Clone(l.documents), func(e *document) bool { return e == d }),
		slices.DeleteFunc(slices.Clone(l.passages), func(p *passage) bool { return p.doc == d }),
	}
}

// recordFilled tells how the gaps of a block stand in the end.
func (r *run) recordFilled(block int) {
	g := &r.Policy.Gaps[block]
	step := record.Step{
		Name: "gap." + g.Kind + ".filled", Ran: true, At: at(g.At),
		Numbers: map[string]float64{}, Texts: map[string][]string{},
	}
	for _, c := range r.gaps {
		if c.block != block {
			continue
		}
		state := "open"
		if c.filled {
			state = "filled"
		}
		step.Texts[state] = append(step.Texts[state], c.id)
		step.Numbers[c.id+".saturation"], step.Numbers[c.id+".overlap"] = c.saturation, c.overlap
	}
	r.log(record.KindStep, step)
}

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

// searchAgain runs the sub-rounds that are called for after a round which asked for gaps: one for each
// gap that it left under the saturation that the policy wants (S1-02).
func (r *run) searchAgain(ctx context.Context, rd *policy.Round) error {
	for _, c := range slices.Clone(r.gaps) {
		g := &r.Policy.Gaps[c.block]
		if g.Subround == nil || c.retried || c.askedIn != rd.Name || c.saturation >= g.Subround.Below {
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
		r.updateGaps()
	}
	r.rounds = append(r.rounds, result)
	step.Numbers["saturation_after"] = c.saturation
	r.log(record.KindRound, roundEvent(result, r.pool.Len(), again.At))
	r.log(record.KindStep, step)
	return nil
}

func (r *run) subroundQueries(g *policy.Gap, c *gap) []plannedQuery {
	values := r.gapSlots(c, nil)
	values["missing"] = r.missing(g, c)
	var out []plannedQuery
	for _, template := range g.Subround.Queries {
		if text := eachOnce(fill(template, values)); text != "" && !r.asked[text] {
			r.gapsOf[text] = append(r.gapsOf[text], c)
			out = append(out, plannedQuery{text: text, intent: gapIntent(g.Kind)})
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

// missing is what of a gap no evidence holds, in the words of its description.
func (r *run) missing(g *policy.Gap, c *gap) string {
	held := r.lookAround(g.Read).tokens()
	var out []string
	for _, word := range r.content.CoreTerms(c.about, 2*coreTermCount) {
		set := r.lookupSet(word)
		if len(set) == 0 || evidence.Containment(set, held) < 1 {
			out = append(out, word)
		}
	}
	return strings.Join(out[:min(len(out), coreTermCount)], " ")
}

// preferred are the sources that know most of gaps of a type (S1-02).
var preferred = map[string]string{"mechanistic": "europepmc", "quantitative": "crossref"}

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
	switch best := preferred[c.typ]; {
	case slices.Contains(left, best):
		return []string{best}
	case len(left) > 0:
		return left
	}
	return rd.Sources
}

// takeWaiting are the queries that wait for a round, and whether they stand in for its own (C3).
func (r *run) takeWaiting(round string) (waiting []plannedQuery, replaces bool) {
	waiting = slices.Concat(r.waiting[round], r.waiting[nextRound])
	replaces = r.replaced[round] || r.replaced[nextRound]
	for _, name := range []string{round, nextRound} {
		delete(r.waiting, name)
		delete(r.replaced, name)
	}
	fresh := slices.ContainsFunc(waiting, func(q plannedQuery) bool { return q.text != "" && !r.asked[q.text] })
	return waiting, replaces && fresh
}

// gapState is what a run knows of gaps.
type gapState struct {
	gaps      []*gap            // all that were found, each once
	gapsOf    map[string][]*gap // by the text of a query for them
	replaced  map[string]bool   // rounds whose own queries gap queries stand in for
	written   map[string]int    // queries, by kind
	subrounds map[string]int    // that ran, by kind
	openWeb   map[string]bool   // queries that may leave a source's list of sites
	bridge    *bridge           // nil: nobody looked for one
}

func newGapState() gapState {
	return gapState{
		gapsOf: map[string][]*gap{}, replaced: map[string]bool{}, written: map[string]int{}, subrounds: map[string]int{}, openWeb: map[string]bool{},
	}
}
