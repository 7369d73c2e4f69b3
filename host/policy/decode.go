package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// settings are the decoded form of a free object: plain values by name, and the
// names of those that came from a sensitive variable.
type settings struct {
	values map[string]any
	secret []string
	named  map[string]string // those of secret(NAME): setting to environment variable
}

// A rawCondition is a condition before the state it may read is known.
type rawCondition struct {
	expr   hclsyntax.Expression
	text   string // as written
	tokens string // without layout and comments
}

// evalTree decodes every value of a tree of tests.
func evalTree(n *node, cs constants) hcl.Diagnostics {
	var diags hcl.Diagnostics
	n.visit(func(n *node) {
		for _, l := range n.leaves {
			diags = append(diags, l.decode(cs)...)
		}
	})
	return diags
}

// decode sets value and uses.
func (l *leaf) decode(cs constants) hcl.Diagnostics {
	var d *hcl.Diagnostic
	switch l.attr.Kind {
	case schema.KindName, schema.KindType:
		l.value, d = decodeName(l.attr, l.expr)
	case schema.KindNames:
		return l.decodeNames()
	case schema.KindColumns:
		return l.decodeColumns()
	case schema.KindPlugin:
		l.value, d = decodeRef(l.expr, "plugin")
	case schema.KindStage:
		l.value, d = decodeRef(l.expr, "stage")
	case schema.KindModel:
		l.value, d = decodeRef(l.expr, "model")
	case schema.KindSecret:
		l.value, d = decodeSecret(l)
	case schema.KindFeature:
		l.value, d = decodeFeature(l.expr)
	case schema.KindCondition:
		l.value = &rawCondition{l.expr, string(l.at.SliceBytes(l.src)), tokens(l.at.SliceBytes(l.src))}
		l.uses, _ = cs.uses(reads(l.expr))
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
	advice := "Names are written without quotes, dots and operators."
	if text, diags := e.Value(nil); !diags.HasErrors() && text.Type() == cty.String && !text.IsNull() && hclsyntax.ValidIdentifier(text.AsString()) {
		advice += " Write " + text.AsString() + "."
	}
	return nil, diag.Error(diag.CodeType, e.Range(), fmt.Sprintf("%s is a name", a.Name), advice)
}

// bareWord is one of an attribute's texts, written like a name.
func bareWord(a *schema.Attr, e hclsyntax.Expression) *hcl.Diagnostic {
	items := []hclsyntax.Expression{e}
	if list, is := e.(*hclsyntax.TupleConsExpr); is {
		items = list.Exprs
	}
	for _, item := range items {
		if word := hcl.ExprAsKeyword(item); word != "" && slices.Contains(a.OneOf, word) {
			return diag.Error(diag.CodeType, item.Range(), fmt.Sprintf("%s is a text", a.Name), fmt.Sprintf("Texts are written in quotes. Write %q.", word))
		}
	}
	return nil
}

func (l *leaf) decodeNames() hcl.Diagnostics {
	if name := hcl.ExprAsKeyword(l.expr); name != "" && l.attr.Lone {
		one, d := decodeName(l.attr, l.expr)
		if d != nil {
			return hcl.Diagnostics{d}
		}
		l.value = []string{one.(string)}
		return nil
	}
	items, d := hcl.ExprList(l.expr)
	if d.HasErrors() {
		return hcl.Diagnostics{diag.Error(diag.CodeType, l.at, l.attr.Name+" is a list of names", "Write "+l.attr.Name+" = [name, …].")}
	}
	var diags hcl.Diagnostics
	names := []string{}
	for _, item := range items {
		name, d := decodeName(l.attr, item.(hclsyntax.Expression))
		if d != nil {
			diags = append(diags, d)
			continue
		}
		if !l.attr.Repeats && slices.Contains(names, name.(string)) {
			diags = append(diags, diag.Error(diag.CodeDuplicate, item.Range(), fmt.Sprintf("%s appears twice", name), "Each name is listed once."))
			continue
		}
		names = append(names, name.(string))
	}
	if l.attr.Set {
		names = slices.Sorted(slices.Values(names))
	}
	l.value = names
	return diags
}

// at finds the range of one name of a list of names, for diagnostics.
func (l *leaf) itemAt(name string) hcl.Range {
	items, _ := hcl.ExprList(l.expr)
	for _, item := range items {
		if hcl.ExprAsKeyword(item) == name {
			return item.Range()
		}
	}
	return l.at
}

func decodeRef(e hclsyntax.Expression, root string) (any, *hcl.Diagnostic) {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() && len(t) == 2 && t.RootName() == root {
		if path, ok := dotted(t); ok {
			return strings.TrimPrefix(path, root+"."), nil
		}
	}
	return nil, diag.Error(diag.CodeType, e.Range(), "A reference is needed here", fmt.Sprintf("Write %s.NAME, without quotes.", root))
}

func decodeFeature(e hclsyntax.Expression) (any, *hcl.Diagnostic) {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() && len(t) > 1 {
		if path, ok := dotted(t); ok {
			return path, nil
		}
	}
	return nil, diag.Error(diag.CodeType, e.Range(), "A feature is needed here", "Write its name, such as document.title_overlap, without quotes and operators.")
}

// decodeConfig reads an object of settings, one by one.
func (l *leaf) decodeConfig(cs constants) hcl.Diagnostics {
	pairs, d := hcl.ExprMap(l.expr)
	if d.HasErrors() {
		return hcl.Diagnostics{diag.Error(diag.CodeType, l.at, l.attr.Name+" is an object", "Write "+l.attr.Name+" = { name = value, … }.")}
	}
	var diags hcl.Diagnostics
	s := &settings{values: map[string]any{}}
	for _, p := range pairs {
		key := settingName(p.Key)
		if _, again := s.values[key]; key == "" || again {
			diags = append(diags, diag.Error(diag.CodeType, p.Key.Range(), "A setting needs a name of its own", "Names are written without quotes and appear once."))
			continue
		}
		if name, is := l.secretName(p.Value.(hclsyntax.Expression)); is {
			s.conceal(key, name, l.env)
			continue
		}
		v, sensitive, more := l.decodeSetting(p.Value.(hclsyntax.Expression), cs)
		diags = append(diags, more...)
		s.values[key] = v
		if sensitive {
			s.secret = append(s.secret, key)
		}
	}
	l.value = s
	return diags
}

func settingName(e hcl.Expression) string {
	v, diags := e.Value(&hcl.EvalContext{})
	if diags.HasErrors() || v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return ""
	}
	return v.AsString()
}

