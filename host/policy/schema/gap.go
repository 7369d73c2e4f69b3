package schema

import (
	"fmt"
	"slices"
)

// Roles returns the roles that a policy can bind to models (C18), in the order of their names.
func Roles() []string {
	return slices.Sorted(slices.Values(append(ChatRoles(), "embed", "nli", "rerank")))
}

// ChatRoles returns the roles of models that write.
func ChatRoles() []string {
	return []string{"cheapest", "extract", "fastest", "judge", "planning", "synthesis", "verify"}
}

// GapTypes returns the types of an epistemic gap, each with its wording (S1-08).
func GapTypes() []string {
	return []string{"factual", "mechanistic", "quantitative", "temporal"}
}

func gapSchema() Block {
	doc := "Finds gaps in the evidence and searches for them."
	b := Block{Name: "gap", Label: "kind", Attrs: append(switches(), append(gapFinding(), gapAsking()...)...)}
	b.Blocks = []Block{{
		Name: "queries",
		Doc:  "How many queries gaps can add; the gaps take turns (C2).",
		Attrs: []Attr{
			{Name: "per_gap", Kind: KindPair, Default: [2]float64{2, 4}, Min: 1, Max: 100, Doc: "per gap, whole numbers"},
			{Name: "per_round", Kind: KindInt, Default: int64(4), Min: 1, Max: 1000, Doc: "for all gaps of a round together"},
		},
	}}
	for _, k := range GapKinds() {
		doc += fmt.Sprintf(" %q: %s.", k.Name, k.Doc)
		b.Labels = append(b.Labels, k.Name)
		b.Attrs, b.Blocks = append(b.Attrs, k.Attrs...), append(b.Blocks, k.Blocks...)
	}
	b.Doc, b.Blocks = doc, append(b.Blocks, subroundSchema(), gapStage())
	return b
}

// gapStage returns a plugin that measures gaps in the host's place.
func gapStage() Block {
	b := stageSchema()
	b.Labels = []string{GapStageCoverage, GapStageSaturation}
	b.Doc = `A plugin of the score contract that replaces the host's measure: items are the gaps, each gets a number from 0 to 1. ` +
		`"coverage": how well the evidence covers a gap, compared with threshold (S0-08). "saturation": how far it was filled, compared with subround.below (S1-09). ` +
		`With on_error = "skip", missing values stay unknown: rules find no gap, and a gap keeps its last measurement.`
	return b
}

// gapFinding lists the attributes on how gaps are found. Each overlap that counts as covered names its measure (C5).
func gapFinding() []Attr {
	return []Attr{
		{Name: "after", Kind: KindName, Refers: "round", OneOf: []string{"every_round"}, Default: "every_round", Doc: "when it looks for gaps"},
		{Name: "when", Kind: KindCondition, Doc: "it looks for gaps only if this is true, such as budget.max_s >= 60 (S1-06)"},
		{Name: "from", Kind: KindName, OneOf: []string{"scored", "read", "draft"}, Doc: "what it searches: titles and abstracts of the best documents, the passages that would be read now, or a draft answer: the sentences that an answer would be made of now (S1-33); default: read for epistemic and probe (C1)"},
		{Name: "role", Kind: KindName, OneOf: ChatRoles(), Doc: "the model that finds gaps; without one, or if the role is not bound, rules do"},
		{Name: "query_role", Kind: KindName, OneOf: ChatRoles(), Doc: "the model that writes the queries (S0-09); without one, templates do"},
		{Name: "use_model", Kind: KindBool, Default: true, Doc: "false: rules, whatever models the roles are bound to (S0-10)"},
		{Name: "on_failure", Kind: KindName, OneOf: []string{"rules", "nothing"}, Default: "rules", Doc: "what finds gaps if the model fails: the rules, or nothing (S4-17)"},
		{Name: "max_output", Kind: KindInt, Default: int64(512), Min: 16, Max: 100000, Doc: "tokens of a model's reply (S1-06)"},
		{Name: "measure", Kind: KindWord, OneOf: measures, Doc: "overlap measure of threshold, unless stage coverage replaces it"},
		{Name: "threshold", Kind: KindNumber, Max: 1, Measure: "measure", Doc: "less overlap than this makes a gap; required by coverage; default: containment 0.5, for probe that of claims.support_threshold"},
		{Name: "max", Kind: KindInt, Min: 1, Max: 100, Doc: "how many gaps are kept, from the first; default: 6 for epistemic, 4 for probe and bridge, all for coverage"},
		{Name: "valid_tokens", Kind: KindPair, Min: 1, Max: 1000, Doc: "length of a description in words, others are dropped; default: [5, 30] for epistemic (S1-07), [1, 60] for probe and bridge"},
		{Name: "max_words", Kind: KindInt, Min: 1, Max: 1000, Doc: "longer descriptions are reduced to their most informative words; default: 10 for probe (S2-06)"},
		{Name: "skip_if_covered", Kind: KindWord, OneOf: []string{"all", "any", "never"}, Doc: "a gap is dropped if all, or any, of its terms occur in earlier queries (C20); default: all for probe, else never"},
	}
}

