package policy

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A built policy is one that passed all checks in one mode.
type built struct {
	policy *Policy
	tree   *node  // merged, as it is in the mode
	scope  *scope // what its conditions may read
}

// buildModes builds a policy in the mode that the load is for, and, where modes make a difference, in the
// others: what validates runs in every mode. A caller that names a mode is told of that one only.
func (w *world) buildModes(set *Set, merged *node) hcl.Diagnostics {
	wanted := w.opts.Mode
	if wanted == "" {
		wanted = modeOf(merged)
	}
	set.modes[merged.label] = map[Mode]*built{}
	diags := w.buildMode(set, merged, wanted)
	if !merged.hasModes() {
		return diags
	}
	for _, mode := range Modes() {
		if mode == wanted {
			continue
		}
		if more := w.buildMode(set, merged, mode); w.opts.Mode == "" {
			diags = append(diags, more...)
		}
	}
	return diags
}

func (w *world) buildMode(set *Set, merged *node, mode Mode) hcl.Diagnostics {
	b, diags := w.build(merged, mode)
	if b != nil {
		set.modes[merged.label][mode] = b
	}
	if wanted := w.opts.Mode; wanted == mode || wanted == "" && mode == modeOf(merged) {
		if b != nil {
			set.policies[merged.label], set.trees[merged.label], set.scopes[merged.label] = b.policy, b.tree, b.scope
		}
		return diags
	}
	for i, d := range diags {
		of := *d
		of.Detail = fmt.Sprintf("%s This is so in mode %s.", d.Detail, mode)
		diags[i] = &of
	}
	return diags
}

// gatherSwitches notes the variables that decide which blocks are there; and marks what is used by blocks that are not:
// nobody need remove it.
func (b *builder) gatherSwitches() {
	defs := map[string]*node{}
	for _, kind := range []string{"plugin", "model"} {
		for _, n := range b.world.effective(kind, kind) {
			defs[kind+"."+n.label] = n
		}
	}
	b.whole.visit(func(n *node) {
		for _, l := range n.leaves {
			b.markRead(l)
			name, _ := l.value.(string)
			root := map[schema.Kind]string{schema.KindPlugin: "plugin", schema.KindModel: "model"}[l.attr.Kind]
			if def := defs[root+"."+name]; def != nil {
				b.used[key{root, name}] = true
				for _, own := range def.leaves {
					b.markRead(own)
				}
			}
			if l.attr.Switch {
				b.addVars(l.in(b.p.Mode).uses)
			}
		}
	})
}

// markRead notes that what an attribute reads is used.
func (b *builder) markRead(l *leaf) {
	for _, p := range reads(l.expr) {
		b.markConstant(p)
	}
}

// effective is [world.effective] in the policy's mode.
func (b *builder) effective(kind, blockName string) []*node {
	var out []*node
	for _, n := range b.world.effective(kind, blockName) {
		out = append(out, n.in(b.p.Mode, func(*node, string) {}))
	}
	return out
}
