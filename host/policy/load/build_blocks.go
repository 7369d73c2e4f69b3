package load

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

func (b *builder) budgets() {
	n := b.n.Section("budget")
	b.p.Budget = budgetOf(n)
	b.p.Budget.ReserveFor, b.p.Budget.OnExhausted = n.Texts("reserve_for"), n.Text("on_exhausted")
	a := b.n.Section("adaptive")
	b.p.Adaptive = policy.Adaptive{
		Enabled: a.Flag("enabled"), MinRounds: a.Whole("min_rounds"), MaxRounds: a.Whole("max_rounds"),
		MinNewDocs: a.Whole("min_new_docs"), MinQualityGain: a.Number("min_quality_gain"), AskGaps: a.Flag("ask_gaps"), Stops: stopsOf(a), At: a.Pos(),
	}
	if a.Whole("min_rounds") > a.Whole("max_rounds") {
		b.report(diag.Error(diag.CodeConflict, a.ValueAt("min_rounds"), "min_rounds is above max_rounds", "Lower min_rounds or raise max_rounds."))
	}
}

func budgetOf(n *syntax.Node) policy.Budget {
	return policy.Budget{
		MaxCostMicroUSD: n.Long("max_cost"), MaxWall: n.Duration("max_wall"),
		MaxSearches: n.Long("searches"), MaxModelTokens: n.Long("model_tokens"), MaxFuel: n.Long("fuel"), At: n.Pos(),
	}
}

// retrieval builds what searches: sources, intents, rounds, gaps.
func (b *builder) retrieval() {
	for _, name := range b.searched() {
		b.p.Sources = append(b.p.Sources, b.source(name))
	}
	for _, n := range b.n.All("intent") {
		b.p.Intents = append(b.p.Intents, intentOf(n))
	}
	slices.SortFunc(b.p.Intents, func(x, y policy.Intent) int { return strings.Compare(x.Name, y.Name) }) // rounds say which comes first
	b.p.Plan, b.p.Vocabulary, b.p.Relax = planningOf(b.n), vocabularyOf(b.n), relaxOf(b.n)
	b.order()
	for _, name := range b.n.Texts("order") {
		b.p.Rounds = append(b.p.Rounds, b.round(b.n.Child("round", name)))
	}
	b.beyondMax()
	for _, n := range b.n.All("gap") {
		b.p.Gaps = append(b.p.Gaps, b.gap(n))
	}
}

func (b *builder) source(name string) policy.Source {
	s := policy.Source{Name: name, Config: map[string]any{}, At: diag.PosOf(b.n.ValueAt("sources"))}
	for _, n := range b.effective("source", "source") {
		if n.Label != name {
			continue
		}
		s.At = n.Pos()
		b.gatherVariables(n)
		for _, l := range n.Leaves {
			one, _ := l.Value.(*syntax.Settings)
			take(&s, "", one)
		}
		if http := n.Section("http"); len(n.All("http")) > 0 {
			s.Places = map[string]policy.Pos{}
			flatten(&s, "http", http)
		}
	}
	return s
}

func (b *builder) round(n *syntax.Node) policy.Round {
	b.askable(n)
	return policy.Round{
		Name: n.Label, Intents: n.Texts("intents"), Sources: b.askedBy(n),
		When:       b.condition(n, "when", momentRound),
		MaxQueries: n.Whole("max_queries"), Results: n.Whole("results"), CountsAgainstMax: n.Flag("counts_against_max"),
		Budget: budgetOf(n.Section("budget")), Repeat: b.repeat(n), At: n.Pos(),
	}
}

func (b *builder) repeat(round *syntax.Node) policy.Repeat {
	n := round.Child("repeat", "")
	if n == nil {
		return policy.Repeat{}
	}
	return policy.Repeat{Max: n.Whole("max"), Until: b.conditionOf(round, n.Condition("until"), momentPass), At: n.Pos()}
}

// take adds settings to a source, each name with a prefix.
func take(s *policy.Source, prefix string, of *syntax.Settings) {
	for name, v := range of.Values {
		s.Config[prefix+name] = v
	}
	for _, name := range of.Secret {
		s.Secret = append(s.Secret, prefix+name)
	}
	for name, env := range of.Named {
		if s.Secrets == nil {
			s.Secrets = map[string]string{}
		}
		s.Secrets[prefix+name] = env
	}
}

// flatten adds the settings of a block and its inner blocks to a source, with dots between the names: "http.search.query.term".
func flatten(s *policy.Source, path string, n *syntax.Node) {
	s.Places[path] = n.Pos()
	for _, l := range n.Leaves {
		name := path + "." + l.Attr.Name
		s.Places[name] = diag.PosOf(l.At)
		switch v := l.Value.(type) {
		case *syntax.Settings:
			take(s, name+".", v)
		case time.Duration:
			s.Config[name] = v.String()
		case int64:
			s.Config[name] = float64(v)
		case nil:
		default:
			s.Config[name] = v
		}
	}
	for _, c := range n.Children {
		flatten(s, path+"."+c.Schema.Name, c)
	}
}

