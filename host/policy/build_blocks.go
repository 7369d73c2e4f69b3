package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

func (b *builder) budgets() {
	n := b.n.section("budget")
	b.p.Budget = budgetOf(n)
	b.p.Budget.ReserveFor, b.p.Budget.OnExhausted = n.texts("reserve_for"), n.text("on_exhausted")
	a := b.n.section("adaptive")
	b.p.Adaptive = Adaptive{
		Enabled: a.flag("enabled"), MinRounds: a.whole("min_rounds"), MaxRounds: a.whole("max_rounds"),
		MinNewDocs: a.whole("min_new_docs"), MinQualityGain: a.number("min_quality_gain"), Stops: stopsOf(a), At: a.pos(),
	}
	if a.whole("min_rounds") > a.whole("max_rounds") {
		b.report(diag.Error(diag.CodeConflict, a.valueAt("min_rounds"), "min_rounds is above max_rounds", "Lower min_rounds or raise max_rounds."))
	}
}

func budgetOf(n *node) Budget {
	return Budget{
		MaxCostMicroUSD: n.long("max_cost"), MaxWall: n.duration("max_wall"),
		MaxSearches: n.long("searches"), MaxModelTokens: n.long("model_tokens"), MaxFuel: n.long("fuel"), At: n.pos(),
	}
}

// retrieval builds what searches: sources, intents, rounds, gaps.
func (b *builder) retrieval() {
	for _, name := range b.searched() {
		b.p.Sources = append(b.p.Sources, b.source(name))
	}
	for _, n := range b.n.all("intent") {
		b.p.Intents = append(b.p.Intents, intentOf(n))
	}
	slices.SortFunc(b.p.Intents, func(x, y Intent) int { return strings.Compare(x.Name, y.Name) }) // rounds say which comes first
	b.p.Plan, b.p.Vocabulary, b.p.Relax = planningOf(b.n), vocabularyOf(b.n), relaxOf(b.n)
	b.order()
	for _, name := range b.n.texts("order") {
		b.p.Rounds = append(b.p.Rounds, b.round(b.n.child("round", name)))
	}
	for _, n := range b.n.all("gap") {
		b.p.Gaps = append(b.p.Gaps, b.gap(n))
	}
}

func (b *builder) source(name string) Source {
	s := Source{Name: name, Config: map[string]any{}, At: diag.PosOf(b.n.valueAt("sources"))}
	for _, n := range b.effective("source", "source") {
		if n.label != name {
			continue
		}
		s.At = n.pos()
		b.gatherVariables(n)
		for _, l := range n.leaves {
			one, _ := l.value.(*settings)
			for name, v := range one.values {
				s.Config[name] = v
			}
			s.Secret = append(s.Secret, one.secret...)
			for name, env := range one.named {
				if s.Secrets == nil {
					s.Secrets = map[string]string{}
				}
				s.Secrets[name] = env
			}
		}
	}
	return s
}

func (b *builder) round(n *node) Round {
	b.askable(n)
	return Round{
		Name: n.label, Intents: n.texts("intents"), Sources: b.askedBy(n),
		When:       b.condition(n, "when", momentRound),
		MaxQueries: n.whole("max_queries"), Results: n.whole("results"), CountsAgainstMax: n.flag("counts_against_max"),
		Budget: budgetOf(n.section("budget")), Repeat: b.repeat(n), At: n.pos(),
	}
}

func (b *builder) repeat(round *node) Repeat {
	n := round.child("repeat", "")
	if n == nil {
		return Repeat{}
	}
	return Repeat{Max: n.whole("max"), Until: b.conditionOf(round, n.condition("until"), momentPass), At: n.pos()}
}

// reading builds what chooses and reads documents.
func (b *builder) reading() {
	s := b.n.section("select")
	docs := s.pair("documents")
	b.p.Select = Select{
		MinDocuments: int(docs[0]), MaxDocuments: int(docs[1]), OnePerSourceFirst: s.flag("one_per_source_first"),
		MaxSourceShare: s.number("max_source_share"), Retracted: s.text("retracted"), Stages: stages(s), Terms: terms(s, "term"), At: s.pos(),
	}
	b.p.Select.Venues = b.venues(s)
	r := b.n.section("read")
	b.p.Read = Read{
		MaxChars: r.whole("max_chars"), PassageChars: r.whole("passage_chars"), PassagesPerDocument: r.whole("passages_per_document"),
		FullText: r.text("full_text"), Stages: stages(r), Terms: terms(r, "term"), Summary: summaryOf(r), At: r.pos(),
	}
	if b.p.Read.FullText != "never" {
		b.p.Read.FullTextDocuments, b.p.Read.FullTextChars = r.whole("full_text_documents"), r.whole("full_text_chars")
	}
	b.refine(s, b.p.Select.Terms)
	b.refine(r, b.p.Read.Terms)
	c := b.n.section("claims")
	b.p.Claims = Claims{
		PerDocument: c.whole("per_document"), Pick: c.text("pick"), Measure: c.text("measure"), ClusterThreshold: c.number("cluster_threshold"),
		SupportMeasure: c.text("support_measure"), SupportThreshold: c.number("support_threshold"), Extract: extractOf(c), At: c.pos(),
	}
}

