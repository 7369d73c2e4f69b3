package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Setting is one thing that a resolved policy says: an attribute with its value, be it
// written, inherited or a default, or that a block is there.
type Setting struct {
	Path    string     `json:"path"`              // "select.term.title.weight"; of a block "round.primary"
	Value   string     `json:"value"`             // in one canonical spelling; "none" for nothing; empty for a block
	Block   bool       `json:"block,omitempty"`   // the path is that of a block that need not be there
	Default bool       `json:"default,omitempty"` // not written anywhere
	Owner   string     `json:"owner,omitempty"`   // the policy that wrote it
	At      policy.Pos `json:"at"`                // of the value; of its block, if it is a default
}

// Settings lists what a policy of the set means, in the order of the language: two policies
// whose settings agree in path, value and order have one digest. What sensitive variables set is
// "(sensitive)". The empty name means the same as in [Set.Policy], with the same errors.
func (s *Set) Settings(name string) ([]Setting, error) {
	p, diags := s.Policy(name)
	if diags.HasErrors() {
		return nil, diags
	}
	l := &lister{w: s.world, p: p, order: s.trees[p.Name].Texts("order")}
	l.out = []Setting{{Path: "name", Value: p.Name, At: p.At}}
	l.node("", s.trees[p.Name])
	l.sources()
	l.plugins()
	l.models()
	l.constants()
	return l.out, nil
}

// A lister gathers the settings of one policy.
type lister struct {
	w      *world
	p      *policy.Policy
	order  []string
	locals []string // those that conditions read
	out    []Setting
}

func (l *lister) node(path string, n *syntax.Node) {
	for i := range n.Schema.Attrs {
		l.attr(path, n, &n.Schema.Attrs[i])
	}
	for i := range n.Schema.Blocks {
		l.blocks(path, n, &n.Schema.Blocks[i])
	}
}

// blocks lists the blocks of one kind. A block without label is its defaults when it is
// not written, unless it needs an attribute and so says something by being there.
func (l *lister) blocks(path string, n *syntax.Node, def *schema.Block) {
	if def.Name == schema.AllowBlock {
		return // it changes what is said of the policy, not what the policy means
	}
	needs := slices.ContainsFunc(def.Attrs, func(a schema.Attr) bool { return a.Required })
	if def.Label == "" && !needs {
		l.node(join(path, def.Name), n.Section(def.Name))
		return
	}
	for _, c := range l.inOrder(n.All(def.Name)) {
		at := join(path, def.Name)
		if c.Label != "" {
			at += "." + c.Label
		}
		l.out = append(l.out, Setting{Path: at, Block: true, At: c.Pos()})
		l.node(at, c)
	}
}