// reading builds what chooses and reads documents.
func (b *builder) reading() {
	s := b.n.Section("select")
	docs := s.Pair("documents")
	b.p.Select = policy.Select{
		MinDocuments: int(docs[0]), MaxDocuments: int(docs[1]), OnePerSourceFirst: s.Flag("one_per_source_first"),
		MinShareOfBest: s.Number("min_share_of_best"), Reserved: s.Whole("reserved"),
		MaxSourceShare: s.Number("max_source_share"), Retracted: s.Text("retracted"), ExcludeTypes: s.Texts("exclude_types"), Stages: stages(s), Terms: terms(s, "term"),
		Rerank: rankerOf(s, "rerank"), Embed: rankerOf(s, "embed"), At: s.Pos(),
	}
	b.p.Select.Venues = b.venues(s)
	r := b.n.Section("read")
	b.p.Read = policy.Read{
		MaxChars: r.Whole("max_chars"), PassageChars: r.Whole("passage_chars"), PassagesPerDocument: r.Whole("passages_per_document"), Titles: r.Flag("titles"),
		FullText: r.Text("full_text"), Stages: stages(r), Terms: terms(r, "term"), Summary: summaryOf(r), At: r.Pos(),
	}
	if b.p.Read.FullText != "never" {
		b.p.Read.FullTextDocuments, b.p.Read.FullTextChars = r.Whole("full_text_documents"), r.Whole("full_text_chars")
	}
	b.refine(s, b.p.Select.Terms)
	b.refine(r, b.p.Read.Terms)
	c := b.n.Section("claims")
	b.p.Claims = policy.Claims{
		PerDocument: c.Whole("per_document"), AskedValues: c.Text("values") == policy.ValuesAsked, Pick: c.Text("pick"), ConfidenceOver: c.Text("confidence_over"),
		Measure: c.Text("measure"), ClusterThreshold: c.Number("cluster_threshold"),
		SupportMeasure: c.Text("support_measure"), SupportThreshold: c.Number("support_threshold"), Extract: extractOf(c), At: c.Pos(),
	}
}

// judging builds everything from assessment to the gates.
func (b *builder) judging() {
	d := b.n.Section("address")
	b.p.Address = policy.Address{CountsFrom: d.Number("counts_from"), LabelsFrom: d.Number("labels_from"), Nearest: d.Whole("nearest"), Stages: stages(d), At: d.Pos()}
	if role := d.Text("role"); role != "" {
		b.p.Address.Reader = policy.Reader{Role: role, Passages: d.Whole("passages"), Weight: d.Number("model_weight")}
	}
	if len(b.p.Address.Stages) == 0 {
		b.p.Address = policy.Address{}
	}
	b.p.Triangulate = stages(b.n.Section("triangulate"))
	b.p.Verify, b.p.Entail = stages(b.n.Section("verify")), entailOf(b.n.Section("verify"))
	b.handlers()
	b.syntheses()
	for _, n := range b.n.All("falsify") {
		b.p.Falsify = append(b.p.Falsify, b.falsify(n))
	}
	o := b.n.Section("options")
	b.p.Options = optionsOf(o)
	b.refine(o, b.p.Options.Terms)
	a := b.n.Section("answer")
	b.p.Answer = policy.Answer{MaxSentences: a.Whole("max_sentences"), MinSupport: a.Number("min_support"), Stages: stages(a), ModelWeight: a.Number("model_weight"), At: a.Pos()}
	if f := b.n.Section("follow_up"); f.Whole("max_queries") > 0 {
		b.p.FollowUp = policy.FollowUp{MaxQueries: f.Whole("max_queries"), Results: f.Whole("results"), Documents: f.Whole("documents"), At: f.Pos()}
	}
	b.p.Calibrate = b.calibrate(b.n.Section("calibrate"))
	for _, n := range b.n.All("gate") {
		b.p.Gates = append(b.p.Gates, b.gate(n))
	}
	b.passable()
}

func optionsOf(n *syntax.Node) policy.OptionScoring {
	return policy.OptionScoring{
		MinMargin: n.Number("min_margin"), EliminateBelow: n.Number("eliminate_below"), KeepAtLeast: n.Whole("keep_at_least"),
		CitationsPerEach: n.Whole("citations_per_option"), Stages: stages(n), Terms: terms(n, "term"), Renormalise: n.Text("missing") == "renormalise",
		Early: eliminateOf(n), Contrast: contrastOf(n), At: n.Pos(),
	}
}

