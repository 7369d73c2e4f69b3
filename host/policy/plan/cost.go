package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

// A Bound is the most of something. Without a limit and without a way to count it is unbounded.
type Bound struct {
	Most      int64  `json:"most"`
	Unbounded bool   `json:"unbounded,omitempty"`
	Why       string `json:"why"`
}

// Worst is the most that one question may use. What the policy's budget bounds is cut there,
// as the host refuses the step that would go beyond.
type Worst struct {
	Searches    Bound `json:"searches"`
	Results     Bound `json:"results"` // hits, before duplicates are merged
	ModelCalls  Bound `json:"model_calls"`
	ModelTokens Bound `json:"model_tokens"`
	Cost        Bound `json:"cost_micro_usd"`
	Wall        Bound `json:"wall_ms"`
	Calls       Bound `json:"plugin_calls"`
	Fuel        Bound `json:"fuel"`
}

// pairQueries counts the queries that the templates of an intent that contrasts options give at most: those
// that name no pair as any other, the others once for each pair.
func pairQueries(in *policy.Intent, q Question) int64 {
	pairs := min(int64(in.Pairs.Max), int64(q.Options)*int64(q.Options-1)/2)
	n := int64(0)
	for _, t := range in.Queries {
		times := int64(1)
		if strings.Contains(t, "{first}") || strings.Contains(t, "{second}") {
			times = pairs
		}
		n += times * expansions(t, q)
	}
	return n
}

// expansions counts the queries that one template gives.
func expansions(template string, q Question) int64 {
	switch {
	case strings.Contains(template, "{option}"):
		return int64(q.Options)
	case strings.Contains(template, "{sub_claim}"):
		return int64(q.SubClaims)
	case strings.Contains(template, "{planned}"):
		return policy.MostPlanned
	}
	return 1
}

func queries(templates []string, q Question) int64 {
	n := int64(0)
	for _, t := range templates {
		n += expansions(t, q)
	}
	return n
}

// roundSearches counts the searches of a round's own queries; those that gap analysis injects are
// counted with the gap.
func roundSearches(r *policy.Round, planned Round, q Question) Searches {
	own := int64(0)
	for _, in := range planned.Intents {
		if in.pairs != nil {
			own += pairQueries(in.pairs, q)
			continue
		}
		own += queries(in.Queries, q)
	}
	sources := int64(len(planned.Sources))
	why := fmt.Sprintf("%s to %s", many(own, "query", "queries"), many(sources, "source", "sources"))
	times, again := passes(r), ""
	if times > 1 {
		again = fmt.Sprintf(" in each of %d passes", times)
	}
	if limit := int64(r.MaxQueries) * times; limit > 0 && own > limit { // no query is asked twice
		own, why = limit, fmt.Sprintf("max_queries = %d to %s%s", r.MaxQueries, many(sources, "source", "sources"), again)
	}
	n := own * sources
	if limit := r.Budget.MaxSearches * times; limit > 0 && n > limit {
		n, why = limit, fmt.Sprintf("budget.searches = %d%s", r.Budget.MaxSearches, again)
	}
	return Searches{Of: "round." + r.Name, Queries: own, Searches: n, Results: n * int64(r.Results), Why: why}
}

// passes returns the number of times that a round may run.
func passes(r *policy.Round) int64 { return int64(max(1, r.Repeat.Max)) }

// gapSearches counts what gap analysis may inject: after each pass that a later one follows, be it the one that asks what is left over.
func gapSearches(p *policy.Policy, q Question) []Searches {
	out := []Searches{}
	for i := range p.Gaps {
		g := &p.Gaps[i]
		each := gapTemplates(g) * gapsAtMost(g, q)
		if g.MaxPerRound > 0 {
			each = min(each, int64(g.MaxPerRound))
		}
		times := timesDue(p, g)
		sources, results := widest(p, g)
		out = append(out, Searches{
			Of: "gap." + g.Kind, Queries: each * times, Searches: each * times * sources, Results: each * times * sources * results,
			Why: fmt.Sprintf("%s, %s each, to %s", many(times, "time", "times"), many(each, "query", "queries"), many(sources, "source", "sources")),
		})
	}
	return out
}

// gapTemplates counts the queries that a gap has at most: those of its type come before the others.
func gapTemplates(g *policy.Gap) int64 {
	most := 0
	for _, w := range g.Wording {
		most = max(most, len(w.Queries))
	}
	n := most + len(g.QueriesTemplates)
	if g.QueryRole != "" { // a model words as many as it likes
		n = g.MaxPerGap
	}
	return int64(min(g.MaxPerGap, n))
}

