package policy

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
)

// Constant says whether a condition is the same in every run, and which: the ranges of the
// metrics and the values of the variables decide it, whatever happens. It may miss one that
// needs more than that, and never names one that can change.
func (c *Condition) Constant() (value, constant bool) {
	root := map[string]any{}
	for _, o := range c.Paths {
		Put(root, o.Steps, o.Any)
	}
	return Decide(c.Expr, ContextOf(root))
}

// Decide is a condition in three values, over a state of which only ranges are known.
func Decide(e hclsyntax.Expression, any *hcl.EvalContext) (value, known bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return Decide(e.Expression, any)
	case *hclsyntax.UnaryOpExpr:
		v, known := Decide(e.Val, any)
		return !v, known
	case *hclsyntax.BinaryOpExpr:
		if e.Op == expr.And || e.Op == expr.Or {
			return decideBoth(e, any)
		}
		if params := e.Op.Impl.Params(); e.Op.Type == cty.Bool && params[0].Type == cty.Number {
			return decideOrder(e, any)
		}
	}
	v, diags := e.Value(any)
	if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.Type() != cty.Bool {
		return false, false
	}
	return v.True(), true
}

// decideBoth is && and ||: one side may decide alone.
func decideBoth(e *hclsyntax.BinaryOpExpr, any *hcl.EvalContext) (value, known bool) {
	decisive := e.Op == expr.Or
	a, knownA := Decide(e.LHS, any)
	b, knownB := Decide(e.RHS, any)
	if knownA && a == decisive || knownB && b == decisive {
		return decisive, true
	}
	return !decisive, knownA && knownB
}

// decideOrder compares the ends of both sides' ranges. Order is monotone in both, so what
// holds at every pair of ends holds between them.
func decideOrder(e *hclsyntax.BinaryOpExpr, any *hcl.EvalContext) (value, known bool) {
	var ends [2][]cty.Value
	for i, side := range []hclsyntax.Expression{e.LHS, e.RHS} {
		v, diags := side.Value(any)
		if diags.HasErrors() || v.IsNull() || v.Type() != cty.Number {
			return false, false
		}
		if v.IsKnown() {
			ends[i] = []cty.Value{v}
			continue
		}
		low, _ := v.Range().NumberLowerBound()
		high, _ := v.Range().NumberUpperBound()
		ends[i] = []cty.Value{low, high}
	}
	for i, a := range ends[0] {
		for j, b := range ends[1] {
			v, err := e.Op.Impl.Call([]cty.Value{a, b})
			if err != nil || !v.IsKnown() || (i+j > 0 && v.True() != value) {
				return false, false
			}
			value = v.True()
		}
	}
	return value, true
}
