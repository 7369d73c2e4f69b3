package load

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// gapDefault makes a gap block of a kind that says nothing.
func gapDefault(kind string) policy.Gap {
	d := schema.GapKindOf(kind).Default
	return policy.Gap{
		Kind: kind, Read: d.Read, Measure: d.Measure, Threshold: d.Threshold, Max: d.Max, ValidTokens: d.ValidTokens,
		MaxWords: d.MaxWords, Skip: d.Skip, QueriesTemplates: d.Templates,
	}
}

// gapOwn builds the settings that only one kind has.
var gapOwn = map[string]func(n *syntax.Node, g *policy.Gap){
	policy.GapEpistemic: func(n *syntax.Node, g *policy.Gap) { g.Wording = wordingOf(n.Section("wording")) },
	policy.GapBridge:    func(n *syntax.Node, g *policy.Gap) { g.Bridge = bridgeOf(n) },
}

// gap builds one gap block.
func (b *builder) gap(n *syntax.Node) policy.Gap {
	b.gapFits(n)
	g := gapDefault(n.Label)
	q := n.Section("queries")
	per, targets := q.Pair("per_gap"), n.Texts("inject")
	g.After, g.At = n.Text("after"), n.Pos()
	g.MinPerGap, g.MaxPerGap, g.MaxPerRound = int(per[0]), int(per[1]), q.Whole("per_round")
	if len(targets) > 0 {
		g.Inject, g.More = targets[0], append([]string(nil), targets[1:]...)
	}
	g.Stages = stages(n)
	g.Replace, g.When = n.Text("planned") == "replace", b.condition(n, "when", momentGaps)
	b.gapOverrides(n, &g)
	b.gapModels(n, &g)
	if schema.GapKindOf(n.Label).Default.OfClaims && !n.Has("threshold") {
		c := b.n.Section("claims")
		g.Measure, g.Threshold = c.Text("support_measure"), c.Number("support_threshold")
	}
	if own := gapOwn[n.Label]; own != nil {
		own(n, &g)
	}
	if s := n.Child("subround", ""); s != nil {
		g.Subround = b.subround(n, s)
	}
	return g
}

// gapFits holds a gap block to what its kind needs and knows.
func (b *builder) gapFits(n *syntax.Node) {
	for _, name := range schema.GapKindOf(n.Label).Needs {
		if !n.Has(name) {
			b.report(diag.Error(diag.CodeMissing, n.At, fmt.Sprintf("%s needs %s", syntax.Title(n), name), "Only other kinds of gap have a default for it."))
		}
	}
	for _, l := range n.Leaves {
		b.gapHas(n, l.Attr.Name, l.At)
	}
	for _, c := range n.Children {
		b.gapHas(n, c.Schema.Name, c.At)
	}
	if targets := n.Texts("inject"); len(targets) > 1 && slices.Contains(targets, policy.InjectNext) {
		b.report(diag.Error(diag.CodeConflict, n.ValueAt("inject"), "next_round includes every round", "Name the rounds, or write inject = next_round."))
	}
}

// gapHas reports an attribute or a block that belongs to another kind.
func (b *builder) gapHas(n *syntax.Node, name string, at hcl.Range) {
	if only := schema.GapOnly(name); only != "" && only != n.Label {
		b.report(diag.Error(diag.CodeConflict, at, fmt.Sprintf("%s has no %s", syntax.Title(n), name), fmt.Sprintf("It belongs to gap %q.", only)))
	}
}

// gapOverrides are the settings whose default depends on the kind.
func (b *builder) gapOverrides(n *syntax.Node, g *policy.Gap) {
	if n.Has("threshold") {
		g.Measure, g.Threshold = n.Text("measure"), n.Number("threshold")
	}
	if n.Has("templates") {
		g.QueriesTemplates = n.Texts("templates")
	}
	if n.Has("from") {
		g.Draft = n.Text("from") == "draft"
		g.Read = g.Draft || n.Text("from") == "read"
	}
	if n.Has("max") {
		g.Max = n.Whole("max")
	}
	if n.Has("valid_tokens") {
		p := n.Pair("valid_tokens")
		g.ValidTokens = [2]int{int(p[0]), int(p[1])}
	}
	if n.Has("max_words") {
		g.MaxWords = n.Whole("max_words")
	}
	switch n.Text("skip_if_covered") {
	case "never":
		g.Skip = ""
	case "all", "any":
		g.Skip = n.Text("skip_if_covered")
	}
}

// gapModels are the settings that only count where a model is asked.
func (b *builder) gapModels(n *syntax.Node, g *policy.Gap) {
	if n.Flag("use_model") {
		g.Role, g.QueryRole = n.Text("role"), n.Text("query_role")
	}
	if g.Role != "" || g.QueryRole != "" {
		g.NoFallback, g.MaxOutput = n.Text("on_failure") == "nothing", n.Whole("max_output")
	}
}

func wordingOf(n *syntax.Node) []policy.TypedTemplate {
	var out []policy.TypedTemplate
	for _, name := range schema.GapTypes() {
		out = append(out, policy.TypedTemplate{Type: name, Queries: n.Texts(name)})
	}
	return out
}

func bridgeOf(n *syntax.Node) *policy.Bridge {
	return &policy.Bridge{
		Abstracts: n.Whole("abstracts"), ExactCase: n.Text("verbatim_case") == "exact", RoundOnly: n.Text("scope") == "bridge_round",
		Antecedent: n.Text("antecedent"), MinConfidence: n.Number("min_confidence"), OpenWeb: n.Texts("open_web"),
	}
}

func (b *builder) subround(gap, n *syntax.Node) *policy.Subround {
	return &policy.Subround{
		Below: n.Number("below"), Measure: "containment", When: b.conditionOf(gap, n.Condition("when"), momentSubround), Max: n.Whole("max"),
		RelaxSources: n.Flag("relax_sources"), CountsAgainstMax: n.Flag("counts_against_max"), Queries: n.Texts("templates"), Prefer: preferOf(n), At: n.Pos(),
	}
}

// preferOf returns nil where the sources that a policy prefers are the default's, so that writing a default down changes nothing.
func preferOf(subround *syntax.Node) map[string]string {
	n := subround.Section("prefer")
	out := schema.PreferredSources()
	for _, typ := range schema.GapTypes() {
		switch source := n.Text(typ); source {
		case "":
		case schema.NoSource:
			delete(out, typ)
		default:
			out[typ] = source
		}
	}
	if maps.Equal(out, schema.PreferredSources()) {
		return nil
	}
	return out
}
