package load

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
)

// partial finds what could fail in a run whatever values are known: a division whose
// divisor may be zero, and clamp with bounds that may stand the wrong way round.
func (s *Scope) partial(e hclsyntax.Expression) hcl.Diagnostics {
	var diags hcl.Diagnostics
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n := n.(type) {
		case *hclsyntax.BinaryOpExpr:
			params := n.Op.Impl.Params()
			divides := n.Op.Type == cty.Number && len(params) == 2 && params[0].Name == expr.DivisionParam
			if divides && !s.neverZero(n.RHS) {
				diags = append(diags, diag.Error(diag.CodeEvaluation, n.RHS.Range(), "The divisor may be zero", "Divide by a constant other than 0, or by max(value, 0.01)."))
			}
		case *hclsyntax.FunctionCallExpr:
			if n.Name == "clamp" && len(n.Args) == 3 && !s.inOrder(n.Args[1], n.Args[2]) {
				diags = append(diags, diag.Error(diag.CodeEvaluation, n.Range(), "The bounds of clamp may be in the wrong order", "Write clamp(value, low, high) with constants, the lower one first."))
			}
		}
		return nil
	})
	return diags
}

// constantOf returns the number that an expression of constants has.
func (s *Scope) constantOf(e hclsyntax.Expression) (float64, bool) {
	paths := expr.Reads(e)
	if s.anyMetric(paths) {
		return 0, false
	}
	v, diags := e.Value(s.consts.Context(paths))
	if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.Type() != cty.Number {
		return 0, false
	}
	f, _ := v.AsBigFloat().Float64()
	return f, true
}

// neverZero says whether an expression is a constant other than 0, or max with one above 0.
func (s *Scope) neverZero(e hclsyntax.Expression) bool {
	if x, ok := s.constantOf(e); ok {
		return x != 0
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.neverZero(e.Expression)
	case *hclsyntax.FunctionCallExpr:
		for _, a := range e.Args {
			if x, ok := s.constantOf(a); e.Name == "max" && ok && x > 0 {
				return true
			}
		}
	}
	return false
}

func (s *Scope) inOrder(low, high hclsyntax.Expression) bool {
	a, okA := s.constantOf(low)
	b, okB := s.constantOf(high)
	return okA && okB && a <= b
}
