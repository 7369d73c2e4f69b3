package load

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// money is phase H: what the rounds may spend fits into the policy's budget.
func (b *builder) money() {
	var sum policy.Budget
	for _, r := range b.p.Rounds {
		passes := int64(max(1, r.Repeat.Max))
		sum.MaxCostMicroUSD += passes * r.Budget.MaxCostMicroUSD
		sum.MaxWall += time.Duration(passes) * r.Budget.MaxWall
		sum.MaxSearches += passes * r.Budget.MaxSearches
		sum.MaxModelTokens += passes * r.Budget.MaxModelTokens
	}
	whole, n := b.p.Budget, b.n.Section("budget")
	b.fits(n, "max_cost", sum.MaxCostMicroUSD, whole.MaxCostMicroUSD)
	b.fits(n, "max_wall", int64(sum.MaxWall), int64(whole.MaxWall))
	b.fits(n, "searches", sum.MaxSearches, whole.MaxSearches)
	b.fits(n, "model_tokens", sum.MaxModelTokens, whole.MaxModelTokens)
	for _, name := range []string{"max_cost", "max_wall"} {
		if !n.Has(name) {
			b.report(diag.Warning(diag.CodeUnlimited, n.At, fmt.Sprintf("%s has no %s", syntax.Title(b.n), name), "The spending of a question is then unlimited. Set it in the budget block."))
		}
	}
	if whole.MaxFuel > 0 {
		b.fuel(n, whole.MaxFuel)
	}
}

// HostFuel is the limit of fuel that the host sets where a policy states none: that of
// plugin.DefaultFuel.
const HostFuel = 5_000_000_000

// fuel compares what calls are charged with what a question has: no call may need more, and all
// stages once should not.
func (b *builder) fuel(budget *syntax.Node, whole int64) {
	limits := map[string]policy.Limits{}
	for _, p := range b.p.Plugins {
		limits[p.Name] = p.Limits
	}
	sum := int64(0)
	b.n.Visit(func(n *syntax.Node) {
		if n.Schema.Name != "stage" {
			return
		}
		own, its := callLimitsOf(n.Section("limits")), limits[n.Text("plugin")].Call
		charged := min(orHost(own.Fuel), orHost(its.Fuel))
		if own.FuelPerItem > 0 || its.FuelPerItem > 0 {
			return // it depends on the number of items
		}
		sum += charged
		if charged > whole {
			b.report(diag.Error(diag.CodeOverBudget, budget.ValueAt("fuel"), fmt.Sprintf("%s may use more fuel than a question has", diag.Capital(syntax.Title(n))),
				fmt.Sprintf("A call is charged with its limit, here %s. Lower the limit with limits { fuel } in the stage or in plugin %q, or raise the budget.", amountOfFuel(charged), n.Text("plugin"))))
		}
	})
	if sum > whole && !b.diags.HasErrors() {
		b.report(diag.Warning(diag.CodeShortOfFuel, budget.ValueAt("fuel"), fmt.Sprintf("One call of each stage is charged with %s of fuel", amountOfFuel(sum)),
			"Stages that exceed the budget are not called. Lower the fuel limits, or raise the budget."))
	}
}

func orHost(fuel int64) int64 {
	if fuel == 0 {
		return HostFuel
	}
	return fuel
}

func amountOfFuel(n int64) string { return (&schema.Attr{Kind: schema.KindCount}).Amount(float64(n)) }

func (b *builder) fits(n *syntax.Node, name string, sum, whole int64) {
	if whole > 0 && sum > whole {
		b.report(diag.Error(diag.CodeOverBudget, n.ValueAt(name), fmt.Sprintf("The sum of the rounds' %s exceeds the policy's", name), "Raise it here or lower it in the rounds. A repeated round counts once per pass."))
	}
}

// lint is phase J.
func (b *builder) lint() {
	for _, section := range b.n.Children {
		switch section.Schema.Name {
		case "select", "read", "options":
			b.unreadStages(section)
		case "gap":
			b.unreadSaturation(section)
		case "calibrate":
			b.rewards(section)
			b.baseWeights(section)
		}
	}
	b.adversary()
}

// unreadStages warns of stages whose output no term weighs.
func (b *builder) unreadStages(section *syntax.Node) {
	for _, s := range section.All("stage") {
		read := section.Schema.Name == "options" // its signals can be read elsewhere
		for _, t := range section.All("term") {
			read = read || t.Text("stage") == s.Label
		}
		read = read || section.Schema.Name == "select" && b.readElsewhere(s.Label)
		if !read {
			b.report(diag.Warning(diag.CodeUnusedName, s.At, fmt.Sprintf("No term uses %s", syntax.Title(s)), fmt.Sprintf("Add a term with stage = stage.%s, or remove the stage.", s.Label)))
		}
	}
}

// unreadSaturation warns of a stage that measures what nothing of the policy asks.
func (b *builder) unreadSaturation(gap *syntax.Node) {
	s := gap.Child("stage", policy.GapStageSaturation)
	if s == nil || gap.Child("subround", "") != nil || b.p.Reads("gaps."+gap.Label+".saturation") {
		return
	}
	b.report(diag.Warning(diag.CodeUnusedName, s.At, fmt.Sprintf("Nothing uses the measurement of %s", syntax.Title(s)),
		fmt.Sprintf("Add a subround with below, a condition or term that reads gaps.%s.saturation, or remove the stage.", gap.Label)))
}

// rewards warns when surviving falsification would raise a confidence (C14).
func (b *builder) rewards(section *syntax.Node) {
	for _, t := range section.All("term") {
		if strings.HasPrefix(t.Text("feature"), "falsify.") && t.Number("weight") > 0 {
			b.report(diag.Warning(diag.CodeReward, t.ValueAt("weight"), fmt.Sprintf("%s rewards falsification", syntax.Title(t)), "A lack of contrary evidence must not raise the confidence; make the weight negative."))
		}
	}
}

// markConstant notes that a variable or local is used, and what a local reads.
func (w *world) markConstant(path string) {
	root, name, _ := strings.Cut(path, ".")
	k := key{root, name}
	if (root != "var" && root != "local") || w.used[k] {
		return
	}
	w.used[k] = true
	if l := w.locals()[name]; root == "local" && l != nil {
		for _, p := range l.Reads {
			w.markConstant(p)
		}
	}
}

// unused warns of definitions of the named files that nothing refers to. Files
// without a policy are libraries and pass.
func (w *world) unused() hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, f := range w.files {
		if !f.named || len(f.tree.All("policy")) == 0 {
			continue
		}
		for _, d := range f.defs() {
			code := diag.CodeUnusedName
			if d.kind == "var" || d.kind == "local" {
				code = diag.CodeUnusedValue
			}
			if d.kind != "policy" && !w.used[d.key] {
				diags = append(diags, diag.Warning(code, d.at, fmt.Sprintf("%s %q is never used", wordFor(d.kind), d.name), "Use it or remove it."))
			}
		}
	}
	return diags
}

func wordFor(kind string) string {
	if kind == "var" {
		return "variable"
	}
	return kind
}