// gapAsking lists the attributes on what gaps ask, and where.
func gapAsking() []Attr {
	return []Attr{
		{Name: "templates", Kind: KindTexts, Doc: `queries for a gap, as in intent, and with {gap} {gap_terms} {missing} {entities}; required by coverage; default: "{gap}", for bridge "{domain} {entities} {gap_terms}", for epistemic those of wording`},
		{Name: "inject", Kind: KindNames, Lone: true, Refers: "round", OneOf: []string{InjectNext}, Default: []string{InjectNext}, Doc: "the round that sends the gap queries, or several: queries left over from the first wait for the next"},
		{Name: "planned", Kind: KindWord, OneOf: []string{"keep", "replace"}, Default: "keep", Doc: "replace: a round with gap queries omits its own (C3)"},
	}
}

func subroundSchema() Block {
	return Block{
		Name: "subround",
		Doc:  "Another search for a gap that its queries did not fill (S1-02).",
		Attrs: append(switches(), []Attr{
			{Name: "measure", Kind: KindWord, OneOf: []string{"containment"}, Doc: "overlap measure of below: the share of the gap's terms that was found (S1-09), unless stage saturation replaces it"},
			{Name: "below", Kind: KindNumber, Required: true, Max: 1, Measure: "measure", Doc: "runs if saturation is strictly below this"},
			{Name: "when", Kind: KindCondition, Doc: "it runs only if this is true, such as budget.max_usd >= 1.5 (S1-22)"},
			{Name: "max", Kind: KindInt, Default: int64(2), Min: 1, Max: 20, Doc: "most sub-rounds of a run"},
			{Name: "relax_sources", Kind: KindBool, Default: true, Doc: "it searches sources of the policy that were not searched for the gap yet, if any"},
			{Name: "counts_against_max", Kind: KindBool, Default: true, Doc: "whether it counts against adaptive.max_rounds (S1-03)"},
			{Name: "templates", Kind: KindTexts, Default: []string{"{missing} {core_terms}"}, Doc: "its queries; {missing} is the part of the gap that was not found"},
		}...),
		Blocks: []Block{preferSchema()},
	}
}

// NoSource is said where no source is preferred.
const NoSource = "none"

// PreferredSources returns the sources that know most of gaps of a type, as the catalogue has them (S1-02).
func PreferredSources() map[string]string {
	return map[string]string{"mechanistic": "europepmc", "quantitative": "crossref"}
}

// preferSchema returns which source relax_sources asks alone (S1-02).
func preferSchema() Block {
	b := Block{
		Name: "prefer",
		Doc:  "The best source for gaps of a type: relax_sources searches only this one, if it was not searched for the gap yet (S1-02).",
	}
	for _, typ := range GapTypes() {
		doc := "a source of the policy"
		if source := PreferredSources()[typ]; source != "" {
			doc += "; default: " + source + ", if the policy has it"
		}
		b.Attrs = append(b.Attrs, Attr{Name: typ, Kind: KindName, Refers: "source", OneOf: []string{NoSource}, Doc: doc})
	}
	return b
}
