package gap

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
)

// byRules finds gaps without a model: of what could be one, that which the evidence carries less than the block's
// threshold asks (S0-08).
func (r *Run) byRules(ctx context.Context, block int, l Look) (haul, error) {
	f := haul{by: "rules"}
	candidates := r.stated(block)
	switch r.Policy.Gaps[block].Kind {
	case policy.GapProbe:
		candidates = append(candidates, r.drafted(block, l)...)
	case policy.GapBridge:
		if f.entities = r.bridgeEntities(block); len(f.entities) == 0 {
			return f, nil
		}
		l = r.topAbstracts(block)
	}
	values, err := r.measured(ctx, policy.GapStageCoverage, candidates, l)
	if err != nil {
		return f, err
	}
	f.unknown = values == nil && len(candidates) > 0
	for i, v := range values {
		if c := candidates[i]; v < r.Policy.Gaps[block].Threshold {
			c.Now = v
			f.gaps = append(f.gaps, c)
		}
	}
	if r.Policy.Gaps[block].Kind == policy.GapEpistemic {
		for _, c := range f.gaps {
			c.Text = evidence.GapDescription(c.Text)
		}
		slices.SortStableFunc(f.gaps, func(a, b *state.Gap) int { return CompareDown(b.Now, a.Now) })
	}
	return f, nil
}

// stated are the parts of the question as gaps that they could be.
func (r *Run) stated(block int) []*state.Gap {
	out := make([]*state.Gap, len(r.Plan.SubClaims))
	for i, s := range r.Plan.SubClaims {
		out[i] = r.NewGap(block, s, s)
		if r.Policy.Gaps[block].Kind == policy.GapEpistemic {
			out[i].Typ = evidence.GapType(s, r.Plan.AnswerType)
		}
	}
	return out
}

// drafted are the sentences of a draft answer, made of what would be read now, as gaps that they could be (S2-05):
// each is one if no passage but those of its own work carries it.
func (r *Run) drafted(block int, l Look) []*state.Gap {
	g := &r.Policy.Gaps[block]
	var out []*state.Gap
	for _, cl := range r.trialAnswer(l) {
		phrase := cl.Text
		if g.MaxWords > 0 {
			phrase = r.Phrase(cl.Text, g.MaxWords)
		}
		c := r.NewGap(block, phrase, phrase)
		c.Own = cl.In.Doc
		out = append(out, c)
	}
	return out
}

// trialAnswer is the sentences that an answer would be made of now, without any stage: the one nearest the
// question of each of the best passages, one of a document.
func (r *Run) trialAnswer(l Look) []*state.Claim {
	var out []*state.Claim
	seen := map[*state.Document]bool{}
	for i, p := range l.Passages {
		if seen[p.Doc] || len(out) == r.Policy.Answer.MaxSentences {
			continue
		}
		if cl := r.PickSentence(i, p, "best"); cl != nil && cl.Overlap > 0 {
			seen[p.Doc] = true
			out = append(out, cl)
		}
	}
	return out
}

var yearText = regexp.MustCompile(`\b(?:1[5-9]\d\d|20\d\d)\b`)

// gapSlots are the values of the placeholders in query templates for a gap (S1-08, U29): the names in it, without
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
