package gap

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
)

// GapQueries words the gaps, by what a model wrote for them, else by the policy's templates for their type and
// those for all. The gaps take turns so that a small limit is not spent on the first one (C2).
func (r *Run) GapQueries(g *policy.Gap, gaps []*state.Gap, entities []string) []query.Query {
	var out []query.Query
	kind := kinds[g.Kind]
	kind.arrange(g, entities)
	for turn := range g.MaxPerGap {
		for _, c := range gaps {
			if g.MaxPerRound > 0 && len(out) == g.MaxPerRound {
				return out
			}
			pair, ok := kind.pair(entities, len(out))
			if !ok {
				continue
			}
			text := r.gapQuery(g, c, turn, pair)
			if text == "" || slices.ContainsFunc(out, func(q query.Query) bool { return q.Text == text }) {
				continue
			}
			kind.asked(r, g, len(out), text, pair)
			r.GapsOf[text] = append(r.GapsOf[text], c)
			out = append(out, query.Query{Text: text, Intent: state.GapIntent(g.Kind)})
		}
	}
	return out
}

// gapQuery returns the query of a gap in a turn; empty: it has none any more.
func (r *Run) gapQuery(g *policy.Gap, c *state.Gap, turn int, entities []string) string {
	if len(c.Worded) > 0 {
		if turn < len(c.Worded) {
			return c.Worded[turn]
		}
		return ""
	}
	templates := g.QueriesTemplates
	for _, w := range g.Wording {
		if w.Type == c.Typ {
			templates = slices.Concat(w.Queries, templates)
		}
	}
	if turn >= len(templates) {
		return ""
	}
	return query.Fill(templates[turn], r.gapSlots(c, entities))
}

var yearText = regexp.MustCompile(`\b(?:1[5-9]\d\d|20\d\d)\b`)

// gapSlots returns the values of the placeholders in query templates for a gap (S1-08, U29): the names in it, without
// a model. Its first anchor, else its first core term, is its subject; the next two say what is asked of that.
func (r *Run) gapSlots(c *state.Gap, entities []string) query.Slots {
	core := r.Content.CoreTerms(c.About, query.CoreTerms)
	entity, asked := "", ""
	if names := state.Telling(slices.Clone(core)); len(names) > 0 {
		entity, asked = names[0], strings.Join(names[1:min(3, len(names))], " ")
	}
	system := entity
	if asked == "" {
		asked, system = entity, ""
	}
	years := yearText.FindAllString(c.About, -1)
	slices.Sort(years)
	if len(years) > 1 {
		years = []string{years[0] + "-" + years[len(years)-1]}
	}
	v := r.Plan.Slots()
	v["gap"], v["sub_claim"], v["gap_terms"] = c.Text, c.Text, strings.Join(core, " ")
	v["entity"], v["system"], v["entities"] = entity, system, strings.Join(entities, " ")
	for _, name := range []string{"property", "metric", "process", "phenomenon"} {
		v[name] = asked
	}
	v["year_range"] = strings.Join(years, " ")
	return v
}
