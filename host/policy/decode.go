package policy

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Settings are the decoded form of a free object: plain values by name, and the
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
	case kindName, kindType:
		l.value, d = decodeName(l.attr, l.expr)
	case kindNames:
		return l.decodeNames()
	case kindColumns:
		return l.decodeColumns()
	case kindPlugin:
		l.value, d = decodeRef(l.expr, "plugin")
	case kindStage:
		l.value, d = decodeRef(l.expr, "stage")
	case kindModel:
		l.value, d = decodeRef(l.expr, "model")
	case kindSecret:
		l.value, d = decodeSecret(l)
	case kindFeature:
		l.value, d = decodeFeature(l.expr)
	case kindCondition:
		l.value = &rawCondition{l.expr, string(l.at.SliceBytes(l.src)), tokens(l.at.SliceBytes(l.src))}
		l.uses, _ = cs.uses(reads(l.expr))
	case kindConfig:
		return l.decodeConfig(cs)
	default:
		return l.decodeValue(cs)
	}
	return one(d)
}

func one(d *hcl.Diagnostic) hcl.Diagnostics {
	if d == nil {
		return nil
	}
	return hcl.Diagnostics{d}
}

func decodeName(a *attr, e hclsyntax.Expression) (any, *hcl.Diagnostic) {
	if name := hcl.ExprAsKeyword(e); name != "" {
		if a.Refers == "" && !contains(a.OneOf, name) {
			return nil, problem(codeOneOf, e.Range(), fmt.Sprintf("%s cannot be %s", a.Name, name), hint(name, a.OneOf))
		}
		return name, nil
	}
	advice := "Names are written without quotes, dots and operators."
	if text, diags := e.Value(nil); !diags.HasErrors() && text.Type() == cty.String && !text.IsNull() && hclsyntax.ValidIdentifier(text.AsString()) {
		advice += " Write " + text.AsString() + "."
	}
	return nil, problem(codeType, e.Range(), fmt.Sprintf("%s is a name", a.Name), advice)
}

