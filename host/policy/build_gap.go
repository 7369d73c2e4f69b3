package policy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// gapDefaults are what a kind of gap analysis is set to unless the policy says otherwise.
var gapDefaults = map[string]Gap{
	GapCoverage:  {},
	GapEpistemic: {Read: true, Measure: "containment", Threshold: 0.5, Max: 6, ValidTokens: [2]int{5, 30}},
	GapProbe:     {Read: true, Max: 4, ValidTokens: [2]int{1, 60}, MaxWords: 10, Skip: "all", QueriesTemplates: []string{"{gap}"}},
	GapBridge: {
		Measure: "containment", Threshold: 0.5, Max: 4, ValidTokens: [2]int{1, 60}, QueriesTemplates: []string{"{domain} {entities} {gap_terms}"},
	},
}

// gap builds one gap block.
func (b *builder) gap(n *node) Gap {
	b.gapFits(n)
	g := gapDefaults[n.label]
	q := n.section("queries")
	per, targets := q.pair("per_gap"), n.texts("inject")
	g.Kind, g.After, g.At = n.label, n.text("after"), n.pos()
	g.MinPerGap, g.MaxPerGap, g.MaxPerRound = int(per[0]), int(per[1]), q.whole("per_round")
	if len(targets) > 0 {
		g.Inject, g.More = targets[0], append([]string(nil), targets[1:]...)
	}
	g.Stages = stages(n)
	g.Replace, g.When = n.text("planned") == "replace", b.condition(n, "when", momentGaps)
	b.gapOverrides(n, &g)
	b.gapModels(n, &g)
	if n.label == GapProbe && !n.has("threshold") {
		c := b.n.section("claims")
		g.Measure, g.Threshold = c.text("support_measure"), c.number("support_threshold")
	}
	if n.label == GapEpistemic {
		g.Wording = wordingOf(n.section("wording"))
	}
	if n.label == GapBridge {
		g.Bridge = bridgeOf(n)
	}
	if s := n.child("subround", ""); s != nil {
		g.Subround = b.subround(n, s)
	}
	return g
}

// gapFits holds a gap block to what its kind needs and knows.
func (b *builder) gapFits(n *node) {
	for _, name := range []string{"threshold", "templates"} {
		if n.label == GapCoverage && !n.has(name) {
			b.report(diag.Error(diag.CodeMissing, n.at, fmt.Sprintf("%s needs %s", title(n), name), "The kinds epistemic, probe and bridge have a default for it."))
		}
	}
	for _, l := range n.leaves {
		if kinds := schema.GapOnly(l.attr.Name); kinds != nil && !slices.Contains(kinds, n.label) {
			b.report(diag.Error(diag.CodeConflict, l.at, fmt.Sprintf("%s has no %s", title(n), l.attr.Name), fmt.Sprintf("It belongs to gap %q.", kinds[0])))
		}
	}
	for _, c := range n.children {
		if kinds := schema.GapOnly(c.schema.Name); kinds != nil && !slices.Contains(kinds, n.label) {
			b.report(diag.Error(diag.CodeConflict, c.at, fmt.Sprintf("%s has no %s", title(n), c.schema.Name), fmt.Sprintf("It belongs to gap %q.", kinds[0])))
		}
	}
	if targets := n.texts("inject"); len(targets) > 1 && slices.Contains(targets, InjectNext) {
		b.report(diag.Error(diag.CodeConflict, n.valueAt("inject"), "next_round stands for every round", "Name the rounds, or write inject = next_round."))
	}
}

// gapOverrides are the settings whose default depends on the kind.
func (b *builder) gapOverrides(n *node, g *Gap) {
	if n.has("threshold") {
		g.Measure, g.Threshold = n.text("measure"), n.number("threshold")
	}
	if n.has("templates") {
		g.QueriesTemplates = n.texts("templates")
	}
	if n.has("from") {
		g.Read = n.text("from") == "read"
	}
	if n.has("max") {
		g.Max = n.whole("max")
	}
	if n.has("valid_tokens") {
		p := n.pair("valid_tokens")
		g.ValidTokens = [2]int{int(p[0]), int(p[1])}
	}
	if n.has("max_words") {
		g.MaxWords = n.whole("max_words")
	}
	switch n.text("skip_if_covered") {
	case "never":
		g.Skip = ""
	case "all", "any":
		g.Skip = n.text("skip_if_covered")
	}
}

// gapModels are the settings that only count where a model is asked.
func (b *builder) gapModels(n *node, g *Gap) {
	if n.flag("use_model") {
		g.Role, g.QueryRole = n.text("role"), n.text("query_role")
	}
	if g.Role != "" || g.QueryRole != "" {
		g.NoFallback, g.MaxOutput = n.text("on_failure") == "nothing", n.whole("max_output")
	}
}

func wordingOf(n *node) []TypedTemplate {
	var out []TypedTemplate
	for _, name := range schema.GapTypes() {
		out = append(out, TypedTemplate{name, n.texts(name)})
	}
	return out
}

func bridgeOf(n *node) *Bridge {
	return &Bridge{
		Abstracts: n.whole("abstracts"), ExactCase: n.text("verbatim_case") == "exact", RoundOnly: n.text("scope") == "bridge_round",
		Antecedent: n.text("antecedent"), MinConfidence: n.number("min_confidence"), OpenWeb: n.texts("open_web"),
	}
}

func (b *builder) subround(gap, n *node) *Subround {
	return &Subround{
		Below: n.number("below"), Measure: "containment", When: b.conditionOf(gap, n.condition("when"), momentSubround), Max: n.whole("max"),
		RelaxSources: n.flag("relax_sources"), CountsAgainstMax: n.flag("counts_against_max"), Queries: n.texts("templates"), Prefer: preferOf(n), At: n.pos(),
	}
}

// preferOf is nil where the sources that a policy prefers are the default's, so that writing a default down changes nothing.
func preferOf(subround *node) map[string]string {
	n := subround.section("prefer")
	out := schema.PreferredSources()
	for _, typ := range schema.GapTypes() {
		switch source := n.text(typ); source {
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
