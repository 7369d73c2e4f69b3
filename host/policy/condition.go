package policy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Condition is a checked boolean expression over the run state. Only package load
// makes usable ones. It may be evaluated by many goroutines at once.
type Condition struct {
	Text string // as written
	At   Pos

	// What follows is made by package load; nobody else needs it.

	Expr   hclsyntax.Expression
	Tokens string                       // the expression without white space and comments, for digests
	Paths  []Operand                    // what it reads, in the order in which it names them
	Funcs  map[string]function.Function // what it may call
}

// An Operand is one path that a condition reads: a metric, or a constant whose
// value is set.
type Operand struct {
	Path  string
	Steps []string
	Typ   schema.MetricType
	Value cty.Value
	Any   cty.Value // the constant, or an unknown value refined to its range
}

// Used is a value that a condition read.
type Used struct {
	Path  string `json:"path"`
	Value any    `json:"value"` // nil: null
}

// A Decision is the outcome of a condition with the values it used, in the order
// in which the expression names them.
type Decision struct {
	Result bool   `json:"result"`
	Values []Used `json:"values"`
}

// An EvalError says why a condition has no outcome. Whoever asked must take the
// safe side: a gate is not passed, a round is not run.
type EvalError struct {
	At   Pos
	Text string   // of the condition
	Null []string // paths that were null
	Why  string
}

// Error implements error.
func (e *EvalError) Error() string {
	why := e.Why
	switch {
	case len(e.Null) > 0 && why == expr.UnknownOperand:
		why = strings.Join(e.Null, ", ") + " not known here"
	case len(e.Null) > 0:
		why = strings.Join(e.Null, ", ") + " not known here; " + why
	}
	return fmt.Sprintf("%s:%d:%d: condition %q: %s", e.At.File, e.At.Line, e.At.Column, e.Text, why)
}

// Eval evaluates the condition in a state. Values outside the schema, NaN, infinities
// and comparisons with null are an [*EvalError]; the decision then carries the
// values read and the result false.
func (c *Condition) Eval(state State) (Decision, error) {
	var d Decision
	if c.Expr == nil {
		return d, c.fail(d, "it was not loaded from a policy")
	}
	root := map[string]any{}
	for _, o := range c.Paths {
		v, used, err := o.Read(state)
		d.Values = append(d.Values, Used{o.Path, used})
		if err != nil {
			return d, c.fail(d, err.Error())
		}
		Put(root, o.Steps, v)
	}
	ctx := &hcl.EvalContext{Variables: make(map[string]cty.Value, len(root)), Functions: c.Funcs}
	for name, v := range root {
		ctx.Variables[name] = Object(v)
	}
	v, diags := c.Expr.Value(ctx)
	switch {
	case diags.HasErrors():
		return d, c.fail(d, expr.Why(diags))
	case v.IsNull() || !v.IsKnown() || v.Type() != cty.Bool:
		return d, c.fail(d, "it is not true or false")
	}
	d.Result = v.True()
	return d, nil
}

func (c *Condition) fail(d Decision, why string) error {
	e := &EvalError{At: c.At, Text: c.Text, Why: why}
	for _, u := range d.Values {
		if u.Value == nil {
			e.Null = append(e.Null, u.Path)
		}
	}
	return e
}

// Read takes the operand's value from the state, in cty's form and in ours.
func (o Operand) Read(state State) (cty.Value, any, error) {
	if o.Value != cty.NilVal {
		v, err := expr.Plain(o.Value)
		return o.Value, v, err
	}
	got, ok := state[o.Path]
	if !ok || got == nil {
		return cty.NullVal(MetricType(o.Typ)), nil, nil
	}
	switch v := got.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return cty.NilVal, fmt.Sprint(v), fmt.Errorf("%s is %v, not a finite number", o.Path, v)
		}
		if o.Typ == schema.MetricNumber {
			return Number(v), v, nil
		}
	case bool:
		if o.Typ == schema.MetricBool {
			return cty.BoolVal(v), v, nil
		}
	case string:
		if o.Typ == schema.MetricText {
			return cty.StringVal(v), v, nil
		}
	}
	return cty.NilVal, fmt.Sprint(got), fmt.Errorf("%s is a %T, not a %s", o.Path, got, o.Typ)
}

// MetricType returns the type that a metric has in expressions.
func MetricType(t schema.MetricType) cty.Type {
	return map[schema.MetricType]cty.Type{schema.MetricNumber: cty.Number, schema.MetricBool: cty.Bool, schema.MetricText: cty.String}[t]
}

// Put sets a leaf of a tree of maps. The schema has no path that is a prefix of
// another, so a step never lands on a leaf.
func Put(tree map[string]any, steps []string, v cty.Value) {
	for _, step := range steps[:len(steps)-1] {
		next, ok := tree[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			tree[step] = next
		}
		tree = next
	}
	tree[steps[len(steps)-1]] = v
}

// Object makes an object of a tree of maps, see [Put].
func Object(tree any) cty.Value {
	m, ok := tree.(map[string]any)
	if !ok {
		return tree.(cty.Value)
	}
	out := make(map[string]cty.Value, len(m))
	for k, v := range m {
		out[k] = Object(v)
	}
	return cty.ObjectVal(out)
}

// ContextOf makes the context in which hcl evaluates an expression over a tree of values.
func ContextOf(root map[string]any) *hcl.EvalContext {
	ctx := &hcl.EvalContext{Variables: make(map[string]cty.Value, len(root)), Functions: expr.Functions()}
	for name, v := range root {
		ctx.Variables[name] = Object(v)
	}
	return ctx
}

// stageSteps is the length of a path to a stage's signal: block, stage and signal.
const stageSteps = 3

// IsSignal says whether the path is a stage's number rather than the host's.
func (o Operand) IsSignal() bool {
	return o.Value == cty.NilVal && o.Typ == schema.MetricNumber && len(o.Steps) == stageSteps && slices.Contains(schema.StageRoots(), o.Steps[0])
}

// RangeOf returns the place where a condition names a path first.
func (c *Condition) RangeOf(path string) hcl.Range {
	for _, t := range c.Expr.Variables() {
		if p, ok := expr.Dotted(t); ok && p == path {
			return t.SourceRange()
		}
	}
	return c.Expr.Range()
}

// Reads lists the paths that the condition names, in order.
func (c *Condition) Reads() []string {
	var out []string
	for _, o := range c.Paths {
		out = append(out, o.Path)
	}
	return out
}

// Number converts a float to the decimal that prints it: cty compares a float's
// exact binary value with decimal literals, so that q < 0.35 and q >= 0.35 could
// both hold. f must be finite: cty panics on others.
func Number(f float64) cty.Value {
	return cty.MustParseNumberVal(strconv.FormatFloat(f, 'g', -1, 64))
}
