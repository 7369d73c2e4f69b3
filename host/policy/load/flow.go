package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// order checks that every round that this policy writes is in order; one that it
// only inherits may be left out.
func (b *builder) order() {
	order := b.n.Texts("order")
	for _, n := range b.n.All("round") {
		own := b.ownRound(n)
		if own && !slices.Contains(order, n.Label) {
			b.report(diag.Error(diag.CodeOrder, n.At, fmt.Sprintf("Round %q is not in order", n.Label), "A round runs only if order names it."))
		}
	}
	if len(order) == 0 {
		b.report(diag.Error(diag.CodeMissing, b.n.At, fmt.Sprintf("%s needs order", syntax.Title(b.n)), "List the rounds to run: order = [primary, …]."))
	}
}

// askable checks that a round asks only sources that the policy may ask: others would silently
// not be asked.
func (b *builder) askable(round *syntax.Node) {
	may := b.n.Texts("sources")
	for _, name := range round.Texts("sources") {
		if !slices.Contains(may, name) {
			b.report(diag.Error(diag.CodeUnknownName, round.Leaf("sources").ItemAt(name), fmt.Sprintf("Round %q searches %s, which is not among the policy's sources", round.Label, name),
				fmt.Sprintf("The policy searches %s. Write sources = [%s, %s] in it.", strings.Join(may, ", "), strings.Join(may, ", "), name)))
		}
	}
}

// searched returns the sources of the policy, or those that the caller puts in their place.
func (b *builder) searched() []string {
	if len(b.opts.Sources) > 0 {
		return b.opts.Sources
	}
	return b.n.Texts("sources")
}

// askedBy returns the sources that a round names, of those that the policy is left with.
func (b *builder) askedBy(round *syntax.Node) []string {
	names := round.Texts("sources")
	if len(b.opts.Sources) == 0 {
		return names
	}
	var left []string
	for _, name := range names {
		if slices.Contains(b.opts.Sources, name) {
			left = append(left, name)
		}
	}
	return left
}

// ownRound says whether the policy itself, not a parent, writes the round.
func (b *builder) ownRound(n *syntax.Node) bool {
	for _, f := range b.files {
		for _, p := range f.tree.All("policy") {
			if p.Label == b.n.Label && p.Child("round", n.Label) != nil && p.At == b.n.At {
				return true
			}
		}
	}
	return false
}

// clocked are the metrics that read the clock. A condition may ask them: budgets of time
// are for that. A confidence made of them would differ between equal runs.
var clocked = []string{"run.elapsed_seconds", "budget.remaining_s"}

// known says which paths of the state have values at a moment. A round's condition
// comes before there is an answer.
func known(when moment, path string) (bool, string) {
	if when == momentCalibrate && slices.Contains(clocked, path) {
		return false, "It depends on the clock, but equal runs must have equal confidence."
	}
	root, rest, _ := strings.Cut(path, ".")
	switch root {
	case "question", "run", "budget", "pool", "round", "rounds", "gaps", "bridge":
		return true, ""
	case "on":
		return knownOfHandlers(when, path)
	case "falsify":
		return when == momentCalibrate || when == momentGate, "Falsification runs after this."
	}
	switch {
	case when == momentReact && root != "address" && root != "triangulate" && root != "verify":
		return false, "Reactions come before the answer."
	case root == "answer" && rest == "confidence":
		return when == momentGate, "Only gates know the final confidence."
	case root == "answer" && rest == "provisional_confidence":
		return when == momentDraft || when == momentGate, "The provisional confidence is computed after the answer, so nothing that goes into it can read it."
	}
	return when != momentRound && when != momentPass && when != momentGaps && when != momentSubround && when != momentSelect, "It is known after reading and answering."
}

