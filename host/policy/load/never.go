package load

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A span bounds a number. An end that is open does not belong to it.
type span struct {
	low, high         float64
	openLow, openHigh bool
	at                string // the condition that set the end last
}

func (s span) empty() bool { return s.low > s.high || s.low == s.high && (s.openLow || s.openHigh) }

// spans bound the numbers for which conditions hold together, by path.
type spans map[string]span

// require takes in what must hold for e to be true: comparisons of a number with a constant that && joins. It returns a path that
// then can have no value, and the condition that it was narrowed by before; "" if there is none.
func (s *Scope) require(in spans, e hclsyntax.Expression, by string) (path, before string) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.require(in, e.Expression, by)
	case *hclsyntax.BinaryOpExpr:
		if e.Op == expr.And {
			if path, before = s.require(in, e.LHS, by); path != "" {
				return path, before
			}
			return s.require(in, e.RHS, by)
		}
		return s.narrow(in, e, by)
	}
	return "", ""
}

// narrow takes in one comparison.
func (s *Scope) narrow(in spans, e *hclsyntax.BinaryOpExpr, by string) (path, before string) {
	sign := expr.Sign(e.Op)
	left, right := e.LHS, e.RHS
	if _, constant := s.constantOf(left); constant {
		left, right, sign = right, left, flipped[sign]
	}
	bound, constant := s.constantOf(right)
	name, is := left.(*hclsyntax.ScopeTraversalExpr)
	if sign == "" || !constant || !is {
		return "", ""
	}
	path, _ = expr.Dotted(name.Traversal)
	m, known := s.Metric(path)
	if !known || m.Type != schema.MetricNumber {
		return "", ""
	}
	was, seen := in[path]
	if !seen {
		was = span{low: m.Min, high: m.Max}
	}
	now := was.cut(sign, bound)
	now.at = by
	in[path] = now
	if now.empty() && !was.empty() {
		return path, was.at
	}
	return "", ""
}

var flipped = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}

// cut returns the part of a span for which a comparison holds.
func (s span) cut(sign string, bound float64) span {
	if sign != ">" && sign != ">=" && (bound < s.high || bound == s.high && sign == "<") {
		s.high, s.openHigh = bound, sign == "<"
	}
	if sign != "<" && sign != "<=" && (bound > s.low || bound == s.low && sign == ">") {
		s.low, s.openLow = bound, sign == ">"
	}
	return s
}

// passable refuses gates that no answer can pass, alone or together. Gates that only warn pass anyway.
func (b *builder) passable() {
	together := spans{}
	for _, g := range b.p.Gates {
		if g.Level == policy.LevelAdvisory || g.Condition == nil {
			continue
		}
		at := b.n.Child("gate", g.Name).ValueAt("condition")
		v, problems := g.Condition.Expr.Value(b.scope.anyState(expr.Reads(g.Condition.Expr)))
		path, before := b.scope.require(together, g.Condition.Expr, g.Name)
		switch {
		case !problems.HasErrors() && v.IsKnown() && !v.IsNull() && v.False():
			b.report(never(at, g.Name, b.scope.ranges(expr.Reads(g.Condition.Expr))))
		case path != "" && (before == "" || before == g.Name):
			b.report(never(at, g.Name, fmt.Sprintf("Its requirements on %s contradict each other.", path)))
		case path != "":
			b.report(never(at, g.Name, fmt.Sprintf("Its requirement on %s contradicts gate %q: no answer passes both.", path, before)))
		}
		if path != "" {
			delete(together, path) // each contradiction is told once
		}
	}
}

func never(at hcl.Range, gate, why string) *hcl.Diagnostic {
	return diag.Error(diag.CodeConstant, at, fmt.Sprintf("Gate %q can never pass", gate), why+` Fix the condition, or write level = "advisory".`)
}

// beyondMax warns of a round that adaptive.max_rounds leaves no room for, as those before it have no condition.
func (b *builder) beyondMax() {
	most, sure := b.p.Adaptive.MaxRounds, 0
	for i, r := range b.p.Rounds {
		if !r.CountsAgainstMax {
			continue
		}
		if sure >= most {
			at := b.n.Child("round", r.Name).At
			b.report(diag.Warning(diag.CodeConstant, at, fmt.Sprintf("Round %q never runs", r.Name), fmt.Sprintf("adaptive.max_rounds is %d, and that many rounds always run before this one. Raise it, or remove the round from order.", most)))
			return
		}
		if r.When == nil || i == 0 {
			sure++
		}
	}
}
