package policy

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// A Mode says how much effort questions are worth. Blocks may be kept to some modes, and
// expressions may read the mode as the constant `mode`.
type Mode string

// The modes.
const (
	ModeStandard    Mode = "standard"     // the default
	ModeRouted      Mode = "routed"       // a question that turns out hard may get the effort of research_max
	ModeResearchMax Mode = "research_max" // everything that the policy has
)

// Modes lists the modes, from the least effort to the most.
func Modes() []Mode { return []Mode{ModeStandard, ModeRouted, ModeResearchMax} }

var modeNames = []string{string(ModeStandard), string(ModeRouted), string(ModeResearchMax)}

// modeName is what expressions call the mode.
const modeName = "mode"

// checkMode refuses a mode that there is not; the empty one means that of the policy.
func checkMode(m Mode) hcl.Diagnostics {
	if m == "" || contains(modeNames, string(m)) {
		return nil
	}
	return one(problem(codeOneOf, hcl.Range{}, fmt.Sprintf("There is no mode %q", m), hint(string(m), modeNames)))
}

// switches are the attributes that turn a block on and off before a run.
func switches() []attr {
	return []attr{
		{Name: "modes", Kind: kindNames, OneOf: modeNames, Switch: true, Doc: "the block is there in these modes only; default: in all"},
		{Name: "enabled", Kind: kindBool, Default: true, Switch: true, Doc: "false: as if the block were not written, such as enabled = var.NAME"},
	}
}

// An Absent is a block that the policy writes and that is switched off here.
type Absent struct {
	Kind string // of block, such as "round"
	Name string // its label
	Why  string // "only in mode research_max", "enabled is false"
	Ran  string // the metric that says whether it ran, which it never does; "": there is none
	At   Pos
}

// String is the block as it is written, such as round "bridge".
func (a Absent) String() string {
	if a.Name == "" {
		return a.Kind
	}
	return fmt.Sprintf("%s %q", a.Kind, a.Name)
}

// modeConstant is the mode as expressions read it.
func modeConstant(m Mode) constant {
	return constant{val: cty.StringVal(string(m)), typ: typeText, moded: true}
}

// wrongMode finds the mode compared with a word that is none: it would never hold.
func wrongMode(e *hclsyntax.BinaryOpExpr) *hcl.Diagnostic {
	for _, pair := range [][2]hclsyntax.Expression{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		t, is := pair[0].(*hclsyntax.ScopeTraversalExpr)
		if !is || len(t.Traversal) != 1 || t.Traversal.RootName() != modeName {
			continue
		}
		word, diags := pair[1].Value(&hcl.EvalContext{})
		if !diags.HasErrors() && word.Type() == cty.String && !word.IsNull() && !contains(modeNames, word.AsString()) {
			return problem(codeOneOf, pair[1].Range(), fmt.Sprintf("mode is never %q", word.AsString()), hint(word.AsString(), modeNames))
		}
	}
	return nil
}

// moded says whether one of the paths depends on the mode.
func (cs constants) moded(paths []string) bool {
	for _, p := range paths {
		if cs[p].moded {
			return true
		}
	}
	return false
}

// decodeTree decodes every value of a tree; one that depends on the mode, once for each.
func (w *world) decodeTree(n *node) hcl.Diagnostics {
	var diags hcl.Diagnostics
	n.visit(func(n *node) {
		for _, l := range n.leaves {
			diags = append(diags, w.decodeLeaf(l)...)
		}
	})
	return diags
}

func (w *world) decodeLeaf(l *leaf) hcl.Diagnostics {
	diags := l.decode(w.byMode[ModeStandard])
	if !w.byMode[ModeStandard].moded(reads(l.expr)) {
		return diags
	}
	byMode := map[Mode]*leaf{}
	for _, mode := range Modes() {
		one := *l
		one.value, one.uses = nil, nil
		diags = append(diags, one.decode(w.byMode[mode])...)
		byMode[mode] = &one
	}
	l.byMode = byMode
	return diags
}

// in is the attribute as it is in a mode.
func (l *leaf) in(m Mode) *leaf {
	if own := l.byMode[m]; own != nil {
		return own
	}
	return l
}

