package expr

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Constant is the value of a variable or local.
type Constant struct {
	Value     cty.Value
	Type      Type
	Sensitive bool
	Uses      []string // variables it depends on, itself included
	Moded     bool     // it depends on the mode
}

// Constants maps "var.x" and "local.y" to their values.
type Constants map[string]Constant

// Names lists the constants under a root ("var" or "local"), sorted.
func (cs Constants) Names(root string) []string {
	var out []string
	for name := range cs {
		if strings.HasPrefix(name, root+".") {
			out = append(out, name)
		}
	}
	return slices.Sorted(slices.Values(out))
}

// lookup serves a checker for expressions that may read constants only.
func (cs Constants) lookup(path string, at hcl.Range) (Type, *hcl.Diagnostic) {
	if c, ok := cs[path]; ok {
		return c.Type, nil
	}
	root, _, _ := strings.Cut(path, ".")
	switch {
	case root == "var" || root == "local":
		return "", diag.Error(diag.CodeUnknownPath, at, fmt.Sprintf("There is no %s", path), diag.DidYouMean(path, cs.Names(root)))
	case slices.Contains(schema.StateRoots(), root):
		return "", diag.Error(diag.CodeUnknownPath, at, "The state of a run is not known here", "Only conditions (when, until, condition) can read "+root+".")
	}
	return "", diag.Error(diag.CodeUnknownPath, at, fmt.Sprintf("There is no %s", path), "Values can read var.NAME and local.NAME. Write strings in quotes.")
}

// Reads lists the paths that an expression names, in order and once each.
func Reads(e hclsyntax.Expression) []string {
	var out []string
	for _, t := range e.Variables() {
		if path, ok := Dotted(t); ok && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return out
}

// Uses gathers the variables behind the paths, and whether one is sensitive.
func (cs Constants) Uses(paths []string) (vars []string, sensitive bool) {
	for _, p := range paths {
		c := cs[p]
		sensitive = sensitive || c.Sensitive
		for _, v := range c.Uses {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	return vars, sensitive
}

// Context returns the context in which hcl evaluates an expression of constants.
func (cs Constants) Context(paths []string) *hcl.EvalContext {
	roots, alone := map[string]map[string]cty.Value{}, map[string]cty.Value{}
	for _, p := range paths {
		root, name, inner := strings.Cut(p, ".")
		if !inner {
			alone[root] = cs[p].Value
			continue
		}
		if roots[root] == nil {
			roots[root] = map[string]cty.Value{}
		}
		roots[root][name] = cs[p].Value
	}
	ctx := &hcl.EvalContext{Variables: alone, Functions: Functions()}
	for root, vals := range roots {
		ctx.Variables[root] = cty.ObjectVal(vals)
	}
	return ctx
}

// Eval checks and computes an expression of constants.
func (cs Constants) Eval(e hclsyntax.Expression) (Constant, hcl.Diagnostics) {
	check := &Checker{Lookup: cs.lookup}
	check.Compare = func(e *hclsyntax.BinaryOpExpr) { check.Diags = append(check.Diags, diag.One(WrongMode(e))...) }
	t := check.Type(e)
	if check.Diags.HasErrors() {
		return Constant{}, check.Diags
	}
	paths := Reads(e)
	v, diags := e.Value(cs.Context(paths))
	if diags.HasErrors() {
		return Constant{}, hcl.Diagnostics{NotComputed(diags, e.Range(), nil)}
	}
	if d := Bounded(v, e.Range()); d != nil {
		return Constant{}, hcl.Diagnostics{d}
	}
	vars, sensitive := cs.Uses(paths)
	return Constant{v, t, sensitive, vars, cs.Moded(paths)}, nil
}

// What values may hold.
const (
	MaxTextBytes = 4096
	maxListItems = 1024
)

// Bounded refuses values that could grow without limit when locals build on locals.
func Bounded(v cty.Value, at hcl.Range) *hcl.Diagnostic {
	switch {
	case !v.IsKnown() || v.IsNull():
		return diag.Error(diag.CodeEvaluation, at, "Cannot compute the value", "It is null.")
	case v.Type() == cty.String && len(v.AsString()) > MaxTextBytes:
		return diag.Error(diag.CodeTooLarge, at, "String too long", fmt.Sprintf("The limit is %d bytes.", MaxTextBytes))
	case v.Type() == cty.Number && new(big.Float).Abs(v.AsBigFloat()).Cmp(big.NewFloat(schema.Unbounded)) > 0:
		return diag.Error(diag.CodeRange, at, "Number too large", "Numbers must be between -1e18 and 1e18.")
	case v.Type().IsTupleType() && v.LengthInt() > maxListItems:
		return diag.Error(diag.CodeTooLarge, at, "List too long", fmt.Sprintf("The limit is %d items.", maxListItems))
	}
	if v.Type().IsTupleType() {
		for it := v.ElementIterator(); it.Next(); {
			if _, x := it.Element(); Bounded(x, at) != nil {
				return Bounded(x, at)
			}
		}
	}
	return nil
}

// Plain turns a scalar or flat list into float64, string, bool, []float64 or []string.
func Plain(v cty.Value) (any, error) {
	switch v.Type() {
	case cty.Number:
		f, _ := v.AsBigFloat().Float64()
		if math.IsInf(f, 0) {
			return nil, fmt.Errorf("the number is too large")
		}
		return f, nil
	case cty.String:
		return v.AsString(), nil
	case cty.Bool:
		return v.True(), nil
	}
	return plainList(v)
}

func plainList(v cty.Value) (any, error) {
	numbers, texts := []float64{}, []string{}
	for it := v.ElementIterator(); it.Next(); {
		_, x := it.Element()
		switch p, err := Plain(x); p := p.(type) {
		case float64:
			numbers = append(numbers, p)
		case string:
			texts = append(texts, p)
		default:
			return nil, fmt.Errorf("a list must contain numbers or strings%v", errText(err))
		}
	}
	if len(numbers) > 0 {
		return numbers, nil
	}
	return texts, nil
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// WrongMode finds comparisons of the mode with an unknown mode, which are never true.
func WrongMode(e *hclsyntax.BinaryOpExpr) *hcl.Diagnostic {
	for _, pair := range [][2]hclsyntax.Expression{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		t, is := pair[0].(*hclsyntax.ScopeTraversalExpr)
		if !is || len(t.Traversal) != 1 || t.Traversal.RootName() != schema.ModeConstant {
			continue
		}
		word, diags := pair[1].Value(&hcl.EvalContext{})
		if !diags.HasErrors() && word.Type() == cty.String && !word.IsNull() && !slices.Contains(schema.ModeNames(), word.AsString()) {
			return diag.Error(diag.CodeOneOf, pair[1].Range(), fmt.Sprintf("mode is never %q", word.AsString()), diag.DidYouMean(word.AsString(), schema.ModeNames()))
		}
	}
	return nil
}

// Moded says whether one of the paths depends on the mode.
func (cs Constants) Moded(paths []string) bool {
	for _, p := range paths {
		if cs[p].Moded {
			return true
		}
	}
	return false
}