func (b *builder) falsify(n *syntax.Node) policy.Falsify {
	f := policy.Falsify{
		Kind: n.Label, When: b.condition(n, "when", momentDraft), Queries: n.Texts("queries"),
		Results: n.Whole("results"), Role: n.Text("role"), Stages: stages(n), At: n.Pos(),
	}
	switch {
	case f.Role != "":
		f.Passages = n.Whole("passages")
	case n.Has("passages"):
		b.report(diag.Error(diag.CodeConflict, n.ValueAt("passages"), fmt.Sprintf("%s has passages without role", syntax.Title(n)), "passages sets how many passages a model sees: add role, or remove passages."))
	}
	if r := n.Child("resynthesise", ""); r != nil {
		f.ResynthesizeOver, f.MaxResynthesis, f.Reason = r.Number("above"), r.Whole("max"), r.Text("reason")
	}
	return f
}

func (b *builder) gate(n *syntax.Node) policy.Gate {
	g := policy.Gate{
		Name: n.Label, Level: policy.Level(n.Text("level")), Condition: b.condition(n, "condition", momentGate),
		Otherwise: n.Text("otherwise"), Reason: n.Text("reason"), Message: n.Text("message"), Waiver: b.waiver(n), At: n.Pos(),
	}
	if g.Reason == "" {
		g.Reason = n.Label
	}
	return g
}

func (b *builder) calibrate(n *syntax.Node) policy.Calibrate {
	c := policy.Calibrate{
		Intercept: n.Number("intercept"), Base: terms(n, "base"), Terms: terms(n, "term"),
		MaxUp: n.Number("max_up"), MaxDown: n.Number("max_down"), Clamp: n.Pair("clamp"), At: n.Pos(),
	}
	if link := n.Text("link"); link != policy.LinkLinear {
		c.Link = link
	}
	if s := n.Child("stage", "confidence"); s != nil {
		c.Stage = stageOf(s)
	}
	for _, kind := range []string{"base", "term"} {
		for _, t := range n.All(kind) {
			b.calibrationFeature(t)
		}
	}
	return c
}

func stages(n *syntax.Node) []policy.Stage {
	var out []policy.Stage
	for _, s := range n.All("stage") {
		out = append(out, stageOf(s))
	}
	return out
}

func stageOf(n *syntax.Node) policy.Stage {
	return policy.Stage{
		Name: n.Label, Plugin: n.Text("plugin"), Config: n.Settings("config"), Secret: n.Secrets("config"),
		OnError: policy.OnError(n.Text("on_error")), Limits: callLimitsOf(n.Section("limits")),
		EachRound: n.Flag("each_round"), FromRound: fromRound(n), At: n.Pos(),
	}
}

// Terms reads the terms of a block. A term stands where its weight is written,
// which is the line an operator would edit.
func terms(n *syntax.Node, kind string) []policy.Term {
	var out []policy.Term
	for _, t := range n.All(kind) {
		out = append(out, policy.Term{
			Name: t.Label, Feature: t.Text("feature"), Stage: t.Text("stage"), Part: t.Text("part"), Weight: t.Number("weight"),
			Floor: t.Optional("floor"), Cap: t.Optional("cap"), OneSided: t.Flag("one_sided"), Types: t.Texts("types"),
			At: diag.PosOf(t.ValueAt("weight")),
		})
	}
	return out
}

// plugins lists the plugins that stages name, by name: where a stage stands has no meaning for them.
func (b *builder) plugins() {
	defs := map[string]*syntax.Node{}
	for _, n := range b.effective("plugin", "plugin") {
		defs[n.Label] = n
	}
	seen := map[string]bool{}
	b.n.Visit(func(n *syntax.Node) {
		name := n.Text("plugin")
		if n.Schema.Name != "stage" || seen[name] || defs[name] == nil {
			return
		}
		seen[name] = true
		b.gatherVariables(defs[name])
		b.p.Plugins = append(b.p.Plugins, pluginOf(defs[name]))
	})
	slices.SortFunc(b.p.Plugins, func(x, y policy.Plugin) int { return strings.Compare(x.Name, y.Name) })
}

func pluginOf(n *syntax.Node) policy.Plugin {
	limits := n.Section("limits")
	return policy.Plugin{
		Name: n.Label, Source: n.Text("source"), Digest: n.Text("digest"), Config: n.Settings("config"), Secret: n.Secrets("config"),
		Secrets: n.RawSettings("config").Named, Deny: n.Texts("deny"), At: n.Pos(),
		Limits: policy.Limits{
			Call: callLimitsOf(limits), Memory: limits.Long("memory"), Output: limits.Long("output"),
			Log: limits.Long("log"), Instances: limits.Whole("instances"),
		},
	}
}

func callLimitsOf(n *syntax.Node) limit.Call {
	return limit.Call{Fuel: n.Long("fuel"), FuelPerItem: n.Long("fuel_per_item"), Wall: n.Duration("wall")}
}