// hasModes says whether the tree differs between modes.
func (n *node) hasModes() bool {
	differs := false
	n.visit(func(n *node) {
		for _, l := range n.leaves {
			differs = differs || l.byMode != nil || l.attr.Switch && l.attr.Name == "modes"
		}
	})
	return differs
}

// in is the tree as it is in a mode: without the blocks that are switched off, each of which
// is told to off.
func (n *node) in(m Mode, off func(*node, string)) *node {
	out := &node{schema: n.schema, label: n.label, at: n.at}
	for _, l := range n.leaves {
		out.leaves = append(out.leaves, l.in(m))
	}
	for _, c := range n.children {
		if why := c.switchedOff(m); why != "" {
			off(c, why)
			continue
		}
		out.children = append(out.children, c.in(m, off))
	}
	return out
}

// switchedOff says why a block is not there in a mode; "": it is.
func (n *node) switchedOff(m Mode) string {
	if l := n.leaf("modes"); l != nil && l.attr.Switch {
		if modes, _ := l.in(m).value.([]string); !contains(modes, string(m)) {
			return "only in mode " + strings.Join(modes, " or ")
		}
	}
	if l := n.leaf("enabled"); l != nil && l.attr.Switch && l.in(m).value == false {
		return "enabled is false"
	}
	return ""
}

// modeOf is the mode that a policy is built in unless the caller names one.
func modeOf(policy *node) Mode {
	if own := policy.text("mode"); own != "" {
		return Mode(own)
	}
	return ModeStandard
}

// enter puts the builder's policy into its mode. A name of something that is switched off
// leaves the lists that it stands in, such as order.
func (b *builder) enter(m Mode) {
	b.p.Mode, b.consts = m, b.byMode[m]
	gone := map[string][]string{}
	b.n = b.whole.in(m, func(n *node, why string) {
		gone[n.schema.Name] = append(gone[n.schema.Name], n.label)
		b.p.Absent = append(b.p.Absent, Absent{Kind: n.schema.Name, Name: n.label, Why: why, At: n.pos()})
	})
	b.n.visit(func(n *node) {
		for i, l := range n.leaves {
			if l.attr.Kind == kindNames && len(gone[l.attr.Refers]) > 0 {
				n.leaves[i] = b.stripped(l, gone[l.attr.Refers])
			}
		}
	})
}

// stripped is a list of names without some.
func (b *builder) stripped(l *leaf, gone []string) *leaf {
	out := *l
	names, _ := l.value.([]string)
	var kept []string
	for _, name := range names {
		if !contains(gone, name) {
			kept = append(kept, name)
		}
	}
	if out.value = kept; kept == nil {
		out.value = []string{}
	}
	if len(kept) == 0 && len(names) > 0 && l.attr.Name != "intents" {
		b.report(problem(codeOrder, l.at, fmt.Sprintf("Nothing is left of %s", l.attr.Name), "Each of its names is switched off here: "+b.whyAbsent(names[0])+"."))
	}
	return &out
}

// whyAbsent explains a name that is switched off; "" if none of that name is.
func (b *builder) whyAbsent(name string) string { return b.p.whyAbsent(name) }

func (p *Policy) whyAbsent(name string) string {
	for _, a := range p.Absent {
		if a.Name == name && name != "" {
			return fmt.Sprintf("%s is switched off in mode %s (%s)", a, p.Mode, a.Why)
		}
	}
	return ""
}

// neverRun notes which metrics say of what is switched off that it did not run.
func (b *builder) neverRun() {
	roots := map[string]string{"round": "rounds.", "gap": "gaps."}
	for i := range b.p.Absent {
		a := &b.p.Absent[i]
		root := a.Kind + "."
		if special := roots[a.Kind]; special != "" {
			root = special
		}
		if path := root + a.Name + ".ran"; b.scope.metrics[path].Type == MetricBool {
			a.Ran = path
		}
	}
}

// gone says why a path has no value because of what is switched off; "": it may have one.
func (b *builder) gone(path string) string {
	if b.scope.has(path) {
		return ""
	}
	for _, step := range strings.Split(path, ".") {
		if why := b.p.whyAbsent(step); why != "" {
			return capital(why) + "."
		}
	}
	return fmt.Sprintf("It is switched off in mode %s.", b.p.Mode)
}
