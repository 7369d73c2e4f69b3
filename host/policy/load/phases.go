package load

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A world is everything that takes part in one load, phase by phase.
type world struct {
	*layers
	opts   Options
	byMode map[policy.Mode]expr.Constants
	vars   map[string]*input
	used   map[key]bool // what something refers to
	size   int          // of the policies that were built; see grow

	attached map[string]*hcl.File // files of other kinds that policies name
}

// sniff is phase B: which language, which sparkhost. It looks at the sparkhost
// blocks alone, so that a file of the future asks for an upgrade instead of
// failing on its first unknown word.
func (w *world) sniff(*Set) hcl.Diagnostics {
	var diags hcl.Diagnostics
	language := schema.File()
	for _, f := range w.files {
		count := 0
		for _, b := range f.body.Blocks {
			if b.Type != "sparkhost" {
				continue
			}
			if count++; count > 1 {
				diags = append(diags, diag.Error(diag.CodeDuplicate, b.DefRange(), "sparkhost appears twice", "A file has one sparkhost block."))
			}
			for _, a := range syntax.InOrder(b.Body.Attributes) {
				if def := language.Block("sparkhost").Attr(a.Name); def != nil {
					diags = append(diags, w.sniffAttr(&syntax.Leaf{Attr: def, Expr: a.Expr, At: a.Expr.Range(), Src: f.source.Bytes})...)
				}
			}
		}
	}
	return diags
}

func (w *world) sniffAttr(l *syntax.Leaf) hcl.Diagnostics {
	if diags := l.Decode(expr.Constants{}); diags.HasErrors() {
		return diags
	}
	switch v := l.Value.(type) {
	case int64:
		if v != policy.Language {
			return diag.One(diag.Error(diag.CodeLanguage, l.At, fmt.Sprintf("The policy is written in language %d", v), fmt.Sprintf("This sparkhost supports language %d. Use another sparkhost, or rewrite the policy.", policy.Language)))
		}
	case string:
		ok, err := satisfies(w.opts.Version, v)
		if err != nil {
			return diag.One(diag.Error(diag.CodeVersion, l.At, "required_version is not a version constraint", diag.Capital(err.Error())+"."))
		}
		if !ok {
			return diag.One(diag.Error(diag.CodeVersion, l.At, fmt.Sprintf("The policy needs sparkhost %s", v), fmt.Sprintf("This is sparkhost %s.", w.opts.Version)))
		}
	}
	return nil
}

// Read is phase C: every block and attribute is known and in its place.
func (w *world) read(*Set) hcl.Diagnostics {
	language := schema.File()
	var diags hcl.Diagnostics
	for _, f := range w.files {
		tree, more := syntax.Read(&language, f.body, f.source.Bytes)
		f.tree = tree
		diags = append(diags, more...)
		for _, p := range tree.All("policy") {
			p.Visit(func(n *syntax.Node) {
				for _, l := range n.Leaves {
					l.Owner = p.Label
				}
			})
		}
	}
	return diags
}

// effective lists the nodes of a kind that are not shadowed by the user's layer.
func (w *world) effective(kind, blockName string) []*syntax.Node {
	var out []*syntax.Node
	for _, f := range w.files {
		for _, n := range f.tree.All(blockName) {
			if w.defs[key{kind, n.Label}].file == f {
				out = append(out, n)
			}
		}
	}
	return out
}

// inputs is phase D: variables and locals have their values.
func (w *world) inputs(set *Set) hcl.Diagnostics {
	in := &inputs{opts: w.opts, fromFile: map[string]given{}, all: map[string]*input{}, cs: expr.Constants{}}
	diags := w.readVarFiles(set, in)
	for _, n := range w.effective("var", "variable") {
		v, more := readInput(n)
		diags = append(diags, more...)
		in.all[n.Label] = v
	}
	if diags.HasErrors() {
		return diags
	}
	w.vars, w.byMode = in.all, map[policy.Mode]expr.Constants{}
	for _, mode := range policy.Modes() {
		in.cs = expr.Constants{schema.ModeConstant: modeConstant(mode)}
		w.byMode[mode] = in.cs
		if diags = in.resolve(); diags.HasErrors() {
			return diags
		}
		if diags = resolveLocals(w.locals(), in.cs); diags.HasErrors() {
			return diags
		}
	}
	return nil
}

func (w *world) locals() map[string]*syntax.Leaf {
	out := map[string]*syntax.Leaf{}
	for _, f := range w.files {
		for _, n := range f.tree.All("locals") {
			for _, l := range n.Leaves {
				if w.defs[key{"local", l.Attr.Name}].file == f {
					out[l.Attr.Name] = l
				}
			}
		}
	}
	return out
}

// values decodes every attribute; the rest of phase C.
func (w *world) values(*Set) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, f := range w.files {
		for _, n := range f.tree.Children {
			switch n.Schema.Name {
			case "policy":
				diags = append(diags, w.decodeTree(n)...)
			case "model":
				diags = append(diags, w.decodeTree(n)...)
				diags = append(diags, syntax.Missing(n)...)
			case "source":
				n.AdmitSecrets(w.opts.Env)
				diags = append(diags, w.decodeTree(n)...)
				n.Visit(func(n *syntax.Node) { diags = append(diags, syntax.Missing(n)...) })
			case "plugin":
				n.AdmitSecrets(w.opts.Env)
				diags = append(diags, w.decodeTree(n)...)
				diags = append(diags, syntax.Missing(n)...)
			}
		}
	}
	return diags
}

// resolve is phases E to J: each policy of the set is merged, built and checked.
func (w *world) resolve(set *Set) hcl.Diagnostics {
	policies, named := map[string]*syntax.Node{}, []string{}
	for _, n := range w.effective("policy", "policy") {
		policies[n.Label] = n
		if w.defs[key{"policy", n.Label}].file.named {
			named = append(named, n.Label)
		} else {
			set.Others = append(set.Others, n.Label)
		}
	}
	w.used = map[key]bool{}
	m := newMerger(policies)
	m.names = func() []string { return w.available("policy") }
	var diags hcl.Diagnostics
	for _, name := range append(append([]string(nil), named...), set.Others...) {
		if len(diags) > diag.MaxReports || w.oversized() {
			break
		}
		merged, more := m.resolve(name, nil)
		diags = append(diags, more...)
		if merged == nil {
			continue
		}
		diags = append(diags, w.buildModes(set, merged)...)
	}
	set.names = named
	if diags.HasErrors() {
		return diags
	}
	return append(diags, w.unused()...)
}
