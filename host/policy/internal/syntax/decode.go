package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// Settings are the decoded form of a free object: plain values by name, and the
// names of those that came from a sensitive variable.
type Settings struct {
	Values map[string]any
	Secret []string
	Named  map[string]string // those of secret(NAME): setting to environment variable
}

// A Condition is a condition before the state it may read is known.
type Condition struct {
	Expr   hclsyntax.Expression
	Text   string // as written
	Tokens string // without layout and comments
}

// EvalTree decodes every value of a tree of tests.
func EvalTree(n *Node, cs expr.Constants) hcl.Diagnostics {
	var diags hcl.Diagnostics
	n.Visit(func(n *Node) {
		for _, l := range n.Leaves {
			diags = append(diags, l.Decode(cs)...)
		}
	})
	return diags
}

// Decode fills Value, by the kind of the attribute, and Uses from the constants that are known; what is wrong with the value is told
// in the diagnostics.
func (l *Leaf) Decode(cs expr.Constants) hcl.Diagnostics {
	var d *hcl.Diagnostic
	switch l.Attr.Kind {
	case schema.KindName, schema.KindType:
		l.Value, d = decodeName(l.Attr, l.Expr)
	case schema.KindNames:
		return l.decodeNames()
	case schema.KindColumns:
		return l.decodeColumns()
	case schema.KindPlugin:
		l.Value, d = decodeRef(l.Expr, "plugin")
	case schema.KindStage:
		l.Value, d = decodeRef(l.Expr, "stage")
	case schema.KindModel:
		l.Value, d = decodeRefs(l.Expr, "model")
	case schema.KindSecret:
		l.Value, d = decodeSecret(l)
	case schema.KindFeature:
		l.Value, d = decodeFeature(l.Expr)
	case schema.KindCondition:
		l.Value = &Condition{l.Expr, string(l.At.SliceBytes(l.Src)), tokens(l.At.SliceBytes(l.Src))}
		l.Uses, _ = cs.Uses(l.Reads)
	case schema.KindConfig:
		return l.decodeConfig(cs)
	default:
		return l.decodeValue(cs)
	}
	return diag.One(d)
}

func decodeName(a *schema.Attr, e hclsyntax.Expression) (any, *hcl.Diagnostic) {
	if name := hcl.ExprAsKeyword(e); name != "" {
		if a.Refers == "" && !slices.Contains(a.OneOf, name) {
			return nil, diag.Error(diag.CodeOneOf, e.Range(), fmt.Sprintf("%s cannot be %s", a.Name, name), diag.DidYouMean(name, a.OneOf))
		}
		return name, nil
	}
	advice := "Write names without quotes, dots and operators."
	if text, diags := e.Value(nil); !diags.HasErrors() && text.Type() == cty.String && !text.IsNull() && hclsyntax.ValidIdentifier(text.AsString()) {
		advice += " Write " + text.AsString() + "."
	}
	return nil, diag.Error(diag.CodeType, e.Range(), fmt.Sprintf("%s is a name", a.Name), advice)
}

// bareWord returns one of an attribute's texts, written like a name.
func bareWord(a *schema.Attr, e hclsyntax.Expression) *hcl.Diagnostic {
	items := []hclsyntax.Expression{e}
	if list, is := e.(*hclsyntax.TupleConsExpr); is {
		items = list.Exprs
	}
	for _, item := range items {
		if word := hcl.ExprAsKeyword(item); word != "" && slices.Contains(a.OneOf, word) {
			return diag.Error(diag.CodeType, item.Range(), fmt.Sprintf("%s is a string", a.Name), fmt.Sprintf("Write strings in quotes: %q.", word))
		}
	}
	return nil
}

func (l *Leaf) decodeNames() hcl.Diagnostics {
	if name := hcl.ExprAsKeyword(l.Expr); name != "" && l.Attr.Lone {
		one, d := decodeName(l.Attr, l.Expr)
		if d != nil {
			return hcl.Diagnostics{d}
		}
		l.Value = []string{one.(string)}
		return nil
	}
	items, d := hcl.ExprList(l.Expr)
	if d.HasErrors() {
		return hcl.Diagnostics{diag.Error(diag.CodeType, l.At, l.Attr.Name+" is a list of names", "Write "+l.Attr.Name+" = [name, …].")}
	}
	var diags hcl.Diagnostics
	names := []string{}
	for _, item := range items {
		name, d := decodeName(l.Attr, item.(hclsyntax.Expression))
		if d != nil {
			diags = append(diags, d)
			continue
		}
		if !l.Attr.Repeats && slices.Contains(names, name.(string)) {
			diags = append(diags, diag.Error(diag.CodeDuplicate, item.Range(), fmt.Sprintf("%s appears twice", name), "List each name once."))
			continue
		}
		names = append(names, name.(string))
	}
	if l.Attr.Set {
		names = slices.Sorted(slices.Values(names))
	}
	l.Value = names
	return diags
}

// ItemAt finds the range of one name of a list of names, for diagnostics.
func (l *Leaf) ItemAt(name string) hcl.Range {
	items, _ := hcl.ExprList(l.Expr)
	for _, item := range items {
		if hcl.ExprAsKeyword(item) == name {
			return item.Range()
		}
	}
	return l.At
}

func decodeRef(e hclsyntax.Expression, root string) (any, *hcl.Diagnostic) {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() && len(t) == 2 && t.RootName() == root {
		if path, ok := expr.Dotted(t); ok {
			return strings.TrimPrefix(path, root+"."), nil
		}
	}
	return nil, diag.Error(diag.CodeType, e.Range(), "Expected a reference", fmt.Sprintf("Write %s.NAME, without quotes.", root))
}

