package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// Condition checks and compiles an attribute that is a condition; nil if absent.
func (b *builder) condition(n *syntax.Node, name string, when moment) *policy.Condition {
	return b.conditionOf(n, n.Condition(name), when)
}

// conditionOf is condition for one that stands in a block within n.
func (b *builder) conditionOf(n *syntax.Node, raw *syntax.Condition, when moment) *policy.Condition {
	if raw == nil || len(b.diags) > diag.MaxReports {
		return nil
	}
	if d := b.grow(expr.Parts(raw.Expr)*partWeight, raw.Expr.Range()); d != nil || b.oversized() {
		b.diags = append(b.diags, diag.One(d)...)
		return nil
	}
	c, diags := b.scope.Compile(raw)
	b.diags = append(b.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	b.reach(n, c, when)
	return c
}

// Compile is phase F for one condition.
func (s *Scope) Compile(raw *syntax.Condition) (*policy.Condition, hcl.Diagnostics) {
	check := &expr.Checker{Lookup: s.lookup}
	var comparisons []*hclsyntax.BinaryOpExpr
	check.Compare = func(e *hclsyntax.BinaryOpExpr) { comparisons = append(comparisons, e) }
	t := check.Type(raw.Expr)
	if t != "" && t != expr.TypeBool {
		check.Fail(diag.CodeNotBool, raw.Expr.Range(), "A condition must be true or false", fmt.Sprintf("Got a %s.", t))
	}
	check.Diags = append(check.Diags, s.partial(raw.Expr)...)
	if check.Diags.HasErrors() {
		return nil, check.Diags
	}
	c := &policy.Condition{Text: raw.Text, At: diag.PosOf(raw.Expr.Range()), Expr: raw.Expr, Tokens: raw.Tokens, Funcs: expr.Functions()}
	for _, path := range expr.Reads(raw.Expr) {
		c.Paths = append(c.Paths, s.operand(path))
	}
	return c, append(check.Diags, s.constantParts(raw, comparisons)...)
}

func (s *Scope) operand(path string) policy.Operand {
	o := policy.Operand{Path: path, Steps: strings.Split(path, "."), Any: s.anyValue(path)}
	if c, ok := s.consts[path]; ok {
		o.Value = c.Value
		return o
	}
	m, _ := s.Metric(path)
	o.Typ = m.Type
	return o
}

// constantParts finds comparisons whose outcome the ranges of the metrics decide,
// such as a percentage held against a fraction. What only variables decide is the
// operator's choice and passes.
func (s *Scope) constantParts(raw *syntax.Condition, comparisons []*hclsyntax.BinaryOpExpr) hcl.Diagnostics {
	var diags hcl.Diagnostics
	ctx := s.anyState(expr.Reads(raw.Expr))
	for _, e := range comparisons {
		if d := expr.WrongMode(e); d != nil {
			diags = append(diags, d)
			continue
		}
		if d := s.wrongWord(e); d != nil {
			diags = append(diags, d)
			continue
		}
		paths := expr.Reads(e)
		v, problems := e.Value(ctx)
		if problems.HasErrors() || !v.IsKnown() || v.IsNull() || !(s.anyMetric(paths) || len(paths) == 0) {
			continue
		}
		diags = append(diags, diag.Warning(diag.CodeConstant, e.SrcRange, fmt.Sprintf("This is always %v", v.True()), s.ranges(paths)+s.percent(e)))
	}
	if len(expr.Reads(raw.Expr)) == 0 && len(comparisons) == 0 {
		diags = append(diags, diag.Warning(diag.CodeConstant, raw.Expr.Range(), "This condition never changes", "It reads no values."))
	}
	return diags
}

// wrongWord finds a text metric compared with a word that it never is.
func (s *Scope) wrongWord(e *hclsyntax.BinaryOpExpr) *hcl.Diagnostic {
	for _, pair := range [][2]hclsyntax.Expression{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		names := expr.Reads(pair[0])
		word, diags := pair[1].Value(&hcl.EvalContext{})
		if len(names) != 1 || diags.HasErrors() || word.Type() != cty.String || word.IsNull() {
			continue
		}
		if m, ok := s.Metric(names[0]); ok && m.Type == schema.MetricText && !slices.Contains(m.OneOf, word.AsString()) {
			return diag.Error(diag.CodeOneOf, pair[1].Range(), fmt.Sprintf("%s is never %q", m.Path, word.AsString()), diag.DidYouMean(word.AsString(), m.OneOf))
		}
	}
	return nil
}

func (s *Scope) anyMetric(paths []string) bool {
	for _, p := range paths {
		if _, constant := s.consts[p]; !constant {
			return true
		}
	}
	return false
}

// ranges says where the numbers behind the paths lie.
func (s *Scope) ranges(paths []string) string {
	var out []string
	for _, p := range paths {
		if m, ok := s.Metric(p); ok && m.Type == schema.MetricNumber && m.Max < schema.Unbounded {
			out = append(out, fmt.Sprintf("%s is between %g and %g.", p, m.Min, m.Max))
		}
	}
	if len(out) == 0 {
		return "Its outcome is the same in every run."
	}
	return strings.Join(out, " ")
}

// percent finds a percentage held against a fraction.
func (s *Scope) percent(e *hclsyntax.BinaryOpExpr) string {
	for _, pair := range [][2]hclsyntax.Expression{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		names := expr.Reads(pair[0])
		v, diags := pair[1].Value(&hcl.EvalContext{})
		if len(names) != 1 || diags.HasErrors() || v.Type() != cty.Number {
			continue
		}
		x, _ := v.AsBigFloat().Float64()
		if m, ok := s.Metric(names[0]); ok && m.Type == schema.MetricNumber && m.Max == 1 && x >= 2 && x <= 100 {
			return fmt.Sprintf(" Did you mean %g?", x/100)
		}
	}
	return ""
}

// anyState returns a context in which each metric is unknown but for its range.
func (s *Scope) anyState(paths []string) *hcl.EvalContext {
	root := map[string]any{}
	for _, p := range paths {
		policy.Put(root, strings.Split(p, "."), s.anyValue(p))
	}
	return policy.ContextOf(root)
}

func (s *Scope) anyValue(path string) cty.Value {
	if c, ok := s.consts[path]; ok {
		return c.Value
	}
	if strings.HasSuffix(path, ".ran") && s.there != nil && !s.Has(path) {
		return cty.False // what is switched off never runs
	}
	m, _ := s.Metric(path)
	unknown := cty.UnknownVal(policy.MetricType(m.Type)).Refine().NotNull()
	if m.Type == schema.MetricNumber {
		unknown = unknown.NumberRangeInclusive(policy.Number(m.Min), policy.Number(m.Max))
	}
	return unknown.NewValue()
}
