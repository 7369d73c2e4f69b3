package expr

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Type is the static type of an expression. The empty type means that a
// problem was reported already.
type Type string

// The types.
const (
	TypeNumber Type = "number"
	TypeBool   Type = "bool"
	TypeText   Type = "string"
	TypeList   Type = "list"
)

// A Checker finds the type of every sub-expression, so that no typo hides
// behind an unknown operand (traps 4 and 5). Its language is closed: what typ
// has no case for is refused.
type Checker struct {
	// Lookup gives the type of a path such as "var.x", or a diagnostic.
	Lookup func(path string, at hcl.Range) (Type, *hcl.Diagnostic)
	// Compare, if set, is shown each comparison.
	Compare func(*hclsyntax.BinaryOpExpr)
	Diags   hcl.Diagnostics
}

// Fail reports a problem, unless there are enough; it returns the type that stands for one.
func (c *Checker) Fail(code diag.Code, at hcl.Range, summary, detail string) Type {
	if len(c.Diags) < diag.MaxReports {
		c.Diags = append(c.Diags, diag.Error(code, at, summary, detail))
	}
	return ""
}

// Type finds the type of an expression and reports what is wrong with it and its parts.
func (c *Checker) Type(e hclsyntax.Expression) Type {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return c.literal(e)
	case *hclsyntax.TemplateExpr:
		return c.template(e)
	case *hclsyntax.TemplateWrapExpr:
		return c.Type(e.Wrapped)
	case *hclsyntax.ScopeTraversalExpr:
		return c.traversal(e)
	case *hclsyntax.ParenthesesExpr:
		return c.Type(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		want := TypeNumber
		if e.Op == hclsyntax.OpLogicalNot {
			want = TypeBool
		}
		return c.operand(e.Val, want)
	case *hclsyntax.BinaryOpExpr:
		return c.binary(e)
	case *hclsyntax.ConditionalExpr:
		c.operand(e.Condition, TypeBool)
		return c.same(e.TrueResult, e.FalseResult)
	case *hclsyntax.FunctionCallExpr:
		return c.call(e)
	case *hclsyntax.TupleConsExpr:
		return c.list(e)
	}
	return c.Fail(diag.CodeConstruct, e.Range(), "This construct is not part of the language",
		"Expressions can contain literals, names, operators, ?:, lists and the functions min, max, abs, clamp, contains, length, coalesce.")
}

func (c *Checker) literal(e *hclsyntax.LiteralValueExpr) Type {
	switch {
	case e.Val.IsNull():
		return c.Fail(diag.CodeConstruct, e.SrcRange, "null is not allowed", "Leave the attribute out; in a condition use coalesce(value, fallback).")
	case e.Val.Type() == cty.Bool:
		return TypeBool
	case e.Val.Type() == cty.String:
		return TypeText
	}
	if new(big.Float).Abs(e.Val.AsBigFloat()).Cmp(big.NewFloat(schema.Unbounded)) > 0 {
		return c.Fail(diag.CodeRange, e.SrcRange, "Number too large", "Numbers must be between -1e18 and 1e18.")
	}
	return TypeNumber
}

func (c *Checker) template(e *hclsyntax.TemplateExpr) Type {
	for _, p := range e.Parts {
		if t := c.Type(p); t == TypeList {
			c.Fail(diag.CodeOperand, p.Range(), "A list cannot be part of a string", "Name one value.")
		}
	}
	return TypeText
}

func (c *Checker) traversal(e *hclsyntax.ScopeTraversalExpr) Type {
	path, ok := Dotted(e.Traversal)
	if !ok {
		return c.Fail(diag.CodeConstruct, e.SrcRange, "This is not a name", "Write names with dots, such as answer.margin, without an index.")
	}
	if len(c.Diags) >= diag.MaxReports {
		return ""
	}
	t, d := c.Lookup(path, e.SrcRange)
	if d != nil {
		c.Diags = append(c.Diags, d)
	}
	return t
}

func (c *Checker) operand(e hclsyntax.Expression, want Type) Type {
	if got := c.Type(e); got != "" && got != want {
		c.Fail(diag.CodeOperand, e.Range(), fmt.Sprintf("Expected a %s", want), fmt.Sprintf("Got a %s.%s", got, mistyped(e, want)))
	}
	return want
}

// mistyped says what was probably meant by an expression of the wrong type.
func mistyped(e hclsyntax.Expression, want Type) string {
	switch e := e.(type) {
	case *hclsyntax.BinaryOpExpr:
		if want == TypeNumber && e.Op.Type == cty.Bool {
			return " Comparisons cannot be chained: write a < b && b < c."
		}
	case *hclsyntax.TemplateExpr:
		if v, diags := e.Value(&hcl.EvalContext{}); want == TypeNumber && !diags.HasErrors() && v.Type() == cty.String {
			if _, err := strconv.ParseFloat(v.AsString(), 64); err == nil {
				return " Write it without quotes."
			}
		}
	}
	return ""
}

