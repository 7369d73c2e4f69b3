package load

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A merger resolves `extends`: blocks are merged by label, a child's settings
// win over its parents', and where parents disagree the child must decide.
type merger struct {
	policies map[string]*syntax.Node
	names    func() []string            // policies that could be extended, for hints
	done     map[string]*syntax.Node    // nil: it failed, and said why
	parents  map[string]map[string]bool // all ancestors
	heights  map[string]int             // of the longest row of policies that each extends
}

// maxExtends bounds how far policies may extend each other.
const maxExtends = 32

func newMerger(policies map[string]*syntax.Node) *merger {
	m := &merger{policies: policies, done: map[string]*syntax.Node{}, parents: map[string]map[string]bool{}, heights: map[string]int{}}
	for _, name := range slices.Sorted(maps.Keys(policies)) { // in order, since in circles the first counts
		m.height(name)
	}
	return m
}

// height counts the policies that a policy extends in the longest row. Whoever is asked about on the way to itself counts as 0; a
// circle is reported elsewhere.
func (m *merger) height(name string) int {
	h, known := m.heights[name]
	n := m.policies[name]
	if known || n == nil {
		return h
	}
	m.heights[name] = 0
	for _, p := range n.Texts("extends") {
		h = max(h, 1+m.height(p))
	}
	m.heights[name] = h
	return h
}

// A clash is one attribute on which two parents disagree.
type clash struct {
	path         []*syntax.Node // the blocks around it, outermost first
	first, other *syntax.Leaf
}