// gapsAtMost counts the gaps that one analysis can find. A model finds as many as are kept.
func gapsAtMost(g *policy.Gap, q Question) int64 {
	switch {
	case g.Max > 0 && (g.Role != "" || g.Max < q.SubClaims):
		return int64(g.Max)
	case g.Role != "":
		return policy.MostGaps
	}
	return int64(q.SubClaims)
}

// subroundSearches counts what gap blocks search once more.
func subroundSearches(p *policy.Policy) []Searches {
	var out []Searches
	for i := range p.Gaps {
		s := p.Gaps[i].Subround
		if s == nil {
			continue
		}
		_, results := widest(p, &p.Gaps[i])
		n, sources := int64(s.Max*len(s.Queries)), int64(len(p.Sources))
		out = append(out, Searches{
			Of: "gap." + p.Gaps[i].Kind + ".subround", Queries: n, Searches: n * sources, Results: n * sources * results,
			Why: fmt.Sprintf("%s, %s each, to %s", many(int64(s.Max), "time", "times"), many(int64(len(s.Queries)), "query", "queries"), many(sources, "source", "sources")),
		})
	}
	return out
}

// timesDue is after how many passes a gap analysis is due whose queries a later pass asks.
func timesDue(p *policy.Policy, g *policy.Gap) int64 {
	if leavesOver(p, g) {
		return analyses(p, g)
	}
	last := len(p.Rounds) - 1 // the round that takes the last injection
	for i, r := range p.Rounds {
		if g.Inject != policy.InjectNext && g.Reaches(r.Name) {
			last = i
		}
	}
	before, own := int64(0), int64(0) // passes until the last, and of the round that it comes after
	for i := range p.Rounds[:last+1] {
		before += passes(&p.Rounds[i])
		if p.Rounds[i].Name == g.After {
			own = passes(&p.Rounds[i])
			if i == last {
				own--
			}
		}
	}
	if g.After != "every_round" {
		return own
	}
	return max(0, before-soonest(p)) // due once min_rounds have run
}

// widest returns the most sources, and the most results for a query, of the rounds that may
// ask a gap's queries.
func widest(p *policy.Policy, g *policy.Gap) (sources, results int64) {
	for i := range p.Rounds {
		r := &p.Rounds[i]
		if !g.Reaches(r.Name) {
			continue
		}
		sources = max(sources, int64(len(sourceNames(p, r.Sources))))
		results = max(results, int64(r.Results))
	}
	if leavesOver(p, g) {
		sources, results = int64(len(p.Sources)), max(results, int64(p.Rounds[len(p.Rounds)-1].Results))
	}
	return sources, results
}

// leavesOver says whether queries of the gap that no round has asked are asked in a pass after all rounds, of all sources.
func leavesOver(p *policy.Policy, g *policy.Gap) bool {
	return p.Adaptive.AskGaps && len(p.Rounds) > 0 && slices.Contains(g.Targets(), policy.InjectNext)
}

// falsifySearches counts the searches against the draft, and against each draft made anew.
func falsifySearches(p *policy.Policy, q Question) []Searches {
	var out []Searches
	for i := range p.Falsify {
		f := &p.Falsify[i]
		turns, sources := int64(1+redrafts(f)), int64(len(p.Sources))
		n := queries(f.Queries, q)
		out = append(out, Searches{
			Of: "falsify." + f.Kind, Queries: n * turns, Searches: n * turns * sources, Results: n * turns * sources * int64(f.Results),
			Why: fmt.Sprintf("%s, %s each, to %s", many(turns, "draft", "drafts"), many(n, "query", "queries"), many(sources, "source", "sources")),
		})
	}
	return out
}

// redrafts returns the number of times that a falsification may have the draft made anew.
func redrafts(f *policy.Falsify) int {
	if f.ResynthesizeOver <= 0 {
		return 0
	}
	return f.MaxResynthesis
}

// callsOf lists the stages in the order of a run, with the most that each is called.
func callsOf(p *policy.Policy) []Calls {
	limits := map[string]policy.Limits{}
	for _, pl := range p.Plugins {
		limits[pl.Name] = pl.Limits
	}
	again := followUps(p)
	for i := range p.Falsify {
		again += redrafts(&p.Falsify[i])
	}
	out := []Calls{}
	add := func(block string, stages []policy.Stage, times int) {
		for _, s := range stages {
			fuel := min(orHost(s.Limits.Fuel), orHost(limits[s.Plugin].Call.Fuel))
			out = append(out, Calls{Stage: block + "." + s.Name, Plugin: s.Plugin, Most: int64(times), Fuel: fuel * int64(times), At: s.At})
		}
	}
	for i := range p.Gaps {
		g := &p.Gaps[i]
		for j := range g.Stages {
			add("gap."+g.Kind, g.Stages[j:j+1], timesMeasuring(p, g, g.Stages[j].Name))
		}
	}
	for i := range p.Select.Stages {
		add("select", p.Select.Stages[i:i+1], timesSelecting(p, &p.Select.Stages[i]))
	}
	add("read", p.Read.Stages, 1)
	add("address", p.Address.Stages, assessments(p, again))
	add("triangulate", p.Triangulate, assessments(p, again))
	add("verify", p.Verify, assessments(p, again))
	add("options", p.Options.Stages, 1+again)
	add("answer", p.Answer.Stages, 1+again)
	for i := range p.Falsify {
		add("falsify."+p.Falsify[i].Kind, p.Falsify[i].Stages, 1+redrafts(&p.Falsify[i]))
	}
	if p.Calibrate.Stage.Plugin != "" {
		add("calibrate", []policy.Stage{p.Calibrate.Stage}, 2+again) // provisional, each draft anew, final
	}
	return out
}

