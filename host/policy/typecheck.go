package policy

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

// An etype is the static type of an expression. The empty type means that a
// problem was reported already.
type etype string

const (
	typeNumber etype = "number"
	typeBool   etype = "bool"
	typeText   etype = "string"
	typeList   etype = "list"
)

// A checker finds the type of every sub-expression, so that no typo hides
// behind an unknown operand (traps 4 and 5). Its language is closed: what typ
// has no case for is refused.
type checker struct {
	// lookup gives the type of a path such as "var.x", or a diagnostic.
	lookup func(path string, at hcl.Range) (etype, *hcl.Diagnostic)
	// compare, if set, is shown each comparison.
	compare func(*hclsyntax.BinaryOpExpr)
	diags   hcl.Diagnostics
}

func (c *checker) fail(code diag.Code, at hcl.Range, summary, detail string) etype {
	if len(c.diags) < diag.MaxReports {
		c.diags = append(c.diags, diag.Error(code, at, summary, detail))
	}
	return ""
}

func (c *checker) typ(e hclsyntax.Expression) etype {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return c.literal(e)
	case *hclsyntax.TemplateExpr:
		return c.template(e)
	case *hclsyntax.TemplateWrapExpr:
		return c.typ(e.Wrapped)
	case *hclsyntax.ScopeTraversalExpr:
		return c.traversal(e)
	case *hclsyntax.ParenthesesExpr:
		return c.typ(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		want := typeNumber
		if e.Op == hclsyntax.OpLogicalNot {
			want = typeBool
		}
		return c.operand(e.Val, want)
	case *hclsyntax.BinaryOpExpr:
		return c.binary(e)
	case *hclsyntax.ConditionalExpr:
		c.operand(e.Condition, typeBool)
		return c.same(e.TrueResult, e.FalseResult)
	case *hclsyntax.FunctionCallExpr:
		return c.call(e)
	case *hclsyntax.TupleConsExpr:
		return c.list(e)
	}
	return c.fail(diag.CodeConstruct, e.Range(), "This construct is not part of the language",
		"Expressions are made of literals, names, operators, ?:, lists and the functions min, max, abs, clamp, contains, length, coalesce.")
}

func (c *checker) literal(e *hclsyntax.LiteralValueExpr) etype {
	switch {
	case e.Val.IsNull():
		return c.fail(diag.CodeConstruct, e.SrcRange, "null cannot be written", "Leave the attribute out; in a condition use coalesce(value, fallback).")
	case e.Val.Type() == cty.Bool:
		return typeBool
	case e.Val.Type() == cty.String:
		return typeText
	}
	if new(big.Float).Abs(e.Val.AsBigFloat()).Cmp(big.NewFloat(schema.Unbounded)) > 0 {
		return c.fail(diag.CodeRange, e.SrcRange, "Number too large", "Numbers lie within ±1e18.")
	}
	return typeNumber
}

func (c *checker) template(e *hclsyntax.TemplateExpr) etype {
	for _, p := range e.Parts {
		if t := c.typ(p); t == typeList {
			c.fail(diag.CodeOperand, p.Range(), "A list cannot be part of a text", "Name one value.")
		}
	}
	return typeText
}

func (c *checker) traversal(e *hclsyntax.ScopeTraversalExpr) etype {
	path, ok := dotted(e.Traversal)
	if !ok {
		return c.fail(diag.CodeConstruct, e.SrcRange, "This is no name", "Values are named with dots, such as answer.margin, and have no index.")
	}
	if len(c.diags) >= diag.MaxReports {
		return ""
	}
	t, d := c.lookup(path, e.SrcRange)
	if d != nil {
		c.diags = append(c.diags, d)
	}
	return t
}

func (c *checker) operand(e hclsyntax.Expression, want etype) etype {
	if got := c.typ(e); got != "" && got != want {
		c.fail(diag.CodeOperand, e.Range(), fmt.Sprintf("A %s is needed here", want), fmt.Sprintf("This is a %s.%s", got, mistyped(e, want)))
	}
	return want
}

// mistyped says what was probably meant by an expression of the wrong type.
func mistyped(e hclsyntax.Expression, want etype) string {
	switch e := e.(type) {
	case *hclsyntax.BinaryOpExpr:
		if want == typeNumber && e.Op.Type == cty.Bool {
			return " Comparisons are not chained: write a < b && b < c."
		}
	case *hclsyntax.TemplateExpr:
		if v, diags := e.Value(&hcl.EvalContext{}); want == typeNumber && !diags.HasErrors() && v.Type() == cty.String {
			if _, err := strconv.ParseFloat(v.AsString(), 64); err == nil {
				return " Write it without quotes."
			}
		}
	}
	return ""
}

