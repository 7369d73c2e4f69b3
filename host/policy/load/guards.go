package load

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// A lack is a way in which a path can have no value in a run.
type lack struct {
	facts map[string]cty.Value // what else is then the case, readable by the condition
	ask   string               // what to ask first; "": nothing says it
	why   string
}

var noOptions = map[string]cty.Value{
	"question.options": cty.NumberIntVal(0), "question.type": cty.StringVal("free_form"), "question.polar": cty.False,
}

// lacks lists the ways in which a path can be null when a condition is asked.
func (b *builder) lacks(n *syntax.Node, path string, when moment) []lack {
	steps := strings.Split(path, ".")
	if path == "answer.margin" {
		return []lack{{noOptions, "question.options", "Questions without options have no margin."}}
	}
	if path == "answer.model_confidence" {
		return []lack{{why: "Perhaps no model answered."}}
	}
	var out []lack
	root, name := steps[0], steps[min(1, len(steps)-1)]
	own := when == momentPass && name == n.Label || when == momentGaps && name == n.Text("after") // it has just run
	switch {
	case root == "rounds" && steps[2] != "ran" && !own && b.maySkip(name):
		out = append(out, lack{fact("rounds." + name + ".ran"), "rounds." + name + ".ran", "The round may be skipped."})
	case root == "round" && name != "ran" && when == momentRound && b.firstMaySkip():
		out = append(out, lack{fact("round.ran"), "round.ran", "Perhaps no round has run yet."})
	case root == "falsify" && steps[2] != "ran":
		out = append(out, lack{fact("falsify." + name + ".ran"), "falsify." + name + ".ran", "Falsification may be skipped."})
	case root == "on" && steps[2] == "estimate_usd":
		out = append(out, lack{why: "The cost of an answer in that mode may be unknown."})
	case root == "options" && b.scope.IsSignal(path):
		out = append(out, lack{noOptions, "question.options", "Without options there are no scores."})
	}
	if root == "falsify" && steps[2] == "score" && len(b.n.Child("falsify", name).All("stage")) == 0 {
		out = append(out, lack{why: "Perhaps no model answered, and there is no stage."})
	}
	out = append(out, gapLack(path, steps)...)
	if steps[len(steps)-1] == "open_gaps" && !b.gapsSure(root, name) {
		out = append(out, lack{why: "There may be no gap analysis after that round."})
	}
	if b.scope.IsSignal(path) {
		out = append(out, b.stageLacks(root, name)...)
	}
	if strings.HasPrefix(steps[len(steps)-1], policy.MeanPrefix) {
		out = append(out, lack{why: "The stage may have scored no documents in that round."})
	}
	if why := b.gone(path); why != "" && len(out) == 0 && !strings.HasSuffix(path, ".ran") {
		out = append(out, lack{why: why})
	}
	return out
}

func fact(path string) map[string]cty.Value { return map[string]cty.Value{path: cty.False} }

// firstMaySkip says whether the first round may not run: its condition or the lack of
// queries may see to that.
func (b *builder) firstMaySkip() bool {
	n := b.n.Child("round", b.n.Texts("order")[0])
	return n == nil || n.Has("when") || len(n.Texts("intents")) == 0
}

// gapsSure says whether a gap analysis runs after that round whenever the round ran.
func (b *builder) gapsSure(root, round string) bool {
	for _, g := range b.n.All("gap") {
		if s := g.Child("stage", policy.GapStageCoverage); s != nil && (s.Text("on_error") == string(policy.OnErrorSkip) || b.p.Budget.MaxFuel > 0) {
			continue // what it does not measure is unknown
		}
		after := g.Text("after")
		if after == "every_round" && b.p.Adaptive.MinRounds <= 1 || root == "rounds" && after == round {
			return true
		}
	}
	return false
}

// stageLacks returns the ways in which a stage gives no signals.
func (b *builder) stageLacks(block, name string) []lack {
	var out []lack
	for _, section := range b.n.All(block) {
		for _, s := range section.All("stage") {
			skips := s.Text("on_error") == string(policy.OnErrorSkip)
			if skips && (s.Label == name || block == "falsify" && section.Label == name) {
				out = append(out, lack{why: "The stage has on_error = \"skip\"."})
			}
		}
	}
	if b.p.Budget.MaxFuel > 0 {
		out = append(out, lack{why: "The fuel budget may be used up by then."})
	}
	return out
}