// reach is phase G for one condition: what it reads is known when it is asked,
// and what may be null is asked about first.
func (b *builder) reach(n *syntax.Node, c *policy.Condition, when moment) {
	at := b.rangeOf(n, when)
	b.reads = map[hclsyntax.Expression][]string{}
	for _, o := range c.Paths {
		if _, constant := b.scope.consts[o.Path]; constant {
			continue
		}
		if ok, why := known(when, o.Path); !ok {
			b.report(diag.Error(diag.CodeTooEarly, at, fmt.Sprintf("%s is not known %s", o.Path, when), why))
			continue
		}
		if (when == momentRound || when == momentPass || when == momentGaps || when == momentSubround) && !b.earlier(n, o.Path, when) {
			continue
		}
		b.nullable(n, c, o.Path, when)
	}
}

func (b *builder) rangeOf(n *syntax.Node, when moment) hcl.Range {
	switch when {
	case momentGate:
		return n.ValueAt("condition")
	case momentPass:
		return n.Section("repeat").ValueAt("until")
	case momentSubround:
		return n.Section("subround").ValueAt("when")
	}
	return n.ValueAt("when")
}

// earlier checks that a round's condition reads only rounds before it; false: it does not.
func (b *builder) earlier(n *syntax.Node, path string, when moment) bool {
	order, at := b.n.Texts("order"), b.rangeOf(n, when)
	self := b.standing(n, when)
	root, rest, _ := strings.Cut(path, ".")
	name, _, _ := strings.Cut(rest, ".")
	switch {
	case root == "round" && self == 0:
		b.report(diag.Error(diag.CodeTooEarly, at, fmt.Sprintf("%s is not known in the first round", path), "round is the last finished round, and there is none yet."))
	case root == "rounds" && indexOf(order, name) >= self:
		b.report(diag.Error(diag.CodeTooEarly, at, fmt.Sprintf("%s is not known yet", path), fmt.Sprintf("In order, %s does not come before %s.", name, b.whatFollows(n, when))))
	default:
		return true
	}
	return false
}

// standing returns how many rounds may be over when a condition of a round or a gap block is asked.
func (b *builder) standing(n *syntax.Node, when moment) int {
	order := b.n.Texts("order")
	after := indexOf(order, n.Text("after"))
	switch {
	case when == momentRound:
		return indexOf(order, n.Label)
	case when == momentPass:
		return indexOf(order, n.Label) + 1 // it may ask of itself
	case when == momentGaps && after >= 0:
		return after + 1
	}
	return len(order)
}

