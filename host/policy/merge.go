package policy

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A merger resolves `extends`: blocks are merged by label, a child's settings
// win over its parents', and where parents disagree the child must decide.
type merger struct {
	policies map[string]*node
	names    func() []string            // policies that could be extended, for hints
	done     map[string]*node           // nil: it failed, and said why
	parents  map[string]map[string]bool // all ancestors
}

// maxExtends bounds how far policies may extend each other.
const maxExtends = 32

func newMerger(policies map[string]*node) *merger {
	return &merger{policies: policies, done: map[string]*node{}, parents: map[string]map[string]bool{}}
}

// A clash is one attribute on which two parents disagree.
type clash struct {
	path         []*node // the blocks around it, outermost first
	first, other *leaf
}

// resolve returns the policy with everything that it extends merged in. The
// result shares leaves with what it was made of and must not be changed.
func (m *merger) resolve(name string, chain []string) (*node, hcl.Diagnostics) {
	if n, seen := m.done[name]; seen {
		return n, nil
	}
	n := m.policies[name]
	m.done[name] = nil
	m.parents[name] = map[string]bool{}
	var base *node
	var clashes []clash
	var diags hcl.Diagnostics
	for _, p := range n.texts("extends") {
		parent, more := m.parent(n, p, append(chain, name))
		diags = append(diags, more...)
		if parent == nil {
			continue
		}
		m.parents[name][p] = true
		for a := range m.parents[p] {
			m.parents[name][a] = true
		}
		if base == nil {
			base = inherit(parent)
			continue
		}
		base = m.join(base, inherit(parent), nil, &clashes)
	}
	if base == nil {
		base = &node{schema: n.schema}
	}
	out := overlay(base, n)
	diags = append(diags, undecided(n, clashes)...)
	if diags.HasErrors() {
		return nil, diags
	}
	m.done[name] = out
	return out, nil
}

// parent resolves one parent, after the checks on its name.
func (m *merger) parent(n *node, name string, chain []string) (*node, hcl.Diagnostics) {
	at := n.leaf("extends").itemAt(name)
	if m.policies[name] == nil {
		return nil, hcl.Diagnostics{diag.Error(diag.CodeUnknownName, at, fmt.Sprintf("There is no policy %q", name), diag.DidYouMean(name, m.names()))}
	}
	if slices.Contains(chain, name) {
		return nil, hcl.Diagnostics{m.cycle(at, chain, name)}
	}
	if len(chain) > maxExtends {
		return nil, hcl.Diagnostics{diag.Error(diag.CodeTooDeep, at, "Policies extend each other too far", fmt.Sprintf("At most %d in a row.", maxExtends))}
	}
	return m.resolve(name, chain)
}

// cycle names every policy of a circle with its position.
func (m *merger) cycle(at hcl.Range, chain []string, name string) *hcl.Diagnostic {
	detail, on := "The circle is", false
	for _, p := range chain {
		on = on || p == name
		if on {
			detail += fmt.Sprintf(" %s (%s) ->", p, diag.Place(m.policies[p].leaf("extends").at))
		}
	}
	return diag.Error(diag.CodeExtendsCycle, at, fmt.Sprintf("Policy %q extends itself", name), detail+" "+name+".")
}

// inherit is a parent without what is its own alone.
func inherit(parent *node) *node {
	out := *parent
	out.leaves = nil
	for _, l := range parent.leaves {
		if l.attr.Name != "extends" && l.attr.Name != "description" {
			out.leaves = append(out.leaves, l)
		}
	}
	out.children = slices.DeleteFunc(slices.Clone(parent.children), func(c *node) bool { return c.schema.Name == schema.AllowBlock })
	return &out
}

// overlay lays a child's block over what it inherits.
func overlay(base, over *node) *node {
	out := union(base, over, func(_, own *leaf) *leaf { return own }, overlay)
	out.schema, out.label, out.at = over.schema, over.label, over.at
	return out
}

// join merges two parents of equal rank.
func (m *merger) join(a, b *node, path []*node, clashes *[]clash) *node {
	path = append(path[:len(path):len(path)], a)
	return union(a, b, func(l, other *leaf) *leaf { return m.pick(l, other, path, clashes) },
		func(c, other *node) *node { return m.join(c, other, path, clashes) })
}

// union has what either block has, those of the first one before the others; what both have is for the functions to say.
func union(a, b *node, leaves func(a, b *leaf) *leaf, blocks func(a, b *node) *node) *node {
	out := &node{schema: a.schema, label: a.label, at: a.at}
	for _, l := range a.leaves {
		if other := b.leaf(l.attr.Name); other != nil {
			l = leaves(l, other)
		}
		out.leaves = append(out.leaves, l)
	}
	for _, l := range b.leaves {
		if a.leaf(l.attr.Name) == nil {
			out.leaves = append(out.leaves, l)
		}
	}
	for _, c := range a.children {
		if other := b.child(c.schema.Name, c.label); other != nil {
			c = blocks(c, other)
		}
		out.children = append(out.children, c)
	}
	for _, c := range b.children {
		if a.child(c.schema.Name, c.label) == nil {
			out.children = append(out.children, c)
		}
	}
	return out
}

// pick chooses between two parents' settings: what overrides a common ancestor
// beats what was merely inherited from it.
func (m *merger) pick(a, b *leaf, path []*node, clashes *[]clash) *leaf {
	switch {
	case m.parents[b.owner][a.owner]:
		return b
	case a.owner == b.owner || m.parents[a.owner][b.owner] || sameInModes(a, b):
		return a
	}
	*clashes = append(*clashes, clash{path, a, b})
	return a
}

// sameInModes says whether two settings are one in every mode.
func sameInModes(a, b *leaf) bool {
	for _, mode := range Modes() {
		if !sameValue(a.in(mode).value, b.in(mode).value) {
			return false
		}
	}
	return true
}

func sameValue(a, b any) bool {
	ca, isA := a.(*rawCondition)
	cb, isB := b.(*rawCondition)
	if isA && isB {
		return ca.tokens == cb.tokens
	}
	return reflect.DeepEqual(a, b)
}

// undecided reports the clashes that the child does not settle itself.
func undecided(child *node, clashes []clash) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, c := range clashes {
		own, where := child, ""
		for _, n := range c.path[1:] {
			where += title(n) + ", "
			if own != nil {
				own = own.child(n.schema.Name, n.label)
			}
		}
		if own != nil && own.has(c.first.attr.Name) {
			continue
		}
		diags = append(diags, diag.Error(diag.CodeClash, child.leaf("extends").at, fmt.Sprintf("Parents disagree on %s%s", where, c.first.attr.Name),
			fmt.Sprintf("%s says %s at %s and %s says %s at %s. Set it in %s.", c.first.owner, c.first.written(), diag.Place(c.first.at), c.other.owner, c.other.written(), diag.Place(c.other.at), title(child))))
	}
	return diags
}

// written is the value as it stands in the file, shortened.
func (l *leaf) written() string {
	text := tokens(l.at.SliceBytes(l.src))
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	return text
}