// InOrder leaves out the rounds that order leaves out, and sorts the others by it.
func (l *lister) inOrder(blocks []*syntax.Node) []*syntax.Node {
	if len(blocks) == 0 || blocks[0].Schema.Name != "round" {
		return blocks
	}
	var out []*syntax.Node
	for _, name := range l.order {
		for _, n := range blocks {
			if n.Label == name {
				out = append(out, n)
			}
		}
	}
	return out
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (l *lister) attr(path string, n *syntax.Node, a *schema.Attr) {
	if path == "" && a.Name == "extends" || a.Switch {
		return // how it came about is not what it means
	}
	s := Setting{Path: join(path, a.Name), Value: spell(a, n.Get(a.Name)), Default: !n.Has(a.Name), At: diag.PosOf(n.ValueAt(a.Name))}
	if lf := n.Leaf(a.Name); lf != nil {
		s.Owner = lf.Owner
	}
	switch {
	case a.Kind == schema.KindConfig:
		l.config(path+"."+a.Name, n.RawSettings(a.Name), s)
		return
	case a.Kind == schema.KindCondition && n.Has(a.Name):
		for _, read := range expr.Reads(n.Condition(a.Name).Expr) {
			if strings.HasPrefix(read, "local.") && !slices.Contains(l.locals, read) {
				l.locals = append(l.locals, read)
			}
		}
	case path == "" && a.Name == "mode":
		s.Value = string(l.p.Mode) // the caller may have named another
	case n.Schema.Name == "gate" && a.Name == "reason" && n.Text("reason") == "":
		s.Value = strconv.Quote(n.Label) // what the builder fills in
	}
	l.out = append(l.out, s)
	if n.Schema.Name == "select" && a.Name == "venues" {
		l.venues(&l.out[len(l.out)-1])
	}
}

// config lists settings one by one, by name.
func (l *lister) config(path string, of *syntax.Settings, like Setting) {
	var names []string
	for name := range of.Values {
		if of.Named[name] == "" {
			names = append(names, name)
		}
	}
	for name := range of.Named { // those that are not set have no value
		names = append(names, name)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		like.Path, like.Value = path+"."+name, schema.Spell(of.Values[name])
		switch {
		case of.Named[name] != "":
			like.Value = fmt.Sprintf("secret(%q)", of.Named[name])
		case slices.Contains(of.Secret, name):
			like.Value = "(sensitive)"
		}
		l.out = append(l.out, like)
	}
}

// effective lists the definitions of a kind as they are in the policy's mode.
func (l *lister) effective(kind string) []*syntax.Node {
	return (&builder{world: l.w, p: l.p}).effective(kind, kind)
}

func (l *lister) sources() {
	for _, s := range l.p.Sources {
		for _, n := range l.effective("source") {
			if n.Label != s.Name {
				continue
			}
			for _, lf := range n.Leaves {
				one, _ := lf.Value.(*syntax.Settings)
				l.config("source."+s.Name, one, Setting{At: diag.PosOf(lf.At)})
			}
			for _, http := range n.All("http") {
				l.node("source."+s.Name+".http", http)
			}
		}
	}
}

func (l *lister) plugins() {
	for _, p := range l.p.Plugins {
		l.labelled("plugin", p.Name)
	}
}

func (l *lister) models() {
	for _, m := range l.p.Models {
		l.labelled("model", m.Name)
	}
}

// labelled lists the blocks of a type that have a name.
func (l *lister) labelled(block, name string) {
	for _, n := range l.effective(block) {
		if n.Label == name {
			path := block + "." + name
			l.out = append(l.out, Setting{Path: path, Block: true, At: n.Pos()})
			l.node(path, n)
		}
	}
}

// constants lists variables, and those locals that conditions name; what other attributes
// make of locals is in their values.
func (l *lister) constants() {
	for _, v := range l.p.Variables {
		value := schema.Spell(v.Value)
		if v.Sensitive {
			value = "(sensitive)"
		}
		l.out = append(l.out, Setting{Path: "var." + v.Name, Value: value, Default: v.From == "default", At: v.Origin})
	}
	locals := l.w.locals()
	for _, path := range slices.Sorted(slices.Values(l.locals)) {
		v, _ := expr.Plain(l.w.byMode[l.p.Mode][path].Value)
		l.out = append(l.out, Setting{Path: path, Value: schema.Spell(v), At: diag.PosOf(locals[strings.TrimPrefix(path, "local.")].At)})
	}
}

// spell writes a decoded value as a policy would, in one way.
func spell(a *schema.Attr, v any) string {
	if c, is := v.(*syntax.Condition); is {
		return oneLine(c.Text)
	}
	return a.Spell(v)
}

// oneLine returns an expression without comments, in the layout that fmt gives it on one line.
func oneLine(text string) string {
	list, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	var b strings.Builder
	end := 0
	for _, t := range list {
		switch t.Type {
		case hclsyntax.TokenComment, hclsyntax.TokenNewline, hclsyntax.TokenEOF:
			continue
		}
		if t.Range.Start.Byte > end {
			b.WriteByte(' ')
		}
		b.Write(t.Bytes)
		end = t.Range.End.Byte
	}
	return string(hclwrite.Format([]byte(strings.TrimSpace(b.String()))))
}
