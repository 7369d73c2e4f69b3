package load

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// ExpressionName is the file name under which [Set.Ask] reports what is wrong with its text.
const ExpressionName = "<expression>"

// An Asked is the value of an expression.
type Asked struct {
	Type  string        // "number", "bool", "string" or "list"
	Value any           // float64, bool, string, []float64 or []string; nil: not known in this state
	Reads []policy.Used // the paths that the expression names, in order, with their values
}

// Ask computes an expression of the kind that conditions are, over the variables and locals of
// a policy and a state; paths that the state lacks are null. Mistakes are diagnostics that point
// into [ExpressionName]. The empty policy name means the same as in [Set.Policy].
func (s *Set) Ask(outer, text string, state policy.State) (Asked, hcl.Diagnostics) {
	p, diags := s.Policy(outer)
	if diags.HasErrors() {
		return Asked{}, diags
	}
	e, diags := parseExpression(text)
	if diags.HasErrors() {
		return Asked{}, diags
	}
	scope := s.scopeOf(p)
	check := &expr.Checker{Lookup: scope.lookup}
	t := check.Type(e)
	if check.Diags.HasErrors() {
		return Asked{}, diag.Tidy(check.Diags)
	}
	return scope.answer(e, t, state)
}

// parseExpression reads one expression, after the checks that a file gets.
func parseExpression(text string) (hclsyntax.Expression, hcl.Diagnostics) {
	src := []byte(text)
	if d := syntax.Guard(ExpressionName, src); d != nil {
		return nil, hcl.Diagnostics{d}
	}
	e, diags := hclsyntax.ParseExpression(src, ExpressionName, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, syntax.SyntaxReports(diags, src)
	}
	if n := expr.Parts(e); n > expr.MaxParts(schema.KindCondition) {
		return nil, hcl.Diagnostics{diag.Error(diag.CodeTooLarge, e.Range(), "Expression too large", fmt.Sprintf("It has %d parts; the limit is %d.", n, expr.MaxParts(schema.KindCondition)))}
	}
	expr.Harden(e)
	return e, nil
}

func (s *Scope) answer(e hclsyntax.Expression, t expr.Type, state policy.State) (Asked, hcl.Diagnostics) {
	out := Asked{Type: string(t), Reads: []policy.Used{}}
	root := map[string]any{}
	var null []string
	for _, path := range expr.Reads(e) {
		o := s.operand(path)
		v, used, err := o.Read(state)
		if err != nil {
			return out, hcl.Diagnostics{diag.Error(diag.CodeEvaluation, e.Range(), "Cannot compute the value", err.Error()+".")}
		}
		if used == nil {
			null = append(null, path)
		}
		out.Reads = append(out.Reads, policy.Used{Path: path, Value: used})
		policy.Put(root, o.Steps, v)
	}
	v, diags := e.Value(policy.ContextOf(root))
	if diags.HasErrors() {
		return out, hcl.Diagnostics{expr.NotComputed(diags, e.Range(), null)}
	}
	if v.IsNull() {
		return out, nil
	}
	if d := expr.Bounded(v, e.Range()); d != nil {
		return out, hcl.Diagnostics{d}
	}
	value, err := expr.Plain(v)
	if err != nil {
		return out, hcl.Diagnostics{diag.Error(diag.CodeEvaluation, e.Range(), "Cannot compute the value", err.Error()+".")}
	}
	out.Value = value
	return out, nil
}

// ParseMetric reads the value of a path of a policy's state as its type says: a number within
// its range, true or false, or one of its words. The error says what there is.
func (s *Set) ParseMetric(outer, path, text string) (any, error) {
	p, diags := s.Policy(outer)
	if diags.HasErrors() {
		return nil, diags
	}
	scope := s.scopeOf(p)
	m, ok := scope.Metric(path)
	if !ok {
		d := scope.unknown(path, hcl.Range{})
		return nil, fmt.Errorf("there is no %s. %s", path, d.Detail)
	}
	v, err := parseMetric(m, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

func parseMetric(m schema.Metric, text string) (any, error) {
	switch m.Type {
	case schema.MetricBool:
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return text == "true", nil
	case schema.MetricText:
		if len(m.OneOf) > 0 && !slices.Contains(m.OneOf, text) {
			return nil, fmt.Errorf("%q is not one of %s", text, strings.Join(m.OneOf, ", "))
		}
		return text, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < m.Min || f > m.Max {
		return nil, fmt.Errorf("%q is not a number in the range %s", text, schema.Range(m.Min, m.Max))
	}
	return f, nil
}

// Paths lists what an expression about a policy may name: variables, locals, metrics, and
// prefixes of signals ending in SIGNAL.
func (s *Set) Paths(outer string) []string {
	p, diags := s.Policy(outer)
	if diags.HasErrors() {
		return nil
	}
	return s.scopeOf(p).names()
}

// scopeOf returns what expressions may read of a policy; the set's own is shared and must not be filled in.
func (s *Set) scopeOf(p *policy.Policy) *Scope {
	own := *s.Scopes[p.Name]
	return &own
}
