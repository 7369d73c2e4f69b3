package plan

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// ModelCalls are the most that one block asks a language model. A call is one request and its answer; an answer that does not
// have its form is asked for once more, which the budget reserves with the call. How many tokens they take together is
// what Worst.ModelTokens says: the budget alone bounds it.
type ModelCalls struct {
	Stage     string     `json:"stage"` // such as "gap.probe" or "synthesis"
	Role      string     `json:"role"`
	Model     string     `json:"model"` // name in the policy
	Most      int64      `json:"calls"`
	MaxOutput int        `json:"max_output,omitempty"` // tokens of one answer; 0: by the kind of answer
	Why       string     `json:"why"`                  // how the number comes about
	At        policy.Pos `json:"at"`
}

// modelCalls lists the blocks that ask models, in the order of a run. Roles that are bound to none ask nobody.
func modelCalls(p *policy.Policy) []ModelCalls {
	out := []ModelCalls{}
	add := func(c ModelCalls) {
		i := slices.IndexFunc(p.Roles, func(r policy.Role) bool { return r.Role == c.Role })
		if i >= 0 && c.Most > 0 {
			c.Model = p.Roles[i].Model
			out = append(out, c)
		}
	}
	add(ModelCalls{Stage: "plan", Role: p.Plan.Role, Most: 1, MaxOutput: p.Plan.MaxOutput, Why: "once", At: p.Plan.At})
	for i := range p.Gaps {
		g := &p.Gaps[i]
		most, stage := analyses(p, g), "gap."+g.Kind
		why := "once after each of " + many(most, "pass", "passes")
		add(ModelCalls{Stage: stage, Role: g.Role, Most: most, MaxOutput: g.MaxOutput, Why: why, At: g.At})
		add(ModelCalls{Stage: stage + ".queries", Role: g.QueryRole, Most: most, MaxOutput: g.MaxOutput, Why: why, At: g.At})
	}
	again := followUps(p)
	for i := range p.Falsify {
		again += redrafts(&p.Falsify[i])
	}
	x, times := &p.Claims.Extract, int64(assessments(p, again))
	add(ModelCalls{Stage: "address", Role: p.Address.Reader.Role, Most: times, Why: "once for each reading", At: p.Address.At})
	add(ModelCalls{Stage: "claims.extract", Role: x.Role, Most: int64((x.Documents+x.Batch-1)/max(1, x.Batch)) * times, MaxOutput: x.MaxOutput, At: x.At,
		Why: fmt.Sprintf("%s, read %s", many(int64(x.Documents), "document", "documents"), many(times, "time", "times"))})
	for _, c := range scoring(p, times) {
		add(c)
	}
	for i := range p.Handlers {
		h := &p.Handlers[i]
		add(ModelCalls{Stage: "on." + h.Kind, Role: h.Role, Most: 1, Why: "once", At: h.At})
	}
	for _, c := range answering(p, int64(1+again-followUps(p))) {
		add(c)
	}
	for i := range p.Falsify {
		f := &p.Falsify[i]
		turns := int64(1 + redrafts(f))
		add(ModelCalls{Stage: "falsify." + f.Kind, Role: f.Role, Most: turns, Why: "once for each of " + many(turns, "draft", "drafts"), At: f.At})
	}
	return out
}

// analyses counts the analyses of a gap block: after each pass that it is due after, also the last one, whose queries nobody asks.
func analyses(p *policy.Policy, g *policy.Gap) int64 {
	n := int64(0)
	for i := range p.Rounds {
		if g.After == "every_round" || g.After == p.Rounds[i].Name {
			n += passes(&p.Rounds[i])
		}
	}
	if g.After == "every_round" {
		n -= soonest(p) - 1
	}
	return max(0, n)
}

// soonest returns the number of the first pass after which analyses of every round are due. Sub-rounds count as passes there.
func soonest(p *policy.Policy) int64 {
	if slices.ContainsFunc(p.Gaps, func(g policy.Gap) bool { return g.Subround != nil }) {
		return 1
	}
	return int64(max(p.Adaptive.MinRounds, 1))
}

// answering lists the calls of the solvers and the judge of so many drafts, in the mode of the policy and in those that it may upgrade to: a run
// answers in one of them. Solvers that differ are shown to the judge twice.
func answering(p *policy.Policy, drafts int64) []ModelCalls {
	modes := []policy.Mode{p.Mode}
	for _, h := range p.Handlers {
		if h.Upgrade != nil {
			modes = append(modes, h.Upgrade.To)
		}
	}
	why := "once for each of " + many(drafts, "draft", "drafts")
	var out []ModelCalls
	add := func(c ModelCalls) {
		i := slices.IndexFunc(out, func(o ModelCalls) bool { return o.Role == c.Role })
		switch {
		case i < 0:
			out = append(out, c)
		case out[i].Most < c.Most:
			out[i] = c
		}
	}
	for _, mode := range modes {
		s := p.SynthesisIn(mode)
		if s == nil {
			continue
		}
		asked := map[string]int64{} // by role, of one draft
		for _, role := range append(slices.Clone(s.Solvers), s.Judge, s.Judge) {
			asked[role]++
		}
		for _, role := range slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(s.Solvers), s.Judge)))) {
			row := ModelCalls{Stage: "synthesis", Role: role, Most: drafts * asked[role], MaxOutput: s.MaxOutput, Why: why, At: s.At}
			if asked[role] > 1 {
				row.Why = fmt.Sprintf("%d times for each of %s", asked[role], many(drafts, "draft", "drafts"))
			}
			add(row)
		}
	}
	return out
}

// textSearches returns the tries to get the open texts of documents: each is paid for as a search.
func textSearches(p *policy.Policy) []Searches {
	if p.Read.FullText != "open" {
		return nil
	}
	sources := int64(0)
	for _, s := range p.Sources {
		if slices.Contains(policy.TextSources(), s.Name) {
			sources++
		}
	}
	documents := int64(min(p.Read.FullTextDocuments, p.Select.MaxDocuments))
	return []Searches{{
		Of: "read.full_text", Searches: documents * sources,
		Why: fmt.Sprintf("the texts of %s, to %s", many(documents, "document", "documents"), many(sources, "source with texts", "sources with texts")),
	}}
}