// decodeRefs reads one reference, as a text, or a list of at least two, each once.
func decodeRefs(e hclsyntax.Expression, root string) (any, *hcl.Diagnostic) {
	list, is := e.(*hclsyntax.TupleConsExpr)
	if !is {
		return decodeRef(e, root)
	}
	var names []string
	for _, one := range list.Exprs {
		name, d := decodeRef(one, root)
		if d != nil {
			return nil, d
		}
		if slices.Contains(names, name.(string)) {
			return nil, diag.Error(diag.CodeDuplicate, one.Range(), fmt.Sprintf("%s.%s is in the list twice", root, name), "Name each once; the next one is asked where the one before it gives no answer.")
		}
		names = append(names, name.(string))
	}
	if len(names) == 0 {
		return nil, diag.Error(diag.CodeType, e.Range(), "The list is empty", fmt.Sprintf("Write %s.NAME, or a list of them.", root))
	}
	return names, nil
}

// References returns the names that an attribute of references holds, one or several.
func (l *Leaf) References() []string {
	switch v := l.Value.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	}
	return nil
}

func decodeFeature(e hclsyntax.Expression) (any, *hcl.Diagnostic) {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() && len(t) > 1 {
		if path, ok := expr.Dotted(t); ok {
			return path, nil
		}
	}
	return nil, diag.Error(diag.CodeType, e.Range(), "Expected a feature", "Write its name, such as document.title_overlap, without quotes and operators.")
}

// decodeConfig reads an object of settings, one by one.
func (l *Leaf) decodeConfig(cs expr.Constants) hcl.Diagnostics {
	pairs, d := hcl.ExprMap(l.Expr)
	if d.HasErrors() {
		return hcl.Diagnostics{diag.Error(diag.CodeType, l.At, l.Attr.Name+" is an object", "Write "+l.Attr.Name+" = { name = value, … }.")}
	}
	var diags hcl.Diagnostics
	s := &Settings{Values: map[string]any{}}
	for _, p := range pairs {
		key := settingName(p.Key)
		if _, again := s.Values[key]; key == "" || again {
			diags = append(diags, diag.Error(diag.CodeType, p.Key.Range(), "Setting names must be unique", "Write names without quotes, each once."))
			continue
		}
		if name, is := l.secretName(p.Value.(hclsyntax.Expression)); is {
			s.conceal(key, name, l.env)
			continue
		}
		v, sensitive, more := l.decodeSetting(p.Value.(hclsyntax.Expression), cs)
		diags = append(diags, more...)
		s.Values[key] = v
		if sensitive {
			s.Secret = append(s.Secret, key)
		}
	}
	l.Value = s
	return diags
}

func settingName(e hcl.Expression) string {
	v, diags := e.Value(&hcl.EvalContext{})
	if diags.HasErrors() || v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return ""
	}
	return v.AsString()
}

func (l *Leaf) decodeSetting(e hclsyntax.Expression, cs expr.Constants) (any, bool, hcl.Diagnostics) {
	c, diags := cs.Eval(e)
	if diags.HasErrors() {
		return nil, false, diags
	}
	l.Uses = append(l.Uses, c.Uses...)
	v, err := expr.Plain(c.Value)
	if err != nil {
		return nil, false, hcl.Diagnostics{diag.Error(diag.CodeType, e.Range(), "Not a setting", err.Error()+".")}
	}
	return v, c.Sensitive, nil
}

// decodeValue computes an expression and converts it by kind.
func (l *Leaf) decodeValue(cs expr.Constants) hcl.Diagnostics {
	if l.Attr.Kind == schema.KindAny { // a setting of a source
		if name, is := l.secretName(l.Expr); is {
			s := &Settings{Values: map[string]any{}}
			s.conceal(l.Attr.Name, name, l.env)
			l.Value = s
			return nil
		}
		v, sensitive, diags := l.decodeSetting(l.Expr, cs)
		s := &Settings{Values: map[string]any{l.Attr.Name: v}}
		if sensitive {
			s.Secret = []string{l.Attr.Name}
		}
		l.Value = s
		return diags
	}
	if d := bareWord(l.Attr, l.Expr); d != nil {
		return diag.One(d)
	}
	c, diags := cs.Eval(l.Expr)
	if diags.HasErrors() {
		return diags
	}
	if c.Sensitive {
		return hcl.Diagnostics{diag.Error(diag.CodeSensitive, l.At, "A sensitive value would be visible here", "Sensitive variables are only allowed in source and plugin settings.")}
	}
	l.Uses = c.Uses
	v, err := expr.Plain(c.Value)
	if err == nil {
		l.Value, err = l.Attr.Convert(v)
	}
	return diag.One(l.conversion(err))
}

// tokens is source text without comments and layout.
func tokens(src []byte) string {
	list, _ := hclsyntax.LexExpression(src, "", hcl.InitialPos)
	var b strings.Builder
	for _, t := range list {
		switch t.Type {
		case hclsyntax.TokenComment, hclsyntax.TokenNewline, hclsyntax.TokenEOF:
		default:
			b.Write(t.Bytes)
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

func (l *Leaf) conversion(err error) *hcl.Diagnostic {
	var coded *schema.ValueError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return diag.Error(coded.Code, l.At, coded.Text, coded.Detail)
	case errors.Is(err, schema.ErrUnit):
		return diag.Error(diag.CodeUnit, l.At, l.Attr.Name+" needs a unit", diag.Capital(err.Error())+".")
	}
	return diag.Error(diag.CodeType, l.At, l.Attr.Name+" has the wrong type", fmt.Sprintf("Expected %s, %s.", l.Attr.Kind.Phrase(), err))
}
