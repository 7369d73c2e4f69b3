package policy

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// MostGaps bounds the gaps that one analysis may find, whatever a model says.
const MostGaps = 100

// A Gap describes how holes in the evidence are found and which queries fill
// them (docs/mechanisms.md).
type Gap struct {
	Kind             string
	After            string // "every_round" or a round's name
	Measure          string // overlap measure, see evidence: containment, jaccard, overlap
	Threshold        float64
	MinPerGap        int
	MaxPerGap        int
	MaxPerRound      int
	Inject           string // "next_round" or a round's name: the first target
	QueriesTemplates []string

	More        []string        `digest:"omitzero"` // further targets, for what the first one did not ask
	Replace     bool            `digest:"omitzero"` // a round that asks gap queries leaves its own out (S1-01)
	When        *Condition      `digest:"omitzero"` // nil: whenever it is due
	Read        bool            `digest:"omitzero"` // it looks at passages that would be read now, not at titles and abstracts
	Draft       bool            `digest:"omitzero"` // with Read: of these only the sentences that an answer would be made of now (S1-33)
	Role        string          `digest:"omitzero"` // of the model that finds gaps; empty: rules do
	QueryRole   string          `digest:"omitzero"` // of the model that words queries; empty: templates do
	NoFallback  bool            `digest:"omitzero"` // where the model fails, nothing is found; else rules do
	MaxOutput   int             `digest:"omitzero"` // tokens of a model's reply
	Max         int             `digest:"omitzero"` // gaps kept; 0: all
	ValidTokens [2]int          `digest:"omitzero"` // words of a description; zero: any number
	MaxWords    int             `digest:"omitzero"` // longer descriptions are cut down to so many telling words; 0: none is
	Skip        string          `digest:"omitzero"` // "all" or "any" of a gap's terms in the queries asked so far drop it (C20); empty: nothing does
	Wording     []TypedTemplate `digest:"omitzero"` // templates by a gap's type, before QueriesTemplates
	Bridge      *Bridge         `digest:"omitzero"` // of kind bridge only
	Subround    *Subround       `digest:"omitzero"`
	Stages      []Stage         `digest:"omitzero"` // plugins in the place of the host's own measures, by what they measure
	At          Pos
}

// What a stage of a gap block may measure in the host's place. It gives every gap a number from 0 to 1.
const (
	GapStageCoverage   = schema.GapStageCoverage   // how far the evidence carries it (S0-08); Threshold is asked of this
	GapStageSaturation = schema.GapStageSaturation // how far it was filled (S1-09); Subround.Below is asked of this
)

// Stage returns the stage that measures so; nil: the host does.
func (g *Gap) Stage(name string) *Stage {
	for i := range g.Stages {
		if g.Stages[i].Name == name {
			return &g.Stages[i]
		}
	}
	return nil
}

// Targets returns the rounds that may ask the gap's queries, the first choice first.
func (g *Gap) Targets() []string { return append([]string{g.Inject}, g.More...) }

// Reaches says whether a round may ask the gap's queries.
func (g *Gap) Reaches(round string) bool {
	return g.Inject == InjectNext || slices.Contains(g.Targets(), round)
}

// A TypedTemplate is the query templates for gaps of one type.
type TypedTemplate struct {
	Type    string // factual, mechanistic, quantitative, temporal
	Queries []string
}

// A Bridge says how a gap analysis of kind bridge treats the names that it reads.
type Bridge struct {
	Abstracts     int      // of the best documents
	ExactCase     bool     // a name must stand in an abstract as it is written; else case does not count (S4-08)
	RoundOnly     bool     // the bonuses are for works that the gap's queries found; else for all (C26)
	Antecedent    string   // "top_claim" or "confident_claim" (C27)
	MinConfidence float64  // of a confident claim
	OpenWeb       []string // patterns of names whose first query may leave a source's list of sites (S4-06)
}

// A Subround searches once more for a gap that its queries did not fill (S1-02).
type Subround struct {
	Below            float64 // saturation strictly under it
	Measure          string
	When             *Condition
	Max              int // in a run
	RelaxSources     bool
	CountsAgainstMax bool
	Queries          []string
	Prefer           map[string]string `digest:"omitzero"` // the source that knows most of gaps of a type; nil: as the catalogue has it
	At               Pos
}

// Preferred returns the source that knows most of gaps of a type; empty: none does. The policy need not have it.
func (s *Subround) Preferred(typ string) string {
	if s.Prefer != nil {
		return s.Prefer[typ]
	}
	return schema.PreferredSources()[typ]
}