// resolve returns the policy with everything that it extends merged in. The
// result shares leaves with what it was made of and must not be changed.
func (m *merger) resolve(name string, chain []string) (*syntax.Node, hcl.Diagnostics) {
	if n, seen := m.done[name]; seen {
		return n, nil
	}
	n := m.policies[name]
	m.done[name] = nil
	m.parents[name] = map[string]bool{}
	var base *syntax.Node
	var clashes []clash
	var diags hcl.Diagnostics
	failed := false
	for _, p := range n.Texts("extends") {
		parent, more := m.parent(n, p, append(chain, name))
		diags = append(diags, more...)
		if parent == nil {
			failed = true // what is said of it is enough, whichever is resolved first
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
		base = &syntax.Node{Schema: n.Schema}
	}
	out := overlay(base, n)
	diags = append(diags, undecided(n, clashes)...)
	if failed || diags.HasErrors() {
		return nil, diags
	}
	m.done[name] = out
	return out, nil
}

// parent resolves one parent, after the checks on its name.
func (m *merger) parent(n *syntax.Node, name string, chain []string) (*syntax.Node, hcl.Diagnostics) {
	at := n.Leaf("extends").ItemAt(name)
	if m.policies[name] == nil {
		return nil, hcl.Diagnostics{diag.Error(diag.CodeUnknownName, at, fmt.Sprintf("There is no policy %q", name), diag.DidYouMean(name, m.names()))}
	}
	if slices.Contains(chain, name) {
		return nil, hcl.Diagnostics{m.cycle(at, chain, name)}
	}
	if m.heights[name] == maxExtends { // those that extend this one further fail with it
		return nil, hcl.Diagnostics{diag.Error(diag.CodeTooDeep, at, "Too many levels of extends", fmt.Sprintf("The limit is %d levels.", maxExtends))}
	}
	return m.resolve(name, chain)
}

// cycle names every policy of a circle with its position.
func (m *merger) cycle(at hcl.Range, chain []string, name string) *hcl.Diagnostic {
	detail, on := "The cycle is", false
	for _, p := range chain {
		on = on || p == name
		if on {
			detail += fmt.Sprintf(" %s (%s) ->", p, diag.Place(m.policies[p].Leaf("extends").At))
		}
	}
	return diag.Error(diag.CodeExtendsCycle, at, fmt.Sprintf("Policy %q extends itself", name), detail+" "+name+".")
}

// inherit returns a parent without what is its own alone.
func inherit(parent *syntax.Node) *syntax.Node {
	out := *parent
	out.Leaves = nil
	for _, l := range parent.Leaves {
		if l.Attr.Name != "extends" && l.Attr.Name != "description" {
			out.Leaves = append(out.Leaves, l)
		}
	}
	out.Children = slices.DeleteFunc(slices.Clone(parent.Children), func(c *syntax.Node) bool { return c.Schema.Name == schema.AllowBlock })
	return &out
}

// overlay lays a child's block over what it inherits.
func overlay(base, over *syntax.Node) *syntax.Node {
	out := union(base, over, func(_, own *syntax.Leaf) *syntax.Leaf { return own }, overlay)
	out.Schema, out.Label, out.At = over.Schema, over.Label, over.At
	return out
}

// join merges two parents of equal rank.
func (m *merger) join(a, b *syntax.Node, path []*syntax.Node, clashes *[]clash) *syntax.Node {
	path = append(path[:len(path):len(path)], a)
	return union(a, b, func(l, other *syntax.Leaf) *syntax.Leaf { return m.pick(l, other, path, clashes) },
		func(c, other *syntax.Node) *syntax.Node { return m.join(c, other, path, clashes) })
}

// union has what either block has, those of the first one before the others; what both have is for the functions to say.
func union(a, b *syntax.Node, leaves func(a, b *syntax.Leaf) *syntax.Leaf, blocks func(a, b *syntax.Node) *syntax.Node) *syntax.Node {
	out := &syntax.Node{Schema: a.Schema, Label: a.Label, At: a.At}
	for _, l := range a.Leaves {
		if other := b.Leaf(l.Attr.Name); other != nil {
			l = leaves(l, other)
		}
		out.Leaves = append(out.Leaves, l)
	}
	for _, l := range b.Leaves {
		if a.Leaf(l.Attr.Name) == nil {
			out.Leaves = append(out.Leaves, l)
		}
	}
	for _, c := range a.Children {
		if other := b.Child(c.Schema.Name, c.Label); other != nil {
			c = blocks(c, other)
		}
		out.Children = append(out.Children, c)
	}
	for _, c := range b.Children {
		if a.Child(c.Schema.Name, c.Label) == nil {
			out.Children = append(out.Children, c)
		}
	}
	return out
}

// pick chooses between two parents' settings: what overrides a common ancestor
// beats what was merely inherited from it.
func (m *merger) pick(a, b *syntax.Leaf, path []*syntax.Node, clashes *[]clash) *syntax.Leaf {
	switch {
	case m.parents[b.Owner][a.Owner]:
		return b
	case a.Owner == b.Owner || m.parents[a.Owner][b.Owner] || sameInModes(a, b):
		return a
	}
	*clashes = append(*clashes, clash{path, a, b})
	return a
}

// sameInModes says whether two settings are one in every mode.
func sameInModes(a, b *syntax.Leaf) bool {
	for _, mode := range policy.Modes() {
		if !sameValue(a.In(mode).Value, b.In(mode).Value) {
			return false
		}
	}
	return true
}

func sameValue(a, b any) bool {
	ca, isA := a.(*syntax.Condition)
	cb, isB := b.(*syntax.Condition)
	if isA && isB {
		return ca.Tokens == cb.Tokens
	}
	return reflect.DeepEqual(a, b)
}

// undecided reports the clashes that the child does not settle itself.
func undecided(child *syntax.Node, clashes []clash) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, c := range clashes {
		own, where := child, ""
		for _, n := range c.path[1:] {
			where += syntax.Title(n) + ", "
			if own != nil {
				own = own.Child(n.Schema.Name, n.Label)
			}
		}
		if own != nil && own.Has(c.first.Attr.Name) {
			continue
		}
		diags = append(diags, diag.Error(diag.CodeClash, child.Leaf("extends").At, fmt.Sprintf("Parents disagree on %s%s", where, c.first.Attr.Name),
			fmt.Sprintf("%s says %s at %s and %s says %s at %s. Set it in %s.", c.first.Owner, c.first.Written(), diag.Place(c.first.At), c.other.Owner, c.other.Written(), diag.Place(c.other.At), syntax.Title(child))))
	}
	return diags
}