// same checks that two operands have one type, and returns it.
func (c *Checker) same(a, b hclsyntax.Expression) Type {
	ta, tb := c.Type(a), c.Type(b)
	if ta != "" && tb != "" && ta != tb {
		return c.Fail(diag.CodeOperand, hcl.RangeBetween(a.Range(), b.Range()), "Different types", fmt.Sprintf("The left side is a %s and the right side a %s.", ta, tb))
	}
	if ta == "" {
		return tb
	}
	return ta
}

func (c *Checker) binary(e *hclsyntax.BinaryOpExpr) Type {
	params := e.Op.Impl.Params()
	switch {
	case e.Op.Type == cty.Bool && params[0].Type == cty.Bool:
		c.operand(e.LHS, TypeBool)
		return c.operand(e.RHS, TypeBool)
	case e.Op.Type == cty.Bool && params[0].Type == cty.Number:
		c.operand(e.LHS, TypeNumber)
		c.operand(e.RHS, TypeNumber)
	case e.Op.Type == cty.Bool:
		if c.same(e.LHS, e.RHS) == TypeList {
			c.Fail(diag.CodeOperand, e.SrcRange, "Lists cannot be compared", "Use contains(list, value).")
		}
	default:
		c.operand(e.LHS, TypeNumber)
		return c.operand(e.RHS, TypeNumber)
	}
	if c.Compare != nil {
		c.Compare(e)
	}
	return TypeBool
}

func (c *Checker) list(e *hclsyntax.TupleConsExpr) Type {
	var first Type
	for _, x := range e.Exprs {
		t := c.Type(x)
		switch {
		case t == TypeList:
			c.Fail(diag.CodeType, x.Range(), "No list within a list", "Lists hold numbers, texts or flags.")
		case first == "":
			first = t
		case t != "" && t != first:
			c.Fail(diag.CodeType, x.Range(), "The items of a list must have one type", fmt.Sprintf("The first item is a %s and this is a %s.", first, t))
		}
	}
	return TypeList
}

// call checks the closed set of functions and their arguments.
func (c *Checker) call(e *hclsyntax.FunctionCallExpr) Type {
	if e.ExpandFinal {
		return c.Fail(diag.CodeConstruct, e.Range(), "Expansion is not supported", "Write the arguments out.")
	}
	counts := map[string][2]int{"min": {1, 99}, "max": {1, 99}, "abs": {1, 1}, "clamp": {3, 3}, "contains": {2, 2}, "length": {1, 1}, "coalesce": {1, 99}}
	n, known := counts[e.Name]
	if e.Name == "secret" {
		return c.Fail(diag.CodeSensitive, e.Range(), "A secret is not allowed here", "Write setting = secret(\"NAME\"), the whole value of a setting of a source or plugin block; NAME is an environment variable.")
	}
	if !known {
		return c.Fail(diag.CodeFunction, e.NameRange, fmt.Sprintf("There is no function %q", e.Name), diag.DidYouMean(e.Name, schema.FunctionNames()))
	}
	if len(e.Args) < n[0] || len(e.Args) > n[1] {
		return c.Fail(diag.CodeFunction, e.Range(), fmt.Sprintf("Wrong number of arguments for %s", e.Name), fmt.Sprintf("It got %d.", len(e.Args)))
	}
	switch e.Name {
	case "contains":
		c.operand(e.Args[0], TypeList)
		c.Type(e.Args[1])
		return TypeBool
	case "length":
		return c.operandList(e)
	case "coalesce":
		return c.oneType(e.Args)
	}
	for _, a := range e.Args {
		c.operand(a, TypeNumber)
	}
	return TypeNumber
}

func (c *Checker) operandList(e *hclsyntax.FunctionCallExpr) Type {
	c.operand(e.Args[0], TypeList)
	return TypeNumber
}

// oneType checks that all operands have the type of the first.
func (c *Checker) oneType(args []hclsyntax.Expression) Type {
	want := c.Type(args[0])
	for _, a := range args[1:] {
		got := c.Type(a)
		switch {
		case want == "":
			want = got
		case got != "" && got != want:
			c.Fail(diag.CodeOperand, a.Range(), fmt.Sprintf("Expected a %s", want), fmt.Sprintf("Got a %s.", got))
		}
	}
	return want
}

// maxSteps is more than any name of the language has.
const maxSteps = 8

// Dotted prints a traversal of attributes; false if it has an index or no end.
func Dotted(t hcl.Traversal) (string, bool) {
	if len(t) > maxSteps {
		return "", false
	}
	path := t.RootName()
	for _, step := range t[1:] {
		a, ok := step.(hcl.TraverseAttr)
		if !ok {
			return "", false
		}
		path += "." + a.Name
	}
	return path, true
}

// Parts counts the parts of an expression.
func Parts(e hclsyntax.Expression) int {
	n := 0
	_ = hclsyntax.VisitAll(e, func(hclsyntax.Node) hcl.Diagnostics {
		n++
		return nil
	})
	return n
}

// MaxParts bounds the parts of an expression that an attribute of a kind may have.
func MaxParts(k schema.Kind) int {
	if k == schema.KindCondition {
		return 256
	}
	return 1024
}
