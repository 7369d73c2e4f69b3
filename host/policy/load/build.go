package load

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A builder turns one merged policy into its model and gathers the problems.
type builder struct {
	*world
	whole  *syntax.Node   // everything that the policy writes
	n      *syntax.Node   // what of it is there in the policy's mode
	consts expr.Constants // in that mode
	p      *policy.Policy
	scope  *Scope
	vars   []string                          // variables used
	reads  map[hclsyntax.Expression][]string // by the parts of the condition that is checked
	diags  hcl.Diagnostics
}

// build makes the immutable policy, and what its conditions may read; nil if it has errors.
func (w *world) build(whole *syntax.Node, mode policy.Mode) (*built, hcl.Diagnostics) {
	b := &builder{world: w, whole: whole, p: &policy.Policy{Name: whole.Label, Description: whole.Text("description"), At: whole.Pos()}}
	b.enter(mode)
	b.required(b.n)
	b.names()
	b.templates()
	b.plans()
	b.gatherVariables(b.n)
	b.gatherSwitches()
	if b.diags.HasErrors() {
		return nil, b.diags
	}
	b.scope = newScope(b.whole, b.consts)
	b.scope.there = newScope(b.n, b.consts)
	b.neverRun()
	b.budgets()
	b.retrieval()
	b.reading()
	b.judging()
	b.plugins()
	b.trust()
	b.models()
	b.variables()
	if !b.diags.HasErrors() {
		b.flow()
		b.money()
		b.lint()
		b.allowed()
	}
	if b.diags.HasErrors() {
		return nil, b.diags
	}
	b.p.Digest = policy.DigestOf(b.p)
	return &built{b.p, b.n, b.scope}, b.diags
}

func (b *builder) report(d *hcl.Diagnostic) {
	if len(b.diags) <= diag.MaxReports {
		b.diags = append(b.diags, d)
	}
}

// required checks what must be there once everything is merged.
func (b *builder) required(n *syntax.Node) {
	n.Visit(func(n *syntax.Node) {
		b.diags = append(b.diags, syntax.Missing(n)...)
		if n.Schema.Name == "term" || n.Schema.Name == "base" {
			b.requireValue(n)
		}
	})
}

// requireValue holds a term to exactly one of feature, stage, document and cited.
func (b *builder) requireValue(n *syntax.Node) {
	values := valuesOf(n)
	switch {
	case len(values) > 1:
		b.report(diag.Error(diag.CodeConflict, n.ValueAt(values[1]), fmt.Sprintf("%s has both %s and %s", syntax.Title(n), values[0], values[1]), "A term has one value."))
	case len(values) == 0:
		b.report(diag.Error(diag.CodeMissing, n.At, fmt.Sprintf("%s needs feature", syntax.Title(n)), "Name its value: a feature, or the score of a stage."))
	case n.Has("part") && !n.Has("stage"):
		b.report(diag.Error(diag.CodeConflict, n.ValueAt("part"), fmt.Sprintf("%s has part without stage", syntax.Title(n)), "part names an output of a stage."))
	}
	if lo, hi := n.Optional("floor"), n.Optional("cap"); lo != nil && hi != nil && *lo > *hi {
		b.report(diag.Error(diag.CodeRange, n.ValueAt("floor"), fmt.Sprintf("The floor of %s is above its cap", syntax.Title(n)), "Swap them."))
	}
}

// names is phase E within a policy: each static name exists and is of its kind.
func (b *builder) names() {
	known := map[string][]string{"policy": b.layers.names("policy"), "source": append(b.layers.names("source"), "local"), "round": labels(b.n, "round"), "intent": labels(b.n, "intent")}
	b.n.Visit(func(n *syntax.Node) {
		for _, l := range n.Leaves {
			switch l.Attr.Kind {
			case schema.KindName, schema.KindNames:
				b.checkNames(l, known)
			case schema.KindPlugin:
				b.checkPluginName(l)
			case schema.KindModel:
				b.checkModelName(l)
			case schema.KindStage:
				b.checkStageName(l)
			case schema.KindFeature:
				b.checkFeature(n, l)
			}
		}
	})
}

