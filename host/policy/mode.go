package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// checkMode refuses a mode that there is not; the empty one means that of the policy.
func checkMode(m Mode) hcl.Diagnostics {
	if m == "" || slices.Contains(schema.ModeNames(), string(m)) {
		return nil
	}
	return diag.One(diag.Error(diag.CodeOneOf, hcl.Range{}, fmt.Sprintf("There is no mode %q", m), diag.DidYouMean(string(m), schema.ModeNames())))
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
			if l.attr.Kind == schema.KindNames && len(gone[l.attr.Refers]) > 0 {
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
		if !slices.Contains(gone, name) {
			kept = append(kept, name)
		}
	}
	if out.value = kept; kept == nil {
		out.value = []string{}
	}
	if len(kept) == 0 && len(names) > 0 && l.attr.Name != "intents" {
		b.report(diag.Error(diag.CodeOrder, l.at, fmt.Sprintf("Nothing is left of %s", l.attr.Name), "Each of its names is switched off here: "+b.whyAbsent(names[0])+"."))
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
		if path := root + a.Name + ".ran"; b.scope.metrics[path].Type == schema.MetricBool {
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
			return diag.Capital(why) + "."
		}
	}
	return fmt.Sprintf("It is switched off in mode %s.", b.p.Mode)
}