// judging builds everything from assessment to the gates.
func (b *builder) judging() {
	b.p.Triangulate = stages(b.n.section("triangulate"))
	b.p.Verify = stages(b.n.section("verify"))
	b.handlers()
	b.syntheses()
	for _, n := range b.n.all("falsify") {
		b.p.Falsify = append(b.p.Falsify, b.falsify(n))
	}
	o := b.n.section("options")
	b.p.Options = optionsOf(o)
	b.refine(o, b.p.Options.Terms)
	a := b.n.section("answer")
	b.p.Answer = Answer{MaxSentences: a.whole("max_sentences"), MinSupport: a.number("min_support"), At: a.pos()}
	b.p.Calibrate = b.calibrate(b.n.section("calibrate"))
	for _, n := range b.n.all("gate") {
		b.p.Gates = append(b.p.Gates, b.gate(n))
	}
}

func optionsOf(n *node) OptionScoring {
	return OptionScoring{
		MinMargin: n.number("min_margin"), EliminateBelow: n.number("eliminate_below"), KeepAtLeast: n.whole("keep_at_least"),
		CitationsPerEach: n.whole("citations_per_option"), Stages: stages(n), Terms: terms(n, "term"), Renormalise: n.text("missing") == "renormalise",
		Early: eliminateOf(n), Contrast: contrastOf(n), At: n.pos(),
	}
}

func (b *builder) falsify(n *node) Falsify {
	f := Falsify{
		Kind: n.label, When: b.condition(n, "when", momentDraft), Queries: n.texts("queries"),
		Results: n.whole("results"), Role: n.text("role"), Stages: stages(n), At: n.pos(),
	}
	switch {
	case f.Role != "":
		f.Passages = n.whole("passages")
	case n.has("passages"):
		b.report(diag.Error(diag.CodeConflict, n.valueAt("passages"), fmt.Sprintf("%s has passages without role", title(n)), "They are what a model is shown: write role, or remove passages."))
	}
	if r := n.child("resynthesise", ""); r != nil {
		f.ResynthesizeOver, f.MaxResynthesis, f.Reason = r.number("above"), r.whole("max"), r.text("reason")
	}
	return f
}

func (b *builder) gate(n *node) Gate {
	g := Gate{
		Name: n.label, Level: Level(n.text("level")), Condition: b.condition(n, "condition", momentGate),
		Otherwise: n.text("otherwise"), Reason: n.text("reason"), Message: n.text("message"), Waiver: b.waiver(n), At: n.pos(),
	}
	if g.Reason == "" {
		g.Reason = n.label
	}
	return g
}

func (b *builder) calibrate(n *node) Calibrate {
	c := Calibrate{
		Intercept: n.number("intercept"), Base: terms(n, "base"), Terms: terms(n, "term"),
		MaxUp: n.number("max_up"), MaxDown: n.number("max_down"), Clamp: n.pair("clamp"), At: n.pos(),
	}
	if s := n.child("stage", "confidence"); s != nil {
		c.Stage = stageOf(s)
	}
	for _, kind := range []string{"base", "term"} {
		for _, t := range n.all(kind) {
			b.calibrationFeature(t)
		}
	}
	return c
}

func stages(n *node) []Stage {
	var out []Stage
	for _, s := range n.all("stage") {
		out = append(out, stageOf(s))
	}
	return out
}

func stageOf(n *node) Stage {
	return Stage{
		Name: n.label, Plugin: n.text("plugin"), Config: n.settings("config"), Secret: n.secrets("config"),
		OnError: OnError(n.text("on_error")), Limits: callLimitsOf(n.section("limits")),
		EachRound: n.flag("each_round"), FromRound: fromRound(n), At: n.pos(),
	}
}

// terms reads the terms of a block. A term stands where its weight is written,
// which is the line an operator would edit.
func terms(n *node, kind string) []Term {
	var out []Term
	for _, t := range n.all(kind) {
		out = append(out, Term{
			Name: t.label, Feature: t.text("feature"), Stage: t.text("stage"), Part: t.text("part"), Weight: t.number("weight"),
			Floor: t.optional("floor"), Cap: t.optional("cap"), OneSided: t.flag("one_sided"), Types: t.texts("types"),
			At: diag.PosOf(t.valueAt("weight")),
		})
	}
	return out
}

// plugins lists the plugins that stages name, by name: where a stage stands has no meaning for them.
func (b *builder) plugins() {
	defs := map[string]*node{}
	for _, n := range b.effective("plugin", "plugin") {
		defs[n.label] = n
	}
	seen := map[string]bool{}
	b.n.visit(func(n *node) {
		name := n.text("plugin")
		if n.schema.Name != "stage" || seen[name] || defs[name] == nil {
			return
		}
		seen[name] = true
		b.gatherVariables(defs[name])
		b.p.Plugins = append(b.p.Plugins, pluginOf(defs[name]))
	})
	slices.SortFunc(b.p.Plugins, func(x, y Plugin) int { return strings.Compare(x.Name, y.Name) })
}

func pluginOf(n *node) Plugin {
	limits := n.section("limits")
	return Plugin{
		Name: n.label, Source: n.text("source"), Digest: n.text("digest"), Config: n.settings("config"), Secret: n.secrets("config"),
		Secrets: n.rawSettings("config").named, Deny: n.texts("deny"), At: n.pos(),
		Limits: Limits{
			Call: callLimitsOf(limits), Memory: limits.long("memory"), Output: limits.long("output"),
			Log: limits.long("log"), Instances: limits.whole("instances"),
		},
	}
}

func callLimitsOf(n *node) limit.Call {
	return limit.Call{Fuel: n.long("fuel"), FuelPerItem: n.long("fuel_per_item"), Wall: n.duration("wall")}
}