func (b *builder) checkNames(l *syntax.Leaf, known map[string][]string) {
	names, _ := l.Value.([]string)
	if one, ok := l.Value.(string); ok {
		names = []string{one}
	}
	for _, name := range names {
		if l.Attr.Refers == "" || l.Attr.Refers == "term" || l.Attr.Refers == "group" || slices.Contains(l.Attr.OneOf, name) {
			continue
		}
		if !slices.Contains(known[l.Attr.Refers], name) {
			if gone := b.whyAbsent(name); gone != "" {
				b.report(diag.Error(diag.CodeUnknownName, l.ItemAt(name), fmt.Sprintf("There is no %s %q here", l.Attr.Refers, name), diag.Capital(gone)+"; also switch off the blocks that name it."))
				continue
			}
			b.report(diag.Error(diag.CodeUnknownName, l.ItemAt(name), fmt.Sprintf("There is no %s %q", l.Attr.Refers, name), diag.DidYouMean(name, append(known[l.Attr.Refers], l.Attr.OneOf...))))
		}
		b.used[key{l.Attr.Refers, name}] = true
	}
}

func (b *builder) checkPluginName(l *syntax.Leaf) {
	name, _ := l.Value.(string)
	b.used[key{"plugin", name}] = true
	if _, ok := b.defs[key{"plugin", name}]; !ok {
		b.report(diag.Error(diag.CodeUnknownName, l.At, fmt.Sprintf("There is no plugin %q", name), diag.DidYouMean(name, b.available("plugin"))))
	}
}

// checkStageName finds the stage in the block of the term.
func (b *builder) checkStageName(l *syntax.Leaf) {
	name, _ := l.Value.(string)
	for _, section := range b.n.Children {
		for _, t := range section.All("term") {
			if t.Leaf("stage") == l && section.Child("stage", name) == nil {
				b.report(diag.Error(diag.CodeUnknownName, l.At, fmt.Sprintf("There is no stage %q in %s", name, section.Schema.Name), b.stageHint(section, name)))
			}
		}
	}
}

// stageHint says what was meant by a stage that the block does not have.
func (b *builder) stageHint(section *syntax.Node, name string) string {
	if gone := b.whyAbsent(name); gone != "" {
		return diag.Capital(gone) + "; switch the term off with it."
	}
	own := labels(section, "stage")
	for _, other := range b.n.Children {
		if diag.Suggest(name, own) == "" && other.Child("stage", name) != nil {
			return fmt.Sprintf("It is in %s; a term can only use stages of its own block.", other.Schema.Name)
		}
	}
	return diag.DidYouMean(name, own)
}

// checkFeature checks the features of items; those of calibrate are metrics and
// are checked with the state.
func (b *builder) checkFeature(n *syntax.Node, l *syntax.Leaf) {
	root := map[string]string{"select": "document.", "read": "passage.", "options": "option."}[b.sectionOf(n)]
	if root == "" {
		return
	}
	var names []string
	for _, f := range schema.Features() {
		if len(f.Path) > len(root) && f.Path[:len(root)] == root {
			names = append(names, f.Paths()...)
		}
	}
	if path, _ := l.Value.(string); !slices.Contains(names, path) {
		b.report(diag.Error(diag.CodeUnknownName, l.At, fmt.Sprintf("There is no feature %s here", path), diag.DidYouMean(path, names)))
	}
}

// sectionOf names the policy's block that a term stands in.
func (b *builder) sectionOf(n *syntax.Node) string {
	for _, section := range b.n.Children {
		for _, c := range section.Children {
			if c == n {
				return section.Schema.Name
			}
		}
	}
	return ""
}

func labels(n *syntax.Node, name string) []string {
	var out []string
	for _, c := range n.All(name) {
		out = append(out, c.Label)
	}
	return out
}

// gatherVariables notes which variables and locals the policy depends on.
func (b *builder) gatherVariables(n *syntax.Node) {
	n.Visit(func(n *syntax.Node) {
		for _, l := range n.Leaves {
			for _, p := range l.Reads {
				b.markConstant(p)
			}
			b.addVars(l.Uses)
		}
	})
}

func (b *builder) addVars(names []string) {
	for _, v := range names {
		if !slices.Contains(b.vars, v) {
			b.vars = append(b.vars, v)
		}
	}
}

// variables fills in the inputs that the policy depends on, by name.
func (b *builder) variables() {
	for _, name := range slices.Sorted(slices.Values(b.vars)) {
		in := b.world.vars[name]
		v, err := expr.Plain(b.consts["var."+name].Value)
		if err == nil {
			b.p.Variables = append(b.p.Variables, policy.Variable{Name: name, Value: v, Sensitive: in.sensitive, From: in.from, Origin: diag.PosOf(in.origin), At: diag.PosOf(in.at)})
		}
	}
}