// whatFollows names what a condition belongs to.
func (b *builder) whatFollows(n *syntax.Node, when moment) string {
	if when == momentGaps || when == momentSubround {
		return "the gap analysis, which follows " + n.Text("after")
	}
	return n.Label
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// nullable checks paths that may be, or always are, null under this policy.
func (b *builder) nullable(n *syntax.Node, c *policy.Condition, path string, when moment) {
	at := b.rangeOf(n, when)
	if why := b.alwaysNull(path); why != "" && !coalesced(c.Expr, path) {
		b.report(diag.Error(diag.CodeAlways, at, fmt.Sprintf("%s is never known under this policy", path), why))
		return
	}
	for _, l := range b.lacks(n, path, when) {
		o := outlook{path: path, facts: l.facts, consts: b.scope.consts, reads: b.reads}
		if _, fails := o.of(c.Expr); !fails {
			continue
		}
		first := ""
		if l.ask != "" {
			first = fmt.Sprintf("Check %s first, as in %s && …, or ", l.ask, l.ask)
			if l.ask == "question.options" {
				first = "Check question.options first, as in question.options == 0 || …, or "
			}
		}
		b.report(diag.Error(diag.CodeMayBe, at, fmt.Sprintf("%s may be null", path), fmt.Sprintf("%s %s", l.why, diag.Capital(first+fmt.Sprintf("write coalesce(%s, fallback).", path)))))
		return
	}
}

// alwaysNull says why a path has no value under this policy, or "".
func (b *builder) alwaysNull(path string) string {
	budget := b.p.Budget
	switch {
	case strings.HasSuffix(path, ".open_gaps") && len(b.whole.All("gap")) == 0:
		return "The policy has no gap block."
	case strings.HasSuffix(path, "_usd") && strings.HasPrefix(path, "budget.") && budget.MaxCostMicroUSD == 0:
		return "The budget has no max_cost."
	case (path == "budget.max_s" || path == "budget.remaining_s") && budget.MaxWall == 0:
		return "The budget has no max_wall."
	case path == "budget.searches_left" && budget.MaxSearches == 0:
		return "The budget has no searches."
	case path == "budget.fuel_left" && budget.MaxFuel == 0:
		return "The budget has no fuel."
	}
	return ""
}

// maySkip says whether a round may not run: it has a condition, or the adaptive
// gate or the budget may end retrieval before it.
func (b *builder) maySkip(name string) bool {
	n := b.n.Child("round", name)
	return n == nil || n.Has("when") || indexOf(b.n.Texts("order"), name) > 0
}

// coalesced says whether every mention of path stands in a coalesce call.
func coalesced(e hclsyntax.Expression, path string) bool {
	inside, all := 0, 0
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if p, ok := expr.Dotted(n.Traversal); ok && p == path {
				all++
			}
		case *hclsyntax.FunctionCallExpr:
			if n.Name == "coalesce" && len(n.Args) > 1 {
				for _, a := range n.Args[:len(n.Args)-1] {
					if t, ok := a.(*hclsyntax.ScopeTraversalExpr); ok {
						if p, ok := expr.Dotted(t.Traversal); ok && p == path {
							inside++
						}
					}
				}
			}
		}
		return nil
	})
	return inside == all
}

// calibrationFeature checks that a calibration term weighs a known number.
func (b *builder) calibrationFeature(t *syntax.Node) {
	path, at := t.Text("feature"), t.ValueAt("feature")
	m, ok := b.scope.Metric(path)
	switch {
	case !ok:
		b.report(b.scope.unknown(path, at))
	case m.Type == schema.MetricText:
		b.report(diag.Error(diag.CodeOperand, at, fmt.Sprintf("%s is a string", path), "The value of a term must be a number or a flag (1 or 0)."))
	default:
		if ok, why := known(momentCalibrate, path); !ok {
			b.report(diag.Error(diag.CodeTooEarly, at, fmt.Sprintf("%s is not known %s", path, momentCalibrate), why))
		}
	}
}

// flow is the rest of phase G: gap queries go to rounds that run.
func (b *builder) flow() {
	order := b.n.Texts("order")
	for _, g := range b.n.All("gap") {
		b.inOrder(g, "after", g.Text("after"))
		after := indexOf(order, g.Text("after"))
		for _, target := range g.Texts("inject") {
			b.inOrder(g, "inject", target)
			if inject := indexOf(order, target); after >= 0 && inject >= 0 && inject <= after {
				b.report(diag.Error(diag.CodeTooEarly, g.ValueAt("inject"), fmt.Sprintf("Round %q has already run", target), fmt.Sprintf("Gaps are found after %s; inject them into a later round.", g.Text("after"))))
			}
		}
	}
}

// inOrder checks that a round that a gap block names runs.
func (b *builder) inOrder(g *syntax.Node, attr, round string) {
	if b.n.Child("round", round) != nil && !slices.Contains(b.n.Texts("order"), round) {
		b.leftOut(g, attr, round)
	}
}

// leftOut reports that a block names a round that order leaves out, and both ways on: most such blocks are inherited.
func (b *builder) leftOut(n *syntax.Node, attr, round string) {
	b.report(diag.Error(diag.CodeOrder, n.ValueAt(attr), fmt.Sprintf("Round %q is not in order", round),
		fmt.Sprintf("A round runs only if order names it, and %s of %s names %s. Put it into order, or write %s { enabled = false } in %s, or name another round there.",
			attr, syntax.Title(n), round, syntax.Title(n), syntax.Title(b.n))))
}
