package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// A Span is an inclusive range of numbers.
type Span struct{ Min, Max float64 }

// Union returns the least span that holds both.
func (s Span) Union(t Span) Span { return Span{min(s.Min, t.Min), max(s.Max, t.Max)} }

// Declared holds what the loaded plugins of a policy say of themselves, as far as the policy's
// numbers can contradict it.
type Declared struct {
	// Signals are the ranges of what conditions and calibration terms read, by path:
	// "verify.stance.supports", "falsify.draft.score"; and "gaps.KIND.saturation" where a stage measures it.
	Signals map[string]Span
	// Outputs are the ranges of what the terms of a block weigh: a stage's score by "select.STAGE",
	// a part by "select.STAGE.PART"; and of what thresholds of gap blocks are held against, "gap.KIND.STAGE".
	Outputs map[string]Span
	// Start lists the fuel that starting an instance took, in units, by the plugin's name.
	Start map[string]int64
}

// Fit is phase I as far as numbers go: it holds what a policy compares with the outputs of its
// plugins against the ranges that they declare, and the fuel of calls against what starting
// takes. An unknown signal is an error, a number that decides nothing a warning. Diagnostics are
// sorted as those of [Load]. The name is one for [Set.Policy], whose errors it returns.
func (s *Set) Fit(name string, d Declared) hcl.Diagnostics {
	p, diags := s.Policy(name)
	if diags.HasErrors() {
		return diags
	}
	f := &fitting{Declared: d, tree: s.trees[p.Name]}
	f.gaps(p)
	for i := range p.Handlers {
		f.condition(p.Handlers[i].When)
	}
	for i := range p.Falsify {
		f.condition(p.Falsify[i].When)
		f.resynthesis(f.tree.Child("falsify", p.Falsify[i].Kind))
	}
	for _, g := range p.Gates {
		f.condition(g.Condition)
	}
	for _, section := range f.tree.Children {
		for _, t := range slices.Concat(section.All("base"), section.All("term")) {
			f.term(section.Schema.Name, t)
		}
	}
	f.tree.Visit(f.fuel)
	return diag.Tidy(f.diags)
}

// A fitting is one call of Fit.
type fitting struct {
	Declared
	tree  *syntax.Node
	diags hcl.Diagnostics
}

// Condition finds comparisons that the declared ranges decide.
func (f *fitting) condition(c *policy.Condition) {
	if c == nil {
		return
	}
	wide, narrow, signals := map[string]any{}, map[string]any{}, false
	for _, o := range c.Paths {
		known := o.Any
		if span, ok := f.Signals[o.Path]; ok {
			known = cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeInclusive(policy.Number(span.Min), policy.Number(span.Max)).NewValue()
			signals = true
		} else if o.IsSignal() {
			f.diags = append(f.diags, f.unknownSignal(c, o.Path))
			return
		}
		policy.Put(wide, o.Steps, o.Any)
		policy.Put(narrow, o.Steps, known)
	}
	if signals {
		f.comparisons(c.Expr, policy.ContextOf(wide), policy.ContextOf(narrow))
	}
}

func (f *fitting) unknownSignal(c *policy.Condition, path string) *hcl.Diagnostic {
	var near []string
	prefix := path[:strings.LastIndex(path, ".")+1]
	for p := range f.Signals {
		if strings.HasPrefix(p, prefix) {
			near = append(near, p)
		}
	}
	slices.Sort(near)
	return diag.Error(diag.CodeNoOutput, c.RangeOf(path), fmt.Sprintf("No plugin returns %s", path), diag.DidYouMean(path, near))
}

// comparisons reports those that are open over any numbers, and not over the declared ones.
func (f *fitting) comparisons(e hclsyntax.Expression, wide, narrow *hcl.EvalContext) {
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		op, ok := n.(*hclsyntax.BinaryOpExpr)
		if !ok || op.Op.Type != cty.Bool || op.Op == expr.And || op.Op == expr.Or {
			return nil
		}
		if _, open := policy.Decide(op, wide); open {
			return nil
		}
		if v, decided := policy.Decide(op, narrow); decided {
			f.warn(op.SrcRange, fmt.Sprintf("This is always %v", v), f.spans(expr.Reads(op))+"Write a number within that range.")
		}
		return nil
	})
}