// bareWord is one of an attribute's texts, written like a name.
func bareWord(a *attr, e hclsyntax.Expression) *hcl.Diagnostic {
	items := []hclsyntax.Expression{e}
	if list, is := e.(*hclsyntax.TupleConsExpr); is {
		items = list.Exprs
	}
	for _, item := range items {
		if word := hcl.ExprAsKeyword(item); word != "" && contains(a.OneOf, word) {
			return problem(codeType, item.Range(), fmt.Sprintf("%s is a text", a.Name), fmt.Sprintf("Texts are written in quotes. Write %q.", word))
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
		return hcl.Diagnostics{problem(codeType, l.at, l.attr.Name+" is a list of names", "Write "+l.attr.Name+" = [name, …].")}
	}
	var diags hcl.Diagnostics
	names := []string{}
	for _, item := range items {
		name, d := decodeName(l.attr, item.(hclsyntax.Expression))
		if d != nil {
			diags = append(diags, d)
			continue
		}
		if !l.attr.Repeats && contains(names, name.(string)) {
			diags = append(diags, problem(codeDuplicate, item.Range(), fmt.Sprintf("%s appears twice", name), "Each name is listed once."))
			continue
		}
		names = append(names, name.(string))
	}
	if l.attr.Set {
		names = sorted(names)
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
	return nil, problem(codeType, e.Range(), "A reference is needed here", fmt.Sprintf("Write %s.NAME, without quotes.", root))
}

func decodeFeature(e hclsyntax.Expression) (any, *hcl.Diagnostic) {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() && len(t) > 1 {
		if path, ok := dotted(t); ok {
			return path, nil
		}
	}
	return nil, problem(codeType, e.Range(), "A feature is needed here", "Write its name, such as document.title_overlap, without quotes and operators.")
}

// decodeConfig reads an object of settings, one by one.
func (l *leaf) decodeConfig(cs constants) hcl.Diagnostics {
	pairs, d := hcl.ExprMap(l.expr)
	if d.HasErrors() {
		return hcl.Diagnostics{problem(codeType, l.at, l.attr.Name+" is an object", "Write "+l.attr.Name+" = { name = value, … }.")}
	}
	var diags hcl.Diagnostics
	s := &settings{values: map[string]any{}}
	for _, p := range pairs {
		key := settingName(p.Key)
		if _, again := s.values[key]; key == "" || again {
			diags = append(diags, problem(codeType, p.Key.Range(), "A setting needs a name of its own", "Names are written without quotes and appear once."))
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
		return nil, false, hcl.Diagnostics{problem(codeType, e.Range(), "Not a setting", err.Error()+".")}
	}
	return v, c.sensitive, nil
}

// decodeValue computes an expression and converts it by kind.
func (l *leaf) decodeValue(cs constants) hcl.Diagnostics {
	if l.attr.Kind == kindAny { // a setting of a source
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
		return one(d)
	}
	c, diags := cs.eval(l.expr)
	if diags.HasErrors() {
		return diags
	}
	if c.sensitive {
		return hcl.Diagnostics{problem(codeSensitive, l.at, "A sensitive value would show here", "Sensitive variables may be used in source and plugin settings only.")}
	}
	l.uses = c.uses
	v, err := plain(c.val)
	if err == nil {
		l.value, err = l.attr.convert(v)
	}
	return one(l.conversion(err))
}

// A codedError is a conversion error that knows its code.
type codedError struct {
	code   Code
	text   string
	detail string
}

func (e *codedError) Error() string { return e.text }

func (l *leaf) conversion(err error) *hcl.Diagnostic {
	var coded *codedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return problem(coded.code, l.at, coded.text, coded.detail)
	case errors.Is(err, errUnit):
		return problem(codeUnit, l.at, l.attr.Name+" needs a unit", capital(err.Error())+".")
	}
	return problem(codeType, l.at, l.attr.Name+" has the wrong type", fmt.Sprintf("Wanted: %s. %s.", l.attr.Kind, capital(err.Error())))
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// convert turns a plain value into the form of the attribute's kind.
func (a *attr) convert(v any) (any, error) {
	switch x := v.(type) {
	case float64:
		return a.convertNumber(x)
	case string:
		return a.convertText(x)
	case bool:
		if a.Kind == kindBool {
			return x, nil
		}
	case []float64:
		if a.Kind == kindPair {
			return a.convertPair(x)
		}
	case []string:
		return a.convertTexts(x)
	}
	return nil, fmt.Errorf("this is %s", describe(v))
}

func describe(v any) string {
	switch v.(type) {
	case float64:
		return "a number"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case []float64:
		return "a list of numbers"
	}
	return "a list of texts"
}

func (a *attr) convertNumber(x float64) (any, error) {
	switch a.Kind {
	case kindDuration:
		return nil, fmt.Errorf("%w: write \"%gs\"", errUnit, x)
	case kindSize:
		return nil, fmt.Errorf("%w: write a size such as \"64MiB\"", errUnit)
	case kindMoney:
		return nil, fmt.Errorf("%w: write \"%.2f USD\"", errUnit, x)
	case kindNumber:
		return x, a.inRange(x)
	case kindInt, kindCount:
		if x != math.Trunc(x) {
			return nil, errors.New("it has a fraction")
		}
		return int64(x), a.inRange(x)
	}
	return nil, errors.New("this is a number")
}

// inRange checks a number and knows the usual mistake, percent for a fraction.
func (a *attr) inRange(x float64) error {
	if a.Min == a.Max || (x >= a.Min && x <= a.Max) {
		return nil
	}
	detail := fmt.Sprintf("It lies within %s and %s.", a.amount(a.Min), a.amount(a.Max))
	if a.Min == 0 && a.Max == 1 && x >= 2 && x <= 100 {
		detail += fmt.Sprintf(" Did you mean %g?", x/100)
	}
	return &codedError{codeRange, fmt.Sprintf("%s is out of range", a.Name), detail}
}

// amount writes a bound as the attribute is written.
func (a *attr) amount(x float64) string {
	switch a.Kind {
	case kindSize:
		return withUnit(x, 1<<10, "B", "KiB", "MiB", "GiB")
	case kindCount:
		return withUnit(x, 1000, "", "k", "M", "G", "T")
	}
	return plainNumber(x)
}

// withUnit writes x in the largest unit, each so many times the one before, that leaves it whole.
func withUnit(x, times float64, units ...string) string {
	n := 0
	for n+1 < len(units) && x >= times && math.Mod(x, times) == 0 {
		x /= times
		n++
	}
	return plainNumber(x) + units[n]
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (a *attr) convertPair(x []float64) (any, error) {
	if len(x) != 2 {
		return nil, errors.New("write two numbers, the lower one first")
	}
	if x[0] > x[1] {
		return nil, &codedError{codeRange, fmt.Sprintf("%s begins with the greater number", a.Name), fmt.Sprintf("Write [%s, %s].", plainNumber(x[1]), plainNumber(x[0]))}
	}
	if err := errors.Join(a.inRange(x[0]), a.inRange(x[1])); err != nil {
		return nil, err
	}
	if a.Min >= 1 && (x[0] != math.Trunc(x[0]) || x[1] != math.Trunc(x[1])) {
		return nil, errors.New("both numbers are whole")
	}
	return [2]float64{x[0], x[1]}, nil
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (a *attr) convertText(x string) (any, error) {
	switch a.Kind {
	case kindDuration:
		return wrap(parseDuration(x))
	case kindSize:
		return a.within(parseSize(x))
	case kindCount:
		return a.within(parseCount(x))
	case kindMoney:
		return wrap(parseMoney(x))
	case kindWord:
		return x, a.oneOf(x)
	case kindText:
		if a.Name == "digest" && !hexDigest.MatchString(x) {
			return nil, &codedError{codeType, "digest is no sha256 of a module", "Write 64 hex digits in lower case, without sha256:."}
		}
		return x, nil
	}
	return nil, errors.New("this is a text")
}

// within is an amount that lies in the attribute's range.
func (a *attr) within(n int64, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return n, a.inRange(float64(n))
}

func wrap[T any](v T, err error) (any, error) { return v, err }

func (a *attr) oneOf(x string) error {
	if contains(a.OneOf, x) {
		return nil
	}
	return &codedError{codeOneOf, fmt.Sprintf("%s cannot be %q", a.Name, x), hint(x, a.OneOf)}
}

func (a *attr) convertTexts(x []string) (any, error) {
	switch a.Kind {
	case kindTexts:
		return x, nil
	case kindWords:
		for _, w := range x {
			if err := a.oneOf(w); err != nil {
				return nil, err
			}
		}
		return sorted(x), nil
	}
	return nil, errors.New("this is a list")
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
