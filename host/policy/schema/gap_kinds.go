package schema

import "slices"

// The kinds of gap analysis.
const (
	GapCoverage  = "coverage"  // S0-08: sub-claims that no document covers
	GapEpistemic = "epistemic" // S1-05: what is missing to answer, by type
	GapProbe     = "probe"     // S2-05: claims of a trial answer that no passage carries
	GapBridge    = "bridge"    // S4-07: what the names in the best abstracts could still decide
)

// A GapKind says what a gap block of one kind can say. What the kind does is in host/internal/run/gap.
type GapKind struct {
	Name    string
	Doc     string   // what it finds
	Needs   []string // attributes that it has no default for
	Attrs   []Attr   // that only this kind has
	Blocks  []Block  // that only this kind has
	Default GapDefault
}

// A GapDefault holds the settings of a block that says nothing else.
type GapDefault struct {
	Read        bool // what it searches: passages that would be read now, not titles and abstracts
	OfClaims    bool // measure and threshold are those of support in block claims
	Measure     string
	Threshold   float64
	Max         int    // gaps kept; 0: all
	ValidTokens [2]int // words of a description; zero: any number
	MaxWords    int    // longer descriptions are cut down; 0: none is
	Skip        string // as skip_if_covered; empty: never
	Templates   []string
}

// GapKinds lists the kinds of gap analysis. Callers must not change it.
func GapKinds() []GapKind { return gapKinds }

var gapKinds = []GapKind{
	{
		Name: GapCoverage, Doc: "sub-questions that no selected document covers (S0-08)",
		Needs: []string{"threshold", "templates"},
	},
	{
		Name: GapEpistemic, Doc: "missing information, by type (S1-05)",
		Blocks:  []Block{wordingSchema()},
		Default: GapDefault{Read: true, Measure: "containment", Threshold: 0.5, Max: 6, ValidTokens: [2]int{5, 30}},
	},
	{
		Name: GapProbe, Doc: "claims of a trial answer that no passage supports (S2-05)",
		Default: GapDefault{
			Read: true, OfClaims: true, Max: 4, ValidTokens: [2]int{1, 60}, MaxWords: 10, Skip: "all", Templates: []string{"{gap}"},
		},
	},
	{
		Name: GapBridge, Doc: "open questions about the names in the best abstracts (S4-07)",
		Attrs: bridgeAttrs(),
		Default: GapDefault{
			Measure: "containment", Threshold: 0.5, Max: 4, ValidTokens: [2]int{1, 60}, Templates: []string{"{domain} {entities} {gap_terms}"},
		},
	},
}

// GapKindOf returns the kind of that name; the zero value if there is none.
func GapKindOf(name string) GapKind {
	for _, k := range gapKinds {
		if k.Name == name {
			return k
		}
	}
	return GapKind{}
}

// GapOnly names the kind of gap that alone has an attribute or a block of gap; empty: all kinds have it.
func GapOnly(name string) string {
	for _, k := range gapKinds {
		if slices.ContainsFunc(k.Attrs, func(a Attr) bool { return a.Name == name }) ||
			slices.ContainsFunc(k.Blocks, func(b Block) bool { return b.Name == name }) {
			return k.Name
		}
	}
	return ""
}

func bridgeAttrs() []Attr {
	return []Attr{
		{Name: "abstracts", Kind: KindInt, Default: int64(5), Min: 1, Max: 100, Doc: "bridge: how many of the best abstracts it reads"},
		{Name: "verbatim_case", Kind: KindWord, OneOf: []string{"fold", "exact"}, Default: "fold", Doc: "bridge: whether case counts when a name is looked up in the abstracts (S4-08)"},
		{Name: "scope", Kind: KindWord, OneOf: []string{"all", "bridge_round"}, Default: "all", Doc: "bridge: which works get document.bridge_entity and passage.bridge_linked: all, or those that its queries found (C26)"},
		{Name: "antecedent", Kind: KindWord, OneOf: []string{"top_claim", "confident_claim"}, Default: "top_claim", Doc: "bridge: the claims that a linked passage must mention: the best one so far, or all confident ones (C27)"},
		{Name: "min_confidence", Kind: KindNumber, Default: 0.5, Max: 1, Doc: "bridge: least confidence of a confident claim"},
		{Name: "open_web", Kind: KindWords, OneOf: []string{"cas", "uspto", "nist"}, Doc: "bridge: the first query ignores a source's list of sites if its name has one of these forms (S4-06)"},
	}
}

// wordingSchema is S1-08.
func wordingSchema() Block {
	return Block{
		Name: "wording",
		Doc:  "Epistemic: query templates by the type of a gap (S1-08). A placeholder without a value is dropped.",
		Attrs: []Attr{
			{Name: "factual", Kind: KindTexts, Default: []string{"{entity} confirmed {property} study evidence"}, Doc: "who, what, which"},
			{Name: "mechanistic", Kind: KindTexts, Default: []string{"{process} mechanism {system} pathway confirmed"}, Doc: "how and why"},
			{Name: "quantitative", Kind: KindTexts, Default: []string{"{metric} measured {system} experimental value"}, Doc: "how much"},
			{Name: "temporal", Kind: KindTexts, Default: []string{"{phenomenon} {year_range} timeline evidence"}, Doc: "when"},
		},
	}
}
