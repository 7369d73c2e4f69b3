package load

import (
	"fmt"
	"slices"
	"strconv"
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

// EnvPrefix begins the environment variables that set policy variables:
// SPARKHOST_VAR_QUALITY_FLOOR sets quality_floor.
const EnvPrefix = "SPARKHOST_VAR_"

// EnvName returns the environment variable that sets a policy variable.
func EnvName(variable string) string { return EnvPrefix + strings.ToUpper(variable) }

// A given is a value for a variable from outside the policy.
type given struct {
	text string    // of a flag or environment variable
	val  cty.Value // of a file
	from string
	at   hcl.Range // in a file
}

// An input is a declared variable.
type input struct {
	name      string
	at        hcl.Range
	typ       expr.Type
	sensitive bool
	env       string
	node      *syntax.Node
	from      string
	origin    hcl.Range // of the value
}

// inputs resolves variables.
type inputs struct {
	opts     Options
	fromFile map[string]given
	all      map[string]*input
	cs       expr.Constants
}

// readInput decodes a variable block but for its default and validation.
func readInput(n *syntax.Node) (*input, hcl.Diagnostics) {
	v := &input{name: n.Label, at: n.At, node: n}
	var diags hcl.Diagnostics
	for _, l := range n.Leaves {
		if l.Attr.Kind != schema.KindAny && l.Attr.Kind != schema.KindCondition {
			diags = append(diags, l.Decode(nil)...)
		}
	}
	for _, val := range n.Children {
		for _, l := range val.Leaves {
			if l.Attr.Kind != schema.KindCondition {
				diags = append(diags, l.Decode(nil)...)
			}
		}
		diags = append(diags, syntax.Missing(val)...)
	}
	diags = append(diags, syntax.Missing(n)...)
	v.typ, v.sensitive, v.env = expr.Type(n.Text("type")), n.Flag("sensitive"), n.Text("env")
	return v, diags
}

// resolve finds the value of every declared variable.
func (in *inputs) resolve() hcl.Diagnostics {
	diags := in.undeclared()
	var names []string
	for name := range in.all {
		names = append(names, name)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		v := in.all[name]
		val, d := in.value(v)
		if d != nil {
			diags = append(diags, d)
			continue
		}
		moded := v.from == "default" && in.cs.Moded(expr.Reads(v.node.Leaf("default").Expr))
		in.cs["var."+name] = expr.Constant{Value: val, Type: v.typ, Sensitive: v.sensitive, Uses: []string{name}, Moded: moded}
	}
	if diags.HasErrors() {
		return diags
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		diags = append(diags, in.validate(in.all[name])...)
	}
	return diags
}

// undeclared refuses values for variables that nothing declares.
func (in *inputs) undeclared() hcl.Diagnostics {
	var names, flags, files []string
	for name := range in.all {
		names = append(names, name)
	}
	for name := range in.opts.Vars {
		flags = append(flags, name)
	}
	for name := range in.fromFile {
		files = append(files, name)
	}
	var diags hcl.Diagnostics
	report := func(name, how string, at hcl.Range) {
		if in.all[name] == nil {
			diags = append(diags, diag.Error(diag.CodeUndeclared, at, fmt.Sprintf("%s sets %q, which no policy declares", how, name), diag.DidYouMean(name, names)))
		}
	}
	for _, name := range slices.Sorted(slices.Values(flags)) {
		report(name, "--var", hcl.Range{})
	}
	for _, name := range slices.Sorted(slices.Values(files)) {
		report(name, "The file", in.fromFile[name].at)
	}
	for _, env := range slices.Sorted(slices.Values(in.opts.EnvNames)) {
		if rest, ours := strings.CutPrefix(env, EnvPrefix); ours {
			name := strings.ToLower(rest)
			report(name, "The environment variable "+env, hcl.Range{})
			if in.all[name] != nil && env != EnvName(name) {
				diags = append(diags, diag.Error(diag.CodeUndeclared, hcl.Range{}, fmt.Sprintf("The environment variable %s has no effect", env), fmt.Sprintf("Write %s: the name must be in capitals.", EnvName(name))))
			}
		}
	}
	return diags
}

// Value takes the strongest of flag, file, environment and default.
func (in *inputs) value(v *input) (cty.Value, *hcl.Diagnostic) {
	g, ok := in.given(v)
	if !ok {
		return in.fallback(v)
	}
	v.from, v.origin = g.from, v.at
	if g.at.Filename != "" {
		v.origin = g.at
	}
	if g.val != cty.NilVal {
		if g.val.Type() != ctyType(v.typ) {
			return cty.NilVal, diag.Error(diag.CodeVarValue, g.at, fmt.Sprintf("%s is a %s", v.name, v.typ), fmt.Sprintf("It is declared at %s.", diag.Place(v.at)))
		}
		return g.val, nil
	}
	val, err := parseValue(v.typ, g.text)
	if err != nil && v.sensitive {
		err = fmt.Errorf("a %s is needed", v.typ)
	}
	if err != nil {
		return cty.NilVal, diag.Error(diag.CodeVarValue, v.at, fmt.Sprintf("The value of %s is not a %s", v.name, v.typ), fmt.Sprintf("It comes from %s: %s.", v.from, err))
	}
	return val, nil
}

func (in *inputs) given(v *input) (given, bool) {
	if text, ok := in.opts.Vars[v.name]; ok {
		return given{text: text, from: "flag"}, true
	}
	if g, ok := in.fromFile[v.name]; ok {
		return g, true
	}
	for _, env := range []string{EnvName(v.name), v.env} {
		if env == "" || in.opts.Env == nil {
			continue
		}
		if text, ok := in.opts.Env(env); ok {
			return given{text: text, from: "env " + env}, true
		}
	}
	return given{}, false
}

func (in *inputs) fallback(v *input) (cty.Value, *hcl.Diagnostic) {
	l := v.node.Leaf("default")
	v.from, v.origin = "default", v.at
	if l == nil {
		return cty.NilVal, diag.Error(diag.CodeVarValue, v.at, fmt.Sprintf("%s has no value", v.name),
			fmt.Sprintf("It has no default; set it with --var %s=…, a *.policyvars.hcl file or %s.", v.name, EnvName(v.name)))
	}
	v.origin = l.At
	c, diags := expr.Constants{schema.ModeConstant: in.cs[schema.ModeConstant]}.Eval(l.Expr)
	switch {
	case diags.HasErrors():
		return cty.NilVal, diags[0]
	case c.Type != v.typ:
		return cty.NilVal, diag.Error(diag.CodeVarValue, l.At, fmt.Sprintf("The default of %s is not a %s", v.name, v.typ), fmt.Sprintf("It is a %s.", c.Type))
	}
	return c.Value, nil
}

// validate holds a value to its own rules; they may read that variable only.
func (in *inputs) validate(v *input) hcl.Diagnostics {
	self := expr.Constants{"var." + v.name: in.cs["var."+v.name]}
	var diags hcl.Diagnostics
	for _, rule := range v.node.All("validation") {
		cond := rule.Leaf("condition")
		c, more := self.Eval(cond.Expr)
		switch {
		case more.HasErrors():
			diags = append(diags, more...)
		case c.Type != expr.TypeBool:
			diags = append(diags, diag.Error(diag.CodeNotBool, cond.At, "A validation must be true or false", fmt.Sprintf("Got a %s.", c.Type)))
		case c.Value.False():
			d := diag.Error(diag.CodeValidation, cond.At, fmt.Sprintf("Invalid value of %s", v.name), fmt.Sprintf("%s The value comes from %s.", rule.Text("error_message"), v.from))
			if !v.sensitive {
				d.Expression, d.EvalContext = cond.Expr, self.Context(expr.Reads(cond.Expr))
			}
			diags = append(diags, d)
		}
	}
	return diags
}

func ctyType(t expr.Type) cty.Type {
	return map[expr.Type]cty.Type{expr.TypeNumber: cty.Number, expr.TypeBool: cty.Bool, expr.TypeText: cty.String}[t]
}

// flagWords are the words for true and false in flags and environments.
var flagWords = map[string]bool{
	"true": true, "1": true, "on": true, "yes": true,
	"false": false, "0": false, "off": false, "no": false,
}

// parseValue reads a flag or environment text as a variable's type.
func parseValue(t expr.Type, text string) (cty.Value, error) {
	switch t {
	case expr.TypeBool:
		if on, known := flagWords[strings.ToLower(text)]; known {
			return cty.BoolVal(on), nil
		}
		return cty.NilVal, fmt.Errorf("%q is neither true (1, on, yes) nor false (0, off, no)", diag.Clip(text))
	case expr.TypeNumber:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f >= -schema.Unbounded && f <= schema.Unbounded) {
			return cty.NilVal, fmt.Errorf("%q is not a finite decimal number", diag.Clip(text))
		}
		return policy.Number(f), nil
	}
	if len(text) > expr.MaxTextBytes {
		return cty.NilVal, fmt.Errorf("it is longer than %d bytes", expr.MaxTextBytes)
	}
	return cty.StringVal(text), nil
}

// readVarFile reads a *.policyvars.hcl file: attributes with literal values.
func (in *inputs) readVarFile(name string, src []byte) (*hcl.File, hcl.Diagnostics) {
	f, diags := syntax.Parse(name, src)
	if diags.HasErrors() {
		return f, diags
	}
	body := f.Body.(*hclsyntax.Body)
	for _, b := range body.Blocks {
		diags = append(diags, diag.Error(diag.CodeUnknownBlock, b.DefRange(), "A variables file has no blocks", "Write name = value."))
	}
	for _, a := range syntax.InOrder(body.Attributes) {
		c, more := expr.Constants{}.Eval(a.Expr)
		diags = append(diags, more...)
		if !more.HasErrors() {
			in.fromFile[a.Name] = given{val: c.Value, from: "file " + name, at: a.Expr.Range()}
		}
	}
	return f, diags
}
