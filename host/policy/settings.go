package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Setting is one thing that a resolved policy says: an attribute with its value, be it
// written, inherited or a default, or that a block is there.
type Setting struct {
	Path    string `json:"path"`              // "select.term.title.weight"; of a block "round.primary"
	Value   string `json:"value"`             // in one canonical spelling; "none" for nothing; empty for a block
	Block   bool   `json:"block,omitempty"`   // the path is that of a block that need not be there
	Default bool   `json:"default,omitempty"` // not written anywhere
	Owner   string `json:"owner,omitempty"`   // the policy that wrote it
	At      Pos    `json:"at"`                // of the value; of its block, if it is a default
}

// Settings lists what a policy of the set means, in the order of the language: two policies
// whose settings agree in path, value and order have one digest. What sensitive variables set is
// "(sensitive)". The empty name means the same as in [Set.Policy], with the same errors.
func (s *Set) Settings(name string) ([]Setting, error) {
	p, diags := s.Policy(name)
	if diags.HasErrors() {
		return nil, diags
	}
	l := &lister{w: s.world, p: p, order: s.trees[p.Name].texts("order")}
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
	p      *Policy
	order  []string
	locals []string // those that conditions read
	out    []Setting
}

func (l *lister) node(path string, n *node) {
	for i := range n.schema.Attrs {
		l.attr(path, n, &n.schema.Attrs[i])
	}
	for i := range n.schema.Blocks {
		l.blocks(path, n, &n.schema.Blocks[i])
	}
}

// blocks lists the blocks of one kind. A block without label is its defaults when it is
// not written, unless it needs an attribute and so says something by being there.
func (l *lister) blocks(path string, n *node, def *schema.Block) {
	if def.Name == schema.AllowBlock {
		return // it changes what is said of the policy, not what the policy means
	}
	needs := slices.ContainsFunc(def.Attrs, func(a schema.Attr) bool { return a.Required })
	if def.Label == "" && !needs {
		l.node(join(path, def.Name), n.section(def.Name))
		return
	}
	for _, c := range l.inOrder(n.all(def.Name)) {
		at := join(path, def.Name)
		if c.label != "" {
			at += "." + c.label
		}
		l.out = append(l.out, Setting{Path: at, Block: true, At: c.pos()})
		l.node(at, c)
	}
}

// inOrder leaves out the rounds that order leaves out, and sorts the others by it.
func (l *lister) inOrder(blocks []*node) []*node {
	if len(blocks) == 0 || blocks[0].schema.Name != "round" {
		return blocks
	}
	var out []*node
	for _, name := range l.order {
		for _, n := range blocks {
			if n.label == name {
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

func (l *lister) attr(path string, n *node, a *schema.Attr) {
	if path == "" && a.Name == "extends" || a.Switch {
		return // how it came about is not what it means
	}
	s := Setting{Path: join(path, a.Name), Value: spell(a, n.get(a.Name)), Default: !n.has(a.Name), At: diag.PosOf(n.valueAt(a.Name))}
	if lf := n.leaf(a.Name); lf != nil {
		s.Owner = lf.owner
	}
	switch {
	case a.Kind == schema.KindConfig:
		l.config(path+"."+a.Name, n.rawSettings(a.Name), s)
		return
	case a.Kind == schema.KindCondition && n.has(a.Name):
		for _, read := range reads(n.condition(a.Name).expr) {
			if strings.HasPrefix(read, "local.") && !slices.Contains(l.locals, read) {
				l.locals = append(l.locals, read)
			}
		}
	case path == "" && a.Name == "mode":
		s.Value = string(l.p.Mode) // the caller may have named another
	case n.schema.Name == "gate" && a.Name == "reason" && n.text("reason") == "":
		s.Value = strconv.Quote(n.label) // what the builder fills in
	}
	l.out = append(l.out, s)
	if n.schema.Name == "select" && a.Name == "venues" {
		l.venues(&l.out[len(l.out)-1])
	}
}

// config lists settings one by one, by name.
func (l *lister) config(path string, of *settings, like Setting) {
	var names []string
	for name := range of.values {
		if of.named[name] == "" {
			names = append(names, name)
		}
	}
	for name := range of.named { // those that are not set have no value
		names = append(names, name)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		like.Path, like.Value = path+"."+name, schema.Spell(of.values[name])
		switch {
		case of.named[name] != "":
			like.Value = fmt.Sprintf("secret(%q)", of.named[name])
		case slices.Contains(of.secret, name):
			like.Value = "(sensitive)"
		}
		l.out = append(l.out, like)
	}
}

// effective lists the definitions of a kind as they are in the policy's mode.
func (l *lister) effective(kind string) []*node {
	return (&builder{world: l.w, p: l.p}).effective(kind, kind)
}

func (l *lister) sources() {
	for _, s := range l.p.Sources {
		for _, n := range l.effective("source") {
			if n.label != s.Name {
				continue
			}
			for _, lf := range n.leaves {
				one, _ := lf.value.(*settings)
				l.config("source."+s.Name, one, Setting{At: diag.PosOf(lf.at)})
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
		if n.label == name {
			path := block + "." + name
			l.out = append(l.out, Setting{Path: path, Block: true, At: n.pos()})
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
		v, _ := plain(l.w.byMode[l.p.Mode][path].val)
		l.out = append(l.out, Setting{Path: path, Value: schema.Spell(v), At: diag.PosOf(locals[strings.TrimPrefix(path, "local.")].at)})
	}
}

// spell writes a decoded value as a policy would, in one way.
func spell(a *schema.Attr, v any) string {
	if c, is := v.(*rawCondition); is {
		return oneLine(c.text)
	}
	return a.Spell(v)
}

// oneLine is an expression without comments, in the layout that fmt gives it on one line.
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

// Reads lists the paths that the condition names, in order.
func (c *Condition) Reads() []string {
	var out []string
	for _, o := range c.paths {
		out = append(out, o.path)
	}
	return out
}