func (f *fitting) warn(at hcl.Range, summary, detail string) {
	f.diags = append(f.diags, diag.Warning(diag.CodeOutOfReach, at, summary, detail))
}

// spans says where the signals among the paths lie.
func (f *fitting) spans(paths []string) string {
	out := ""
	for _, p := range paths {
		if s, ok := f.Signals[p]; ok {
			out += fmt.Sprintf("Its plugin declares %s between %g and %g. ", p, s.Min, s.Max)
		}
	}
	return out
}

// Resynthesis holds its threshold against the scores that the block's stages can give.
func (f *fitting) resynthesis(n *syntax.Node) {
	r := n.Child("resynthesise", "")
	if r == nil {
		return
	}
	path := "falsify." + n.Label + ".score"
	score, ok := f.Signals[path]
	above := r.Number("above")
	switch {
	case !ok:
		f.warn(r.ValueAt("above"), "No draft is ever redrafted", fmt.Sprintf("No stage of %s returns a signal named score.", syntax.Title(n)))
	case above >= score.Max:
		f.warn(r.ValueAt("above"), "No draft is ever redrafted", f.spans([]string{path})+"Redrafting needs a score strictly above this; lower it.")
	case above < score.Min:
		f.warn(r.ValueAt("above"), "Every draft is redrafted", f.spans([]string{path})+"Raise it.")
	}
}

// term holds floor and cap against what the declared range lets a term add.
func (f *fitting) term(section string, t *syntax.Node) {
	what := t.Text("feature")
	span, ok := f.Signals[what]
	if stage := t.Text("stage"); stage != "" {
		what = strings.TrimSuffix(section+"."+stage+"."+t.Text("part"), ".")
		span, ok = f.Outputs[what]
	}
	if !ok || span.Min == span.Max {
		return
	}
	least, most := contribution(t, span)
	why := fmt.Sprintf("Its plugin declares %s between %g and %g; with weight %g that adds %.6g to %.6g. ", what, span.Min, span.Max, t.Number("weight"), least, most)
	f.bound(t, "floor", why, least, most)
	f.bound(t, "cap", why, least, most)
}

// contribution returns the least and the most that a term can add before floor and cap.
func contribution(t *syntax.Node, s Span) (least, most float64) {
	weight := t.Number("weight")
	least, most = min(weight*s.Min, weight*s.Max), max(weight*s.Min, weight*s.Max)
	if t.Flag("one_sided") && weight > 0 {
		least, most = max(least, 0), max(most, 0)
	}
	if t.Flag("one_sided") && weight < 0 {
		least, most = min(least, 0), min(most, 0)
	}
	return least + 0, most + 0 // no negative zero
}

// slack is the most that rounding may add to a sum or a weight times a value.
const slack = 1e-9

// bound reports a floor or cap that no value reaches, or that every value does. One that the
// end of the range meets exactly says what holds anyway, and passes.
func (f *fitting) bound(t *syntax.Node, name, why string, least, most float64) {
	b := t.Optional(name)
	if b == nil || least == most {
		return
	}
	beyond, always := *b < least-slack, *b >= most-slack
	if name == "cap" {
		beyond, always = *b > most+slack, *b <= least+slack
	}
	switch {
	case beyond:
		f.warn(t.ValueAt(name), fmt.Sprintf("%s never reaches its %s", diag.Capital(syntax.Title(t)), name), why+fmt.Sprintf("Write a %s in that range, or remove it.", name))
	case always:
		f.warn(t.ValueAt(name), fmt.Sprintf("%s always adds its %s", diag.Capital(syntax.Title(t)), name), why+"Its value makes no difference.")
	}
}

// fuel warns of a stage that lets a call take less than starting its plugin took.
func (f *fitting) fuel(n *syntax.Node) {
	if n.Schema.Name != "stage" {
		return
	}
	limits, start := n.Section("limits"), f.Start[n.Text("plugin")]
	if limit := limits.Long("fuel"); limit > 0 && limit < start {
		f.diags = append(f.diags, diag.Warning(diag.CodeLittleFuel, limits.ValueAt("fuel"), fmt.Sprintf("%s allows a call less fuel than its plugin starts with", diag.Capital(syntax.Title(n))),
			fmt.Sprintf("Starting plugin %q took %d units, and a call takes more. Measure calls with sparkhost plugin bench.", n.Text("plugin"), start)))
	}
}