func (l *leaf) decodeSetting(e hclsyntax.Expression, cs constants) (any, bool, hcl.Diagnostics) {
	c, diags := cs.eval(e)
	if diags.HasErrors() {
		return nil, false, diags
	}
	l.uses = append(l.uses, c.uses...)
	v, err := plain(c.val)
	if err != nil {
		return nil, false, hcl.Diagnostics{diag.Error(diag.CodeType, e.Range(), "Not a setting", err.Error()+".")}
	}
	return v, c.sensitive, nil
}

// decodeValue computes an expression and converts it by kind.
func (l *leaf) decodeValue(cs constants) hcl.Diagnostics {
	if l.attr.Kind == schema.KindAny { // a setting of a source
		if name, is := l.secretName(l.expr); is {
			s := &settings{values: map[string]any{}}
			s.conceal(l.attr.Name, name, l.env)
			l.value = s
			return nil
		}
		v, sensitive, diags := l.decodeSetting(l.expr, cs)
		s := &settings{values: map[string]any{l.attr.Name: v}}
		if sensitive {
			s.secret = []string{l.attr.Name}
		}
		l.value = s
		return diags
	}
	if d := bareWord(l.attr, l.expr); d != nil {
		return diag.One(d)
	}
	c, diags := cs.eval(l.expr)
	if diags.HasErrors() {
		return diags
	}
	if c.sensitive {
		return hcl.Diagnostics{diag.Error(diag.CodeSensitive, l.at, "A sensitive value would show here", "Sensitive variables may be used in source and plugin settings only.")}
	}
	l.uses = c.uses
	v, err := plain(c.val)
	if err == nil {
		l.value, err = l.attr.Convert(v)
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

func (l *leaf) conversion(err error) *hcl.Diagnostic {
	var coded *schema.ValueError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return diag.Error(coded.Code, l.at, coded.Text, coded.Detail)
	case errors.Is(err, schema.ErrUnit):
		return diag.Error(diag.CodeUnit, l.at, l.attr.Name+" needs a unit", diag.Capital(err.Error())+".")
	}
	return diag.Error(diag.CodeType, l.at, l.attr.Name+" has the wrong type", fmt.Sprintf("Wanted: %s. %s.", l.attr.Kind, diag.Capital(err.Error())))
}