// timesSelecting counts the calls of a stage of select: once, or after each pass from its first round on.
func timesSelecting(p *policy.Policy, s *policy.Stage) int {
	if !s.EachRound {
		return 1
	}
	n := 0
	for i := range p.Rounds {
		n += int(passes(&p.Rounds[i]))
	}
	return max(0, n-s.FromRound+1)
}

func orHost(fuel int64) int64 {
	if fuel == 0 {
		return load.HostFuel
	}
	return fuel
}

// worst adds everything up and cuts it at the policy's budget.
func worst(p *policy.Policy, out *Plan) Worst {
	searches, results, why := roundsTogether(p, out.Rounds)
	for _, s := range out.Searches {
		searches, results = searches+s.Searches, results+s.Results
	}
	calls, fuel := int64(0), int64(0)
	for _, c := range out.Calls {
		calls, fuel = calls+c.Most, fuel+c.Fuel
	}
	models := int64(0)
	for _, c := range out.ModelCalls {
		models += c.Most
	}
	b := p.Budget
	return Worst{
		Searches:    cut(searches, why, b.MaxSearches, "budget.searches"),
		Results:     Bound{Most: results, Why: "searches × results, before duplicates are merged"},
		ModelCalls:  Bound{Most: models, Why: "blocks × drafts, as far as the budget allows"},
		ModelTokens: modelTokens(p),
		Cost:        limited(b.MaxCostMicroUSD, "budget.max_cost"),
		Wall:        limited(b.MaxWall.Milliseconds(), "budget.max_wall"),
		Calls:       Bound{Most: calls, Why: "stages × drafts"},
		Fuel:        cut(fuel, "calls × their limits of fuel", b.MaxFuel, "budget.fuel"),
	}
}

// modelTokens are bounded by the budget alone, where a role is bound to a model at all.
func modelTokens(p *policy.Policy) Bound {
	if len(p.Roles) == 0 {
		return Bound{Why: "no role is bound to a model"}
	}
	return limited(p.Budget.MaxModelTokens, "budget.model_tokens")
}

// roundsTogether adds the rounds up. Of those that count, the adaptive gate lets at most
// max_rounds run: the most expensive, to be safe.
func roundsTogether(p *policy.Policy, rounds []Round) (searches, results int64, why string) {
	var counting []Searches
	for _, r := range rounds {
		if r.Counts {
			counting = append(counting, r.Most)
			continue
		}
		searches, results = searches+r.Most.Searches, results+r.Most.Results
	}
	why = "all rounds, gap queries, full texts and falsification"
	n := len(counting)
	if p.Adaptive.Enabled && n > p.Adaptive.MaxRounds {
		n, why = p.Adaptive.MaxRounds, fmt.Sprintf("the %d most expensive rounds (adaptive.max_rounds), gap queries, full texts and falsification", p.Adaptive.MaxRounds)
	}
	byResults := slices.Clone(counting)
	slices.SortStableFunc(counting, func(a, b Searches) int { return int(b.Searches - a.Searches) })
	slices.SortStableFunc(byResults, func(a, b Searches) int { return int(b.Results - a.Results) })
	for i := range n {
		searches, results = searches+counting[i].Searches, results+byResults[i].Results
	}
	return searches, results, why
}

// cut returns a count that a limit may lower.
func cut(n int64, why string, limit int64, name string) Bound {
	if limit > 0 && n > limit {
		return Bound{Most: limit, Why: fmt.Sprintf("%s; without it %d", name, n)}
	}
	return Bound{Most: n, Why: why}
}

// limited returns a bound that only a limit sets.
func limited(limit int64, name string) Bound {
	if limit == 0 {
		return Bound{Unbounded: true, Why: "there is no " + name}
	}
	return Bound{Most: limit, Why: name}
}

func many(n int64, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