// A truth says what is known of a boolean expression.
type truth int

const (
	unsure truth = iota
	surelyTrue
	surelyFalse
)

// An outlook follows an expression under facts, to find out whether it would need the
// value of a path that is then null.
type outlook struct {
	path   string
	facts  map[string]cty.Value
	consts expr.Constants
	reads  map[hclsyntax.Expression][]string // by the parts of the condition that were looked at for other paths
}

// of returns what is known of e, and whether computing it fails for want of the path.
// Like hcl it lets && and || ignore a failing side where the other one decides.
func (o *outlook) of(e hclsyntax.Expression) (truth, bool) {
	if t := o.known(e); t != unsure {
		return t, false
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return o.of(e.Expression)
	case *hclsyntax.ScopeTraversalExpr:
		path, _ := expr.Dotted(e.Traversal)
		return unsure, path == o.path
	case *hclsyntax.UnaryOpExpr:
		t, fails := o.of(e.Val)
		return negated(t), fails
	case *hclsyntax.BinaryOpExpr:
		return o.binary(e)
	case *hclsyntax.ConditionalExpr:
		return o.conditional(e)
	case *hclsyntax.FunctionCallExpr:
		return unsure, o.call(e)
	case *hclsyntax.TupleConsExpr:
		return unsure, o.any(e.Exprs)
	case *hclsyntax.TemplateExpr:
		return unsure, o.any(e.Parts)
	case *hclsyntax.TemplateWrapExpr:
		return o.of(e.Wrapped)
	}
	return unsure, false
}

func negated(t truth) truth {
	switch t {
	case surelyTrue:
		return surelyFalse
	case surelyFalse:
		return surelyTrue
	}
	return unsure
}

// known computes an expression that reads facts and constants only.
func (o *outlook) known(e hclsyntax.Expression) truth {
	root := map[string]any{}
	paths, seen := o.reads[e]
	if !seen {
		paths = expr.Reads(e)
		o.reads[e] = paths
	}
	for _, path := range paths {
		v, ok := o.facts[path]
		if c, constant := o.consts[path]; constant {
			v, ok = c.Value, true
		}
		if !ok {
			return unsure
		}
		policy.Put(root, strings.Split(path, "."), v)
	}
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: expr.Functions()}
	for name, v := range root {
		ctx.Variables[name] = policy.Object(v)
	}
	v, diags := e.Value(ctx)
	if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.Type() != cty.Bool {
		return unsure
	}
	if v.True() {
		return surelyTrue
	}
	return surelyFalse
}

func (o *outlook) binary(e *hclsyntax.BinaryOpExpr) (truth, bool) {
	left, failsLeft := o.of(e.LHS)
	right, failsRight := o.of(e.RHS)
	fails := failsLeft || failsRight
	var decides truth
	switch e.Op {
	case expr.And:
		decides = surelyFalse
	case expr.Or:
		decides = surelyTrue
	default:
		return unsure, fails
	}
	switch {
	case left == decides || right == decides:
		return decides, false
	case left != unsure && right != unsure:
		return negated(decides), fails
	}
	return unsure, fails
}

func (o *outlook) conditional(e *hclsyntax.ConditionalExpr) (truth, bool) {
	c, fails := o.of(e.Condition)
	yes, failsYes := o.of(e.TrueResult)
	no, failsNo := o.of(e.FalseResult)
	switch {
	case c == surelyTrue:
		return yes, fails || failsYes
	case c == surelyFalse:
		return no, fails || failsNo
	case yes == no:
		return yes, fails || failsYes || failsNo
	}
	return unsure, fails || failsYes || failsNo
}

// call is whether a call fails: coalesce takes null for all but its last argument.
func (o *outlook) call(e *hclsyntax.FunctionCallExpr) bool {
	if e.Name != "coalesce" {
		return o.any(e.Args)
	}
	for i, a := range e.Args {
		t, direct := a.(*hclsyntax.ScopeTraversalExpr)
		if path := ""; direct {
			if path, _ = expr.Dotted(t.Traversal); path == o.path && i < len(e.Args)-1 {
				continue
			}
		}
		if _, fails := o.of(a); fails {
			return true
		}
	}
	return false
}

func (o *outlook) any(list []hclsyntax.Expression) bool {
	for _, e := range list {
		if _, fails := o.of(e); fails {
			return true
		}
	}
	return false
}