// same checks that two operands have one type, and returns it.
func (c *checker) same(a, b hclsyntax.Expression) etype {
	ta, tb := c.typ(a), c.typ(b)
	if ta != "" && tb != "" && ta != tb {
		return c.fail(diag.CodeOperand, hcl.RangeBetween(a.Range(), b.Range()), "Different types", fmt.Sprintf("The left side is a %s and the right side a %s.", ta, tb))
	}
	if ta == "" {
		return tb
	}
	return ta
}

func (c *checker) binary(e *hclsyntax.BinaryOpExpr) etype {
	params := e.Op.Impl.Params()
	switch {
	case e.Op.Type == cty.Bool && params[0].Type == cty.Bool:
		c.operand(e.LHS, typeBool)
		return c.operand(e.RHS, typeBool)
	case e.Op.Type == cty.Bool && params[0].Type == cty.Number:
		c.operand(e.LHS, typeNumber)
		c.operand(e.RHS, typeNumber)
	case e.Op.Type == cty.Bool:
		if c.same(e.LHS, e.RHS) == typeList {
			c.fail(diag.CodeOperand, e.SrcRange, "Lists cannot be compared", "Use contains(list, value).")
		}
	default:
		c.operand(e.LHS, typeNumber)
		return c.operand(e.RHS, typeNumber)
	}
	if c.compare != nil {
		c.compare(e)
	}
	return typeBool
}

func (c *checker) list(e *hclsyntax.TupleConsExpr) etype {
	var first etype
	for _, x := range e.Exprs {
		t := c.typ(x)
		switch {
		case t == typeList:
			c.fail(diag.CodeType, x.Range(), "No list within a list", "Lists hold numbers, texts or flags.")
		case first == "":
			first = t
		case t != "" && t != first:
			c.fail(diag.CodeType, x.Range(), "A list of one type is needed", fmt.Sprintf("It begins with a %s and this is a %s.", first, t))
		}
	}
	return typeList
}

// call checks the closed set of functions and their arguments.
func (c *checker) call(e *hclsyntax.FunctionCallExpr) etype {
	if e.ExpandFinal {
		return c.fail(diag.CodeConstruct, e.Range(), "No expansion", "Write the arguments out.")
	}
	counts := map[string][2]int{"min": {1, 99}, "max": {1, 99}, "abs": {1, 1}, "clamp": {3, 3}, "contains": {2, 2}, "length": {1, 1}, "coalesce": {1, 99}}
	n, known := counts[e.Name]
	if e.Name == "secret" {
		return c.fail(diag.CodeSensitive, e.Range(), "A secret has no place here", "Write setting = secret(\"NAME\"), the whole value of a setting of a source or plugin block; NAME is an environment variable.")
	}
	if !known {
		return c.fail(diag.CodeFunction, e.NameRange, fmt.Sprintf("There is no function %q", e.Name), diag.DidYouMean(e.Name, schema.FunctionNames()))
	}
	if len(e.Args) < n[0] || len(e.Args) > n[1] {
		return c.fail(diag.CodeFunction, e.Range(), fmt.Sprintf("%s takes another number of arguments", e.Name), fmt.Sprintf("It was given %d.", len(e.Args)))
	}
	switch e.Name {
	case "contains":
		c.operand(e.Args[0], typeList)
		c.typ(e.Args[1])
		return typeBool
	case "length":
		return c.operandList(e)
	case "coalesce":
		return c.oneType(e.Args)
	}
	for _, a := range e.Args {
		c.operand(a, typeNumber)
	}
	return typeNumber
}

func (c *checker) operandList(e *hclsyntax.FunctionCallExpr) etype {
	c.operand(e.Args[0], typeList)
	return typeNumber
}

// oneType checks that all operands have the type of the first.
func (c *checker) oneType(args []hclsyntax.Expression) etype {
	want := c.typ(args[0])
	for _, a := range args[1:] {
		got := c.typ(a)
		switch {
		case want == "":
			want = got
		case got != "" && got != want:
			c.fail(diag.CodeOperand, a.Range(), fmt.Sprintf("A %s is needed here", want), fmt.Sprintf("This is a %s.", got))
		}
	}
	return want
}

// maxSteps is more than any name of the language has.
const maxSteps = 8

// dotted prints a traversal of attributes; false if it has an index or no end.
func dotted(t hcl.Traversal) (string, bool) {
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

// countNodes counts the parts of an expression.
func countNodes(e hclsyntax.Expression) int {
	n := 0
	_ = hclsyntax.VisitAll(e, func(hclsyntax.Node) hcl.Diagnostics {
		n++
		return nil
	})
	return n
}

func maxNodes(k schema.Kind) int {
	if k == schema.KindCondition {
		return 256
	}
	return 1024
}
