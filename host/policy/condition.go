package policy

import (
	"fmt"
	"math"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Condition is a checked boolean expression over the run state. Only [Load]
// makes usable ones. It may be evaluated by many goroutines at once.
type Condition struct {
	Text string // as written
	At   Pos

	expr   hclsyntax.Expression
	tokens string
	paths  []operand
	funcs  map[string]function.Function
}

// An operand is one path that a condition reads: a metric, or a constant whose
// value is set.
type operand struct {
	path  string
	steps []string
	typ   schema.MetricType
	value cty.Value
	any   cty.Value // what it may be: the constant, or unknown but for its range
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

// Eval asks the condition of a state. Values outside the schema, NaN, infinities
// and comparisons with null are an [*EvalError]; the decision then carries the
// values read and the result false.
func (c *Condition) Eval(state State) (Decision, error) {
	var d Decision
	if c.expr == nil {
		return d, c.fail(d, "it does not come from a policy")
	}
	root := map[string]any{}
	for _, o := range c.paths {
		v, used, err := o.read(state)
		d.Values = append(d.Values, Used{o.path, used})
		if err != nil {
			return d, c.fail(d, err.Error())
		}
		put(root, o.steps, v)
	}
	ctx := &hcl.EvalContext{Variables: make(map[string]cty.Value, len(root)), Functions: c.funcs}
	for name, v := range root {
		ctx.Variables[name] = object(v)
	}
	v, diags := c.expr.Value(ctx)
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

// read takes the operand's value from the state, in cty's form and in ours.
func (o operand) read(state State) (cty.Value, any, error) {
	if o.value != cty.NilVal {
		v, err := expr.Plain(o.value)
		return o.value, v, err
	}
	got, ok := state[o.path]
	if !ok || got == nil {
		return cty.NullVal(metricType(o.typ)), nil, nil
	}
	switch v := got.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return cty.NilVal, fmt.Sprint(v), fmt.Errorf("%s is %v, not a finite number", o.path, v)
		}
		if o.typ == schema.MetricNumber {
			return number(v), v, nil
		}
	case bool:
		if o.typ == schema.MetricBool {
			return cty.BoolVal(v), v, nil
		}
	case string:
		if o.typ == schema.MetricText {
			return cty.StringVal(v), v, nil
		}
	}
	return cty.NilVal, fmt.Sprint(got), fmt.Errorf("%s is a %T, not a %s", o.path, got, o.typ)
}

func metricType(t schema.MetricType) cty.Type {
	return map[schema.MetricType]cty.Type{schema.MetricNumber: cty.Number, schema.MetricBool: cty.Bool, schema.MetricText: cty.String}[t]
}

// put sets a leaf of a tree of maps. The schema has no path that is a prefix of
// another, so a step never lands on a leaf.
func put(tree map[string]any, steps []string, v cty.Value) {
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

func object(tree any) cty.Value {
	m, ok := tree.(map[string]any)
	if !ok {
		return tree.(cty.Value)
	}
	out := make(map[string]cty.Value, len(m))
	for k, v := range m {
		out[k] = object(v)
	}
	return cty.ObjectVal(out)
}
