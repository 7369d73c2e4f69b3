package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// checkMode refuses a mode that there is not; the empty one means that of the policy.
func checkMode(m policy.Mode) hcl.Diagnostics {
	if m == "" || slices.Contains(schema.ModeNames(), string(m)) {
		return nil
	}
	return diag.One(diag.Error(diag.CodeOneOf, hcl.Range{}, fmt.Sprintf("There is no mode %q", m), diag.DidYouMean(string(m), schema.ModeNames())))
}

// modeConstant returns the mode as expressions read it.
func modeConstant(m policy.Mode) expr.Constant {
	return expr.Constant{Value: cty.StringVal(string(m)), Type: expr.TypeText, Moded: true}
}

// decodeTree decodes every value of a tree; one that depends on the mode, once for each.
func (w *world) decodeTree(n *syntax.Node) hcl.Diagnostics {
	var diags hcl.Diagnostics
	n.Visit(func(n *syntax.Node) {
		for _, l := range n.Leaves {
			diags = append(diags, w.decodeLeaf(l)...)
		}
	})
	return diags
}

func (w *world) decodeLeaf(l *syntax.Leaf) hcl.Diagnostics {
	diags := l.Decode(w.byMode[policy.ModeStandard])
	if !w.byMode[policy.ModeStandard].Moded(l.Reads) {
		return diags
	}
	byMode := map[policy.Mode]*syntax.Leaf{}
	for _, mode := range policy.Modes() {
		one := *l
		one.Value, one.Uses = nil, nil
		diags = append(diags, one.Decode(w.byMode[mode])...)
		byMode[mode] = &one
	}
	l.ByMode = byMode
	return diags
}

// modeOf returns the mode that a policy is built in unless the caller names one.
func modeOf(outer *syntax.Node) policy.Mode {
	if own := outer.Text("mode"); own != "" {
		return policy.Mode(own)
	}
	return policy.ModeStandard
}

// enter puts the builder's policy into its mode. A name of something that is switched off
// leaves the lists that it stands in, such as order.
func (b *builder) enter(m policy.Mode) {
	b.p.Mode, b.consts = m, b.byMode[m]
	gone := map[string][]string{}
	b.n = b.whole.In(m, func(n *syntax.Node, why string) {
		gone[n.Schema.Name] = append(gone[n.Schema.Name], n.Label)
		b.p.Absent = append(b.p.Absent, policy.Absent{Kind: n.Schema.Name, Name: n.Label, Why: why, At: n.Pos()})
	})
	b.n.Visit(func(n *syntax.Node) {
		for i, l := range n.Leaves {
			if l.Attr.Kind == schema.KindNames && len(gone[l.Attr.Refers]) > 0 {
				n.Leaves[i] = b.stripped(l, gone[l.Attr.Refers])
			}
		}
	})
}

// stripped returns a list of names without some.
func (b *builder) stripped(l *syntax.Leaf, gone []string) *syntax.Leaf {
	out := *l
	names, _ := l.Value.([]string)
	var kept []string
	for _, name := range names {
		if !slices.Contains(gone, name) {
			kept = append(kept, name)
		}
	}
	if out.Value = kept; kept == nil {
		out.Value = []string{}
	}
	if len(kept) == 0 && len(names) > 0 && l.Attr.Name != "intents" {
		b.report(diag.Error(diag.CodeOrder, l.At, fmt.Sprintf("%s is empty", l.Attr.Name), "All of its names are switched off here: "+b.whyAbsent(names[0])+"."))
	}
	return &out
}

// WhyAbsent explains a name that is switched off; "" if none of that name is.
func (b *builder) whyAbsent(name string) string { return b.p.WhyAbsent(name) }

// neverRun notes which metrics say of what is switched off that it did not run.
func (b *builder) neverRun() {
	roots := map[string]string{"round": "rounds.", "gap": "gaps."}
	for i := range b.p.Absent {
		a := &b.p.Absent[i]
		root := a.Kind + "."
		if special := roots[a.Kind]; special != "" {
			root = special
		}
		if path := root + a.Name + ".ran"; b.scope.Metrics[path].Type == schema.MetricBool {
			a.Ran = path
		}
	}
}

// gone says why a path has no value because of what is switched off; "": it may have one.
func (b *builder) gone(path string) string {
	if b.scope.Has(path) {
		return ""
	}
	for _, step := range strings.Split(path, ".") {
		if why := b.p.WhyAbsent(step); why != "" {
			return diag.Capital(why) + "."
		}
	}
	return fmt.Sprintf("It is switched off in mode %s.", b.p.Mode)
}
