package load

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A built policy is one that passed all checks in one mode.
type built struct {
	Policy *policy.Policy
	tree   *syntax.Node // merged, as it is in the mode
	scope  *Scope       // what its conditions may read
}

// buildModes builds a policy in the mode that the load is for, and, where modes make a difference, in the
// others: what validates runs in every mode. A caller that names a mode is told of that one only.
func (w *world) buildModes(set *Set, merged *syntax.Node) hcl.Diagnostics {
	wanted := w.opts.Mode
	if wanted == "" {
		wanted = modeOf(merged)
	}
	set.Modes[merged.Label] = map[policy.Mode]*built{}
	diags := w.buildMode(set, merged, wanted)
	if !merged.HasModes() {
		return diags
	}
	for _, mode := range policy.Modes() {
		if mode == wanted {
			continue
		}
		if more := w.buildMode(set, merged, mode); w.opts.Mode == "" || w.oversized() {
			diags = append(diags, more...)
		}
	}
	return diags
}

func (w *world) buildMode(set *Set, merged *syntax.Node, mode policy.Mode) hcl.Diagnostics {
	if d := w.grow(sizeOf(merged), merged.At); d != nil || w.oversized() {
		return diag.One(d)
	}
	b, diags := w.build(merged, mode)
	if b != nil {
		set.Modes[merged.Label][mode] = b
	}
	if wanted := w.opts.Mode; wanted == mode || wanted == "" && mode == modeOf(merged) {
		if b != nil {
			set.Policies[merged.Label], set.trees[merged.Label], set.Scopes[merged.Label] = b.Policy, b.tree, b.scope
		}
		return diags
	}
	for i, d := range diags {
		of := *d
		of.Detail = fmt.Sprintf("%s This applies to mode %s.", d.Detail, mode)
		diags[i] = &of
	}
	return diags
}

// gatherSwitches notes the variables that decide which blocks are there; and marks what is used by blocks that are not:
// nobody need remove it.
func (b *builder) gatherSwitches() {
	defs := map[string]*syntax.Node{}
	for _, kind := range []string{"plugin", "model"} {
		for _, n := range b.world.effective(kind, kind) {
			defs[kind+"."+n.Label] = n
		}
	}
	b.whole.Visit(func(n *syntax.Node) {
		for _, l := range n.Leaves {
			b.markRead(l)
			root := map[schema.Kind]string{schema.KindPlugin: "plugin", schema.KindModel: "model"}[l.Attr.Kind]
			for _, name := range l.References() {
				if def := defs[root+"."+name]; def != nil {
					b.used[key{root, name}] = true
					for _, own := range def.Leaves {
						b.markRead(own)
					}
				}
			}
			if l.Attr.Switch {
				b.addVars(l.In(b.p.Mode).Uses)
			}
		}
	})
}

// markRead notes that what an attribute reads is used.
func (b *builder) markRead(l *syntax.Leaf) {
	for _, p := range l.Reads {
		b.markConstant(p)
	}
}

// effective is [world.effective] in the policy's mode.
func (b *builder) effective(kind, blockName string) []*syntax.Node {
	var out []*syntax.Node
	for _, n := range b.world.effective(kind, blockName) {
		out = append(out, n.In(b.p.Mode, func(*syntax.Node, string) {}))
	}
	return out
}
