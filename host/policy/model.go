package policy

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// A Policy is one checked, resolved and immutable policy: what it extends is
// merged in, variables are substituted, names are resolved. It may be shared by
// any number of concurrent runs; nothing in it may be changed.
type Policy struct {
	Name        string
	Description string
	Mode        Mode   `digest:"omit=standard"` // that it was loaded for: blocks of other modes are not in it
	Digest      string // sha256 (hex) over language, meaning and resolved non-secret variables; not over layout or comments
	At          Pos    // of its block; the lock that pins its plugins is looked for from there

	Sources     []Source
	Plugins     []Plugin // those that a stage of this policy names
	Budget      Budget
	Adaptive    Adaptive
	Plan        Planning `digest:"omitzero"`
	Intents     []Intent
	Vocabulary  Vocabulary `digest:"omitzero"`
	Relax       Relax      `digest:"omitzero"`
	Rounds      []Round    // in the order that `order` states
	Gaps        []Gap
	Select      Select
	Read        Read
	Claims      Claims
	Address     Address `digest:"omitzero"`
	Triangulate []Stage
	Verify      []Stage
	Entail      Entail      `digest:"omitzero"`
	Handlers    []Handler   `digest:"omitzero"`
	Syntheses   []Synthesis `digest:"omitzero"`
	Falsify     []Falsify
	Options     OptionScoring
	Answer      Answer
	FollowUp    FollowUp `digest:"omitzero"`
	Calibrate   Calibrate
	Gates       []Gate

	Models  []Model   `digest:"omitzero"` // those that a role names
	Roles   []Role    `digest:"omitzero"`
	Unbound []Unbound `digest:"-"`

	Variables []Variable
	Absent    []Absent `digest:"-"` // what it writes and is switched off
	Trust     Trust    `digest:"-"` // whose signatures its plugins need
}

// A Source names a retrieval source and its settings.
type Source struct {
	Name   string
	Config map[string]any // float64, string, bool, []float64 or []string
	Secret []string       // keys of Config that came from a sensitive variable or secret(): use them, never show them
	// Secrets names the environment variable of each key of Config that is written secret("NAME").
	// A key whose variable is not set is missing in Config.
	Secrets map[string]string `digest:"omitzero"`
	Places  map[string]Pos    `digest:"-"` // of the settings of an http block, by their names in Config
	At      Pos
}

// A Plugin binds a name to a WASM module.
type Plugin struct {
	Name    string
	Source  string            // where the module is: see package fetch; paths are relative to the policy's file
	Digest  string            // sha256 (hex) the module must have; empty: the lock says it
	Config  map[string]any    // as Source.Config
	Secret  []string          // as Source.Secret
	Secrets map[string]string `digest:"omitzero"` // as Source.Secrets
	Deny    []string          // columns that it is never sent: "text" in every table, "items.text" in one
	Limits  Limits
	At      Pos
}

// Limits bound one plugin. Zero means the host's default.
type Limits struct {
	Call      limit.Call
	Memory    int64 // bytes of one instance
	Output    int64 // bytes of one answer
	Log       int64 // bytes kept of what an instance writes
	Instances int   // calls at once
}

// A Stage is a point where a plugin is called.
type Stage struct {
	Name    string
	Plugin  string         // a Plugin's name
	Config  map[string]any // overrides the plugin's Config, key by key
	Secret  []string       // as Source.Secret
	OnError OnError
	Limits  limit.Call
	// EachRound has a stage of select score the new documents of each round, from the round of number
	// FromRound among those that ran.
	EachRound bool `digest:"omitzero"`
	FromRound int  `digest:"omitzero"`
	At        Pos
}

// OnError says what a fault of a stage's plugin does to the run.
type OnError string

// The reactions to a plugin fault.
const (
	OnErrorFail OnError = "fail" // the run ends with exit code 7
	OnErrorSkip OnError = "skip" // the stage's outputs are unknown, the run goes on with a warning
)

// A Term is one summand of a linear score: weight × value, held between Floor
// and Cap. The value is a named feature or the output of a stage.
type Term struct {
	Name     string
	Feature  string // such as "document.title_overlap"; empty if Stage is set
	Stage    string // a stage of the same block; its score is the value
	Part     string // the value is this part of the stage's output instead of its score
	Document string `digest:"omitzero"` // in read: a stage of select; the value is its score of the passage's document
	Cited    string `digest:"omitzero"` // in options: a stage of select; the value is its mean score of the documents cited
	Weight   float64
	Floor    *float64 // least contribution; nil: none
	Cap      *float64 // greatest contribution; nil: none
	OneSided bool     // the contribution may only lower (weight < 0) or only raise (weight > 0)
	Types    []string // kinds of question it applies to: multiple_choice, free_form, claim, polar (yes or no, and claims); empty: all
	// Factor scales the contribution before its bounds, by the group that the term is of or relative to; 0: 1.
	Factor float64    `digest:"omitzero"`
	MinMax bool       `digest:"omitzero"` // values are first spread over the items: least 0, greatest 1 (D6)
	When   *Condition `digest:"omitzero"` // the term counts only if this holds; nil: always
	At     Pos
}

// A Budget bounds one run (one question) or one round. Zero means no limit.
type Budget struct {
	MaxCostMicroUSD int64
	MaxWall         time.Duration
	MaxSearches     int64
	MaxModelTokens  int64
	MaxFuel         int64    // units, of all plugin calls together; a round has none of its own
	ReserveFor      []string // stages kept payable: "synthesis", "calibration", "report"
	OnExhausted     string   // "finish" (answer from what is there) or "fail" (exit code 6)
	At              Pos
}

// Adaptive is the gate that ends retrieval early (B-06).
type Adaptive struct {
	Enabled        bool
	MinRounds      int
	MaxRounds      int
	MinNewDocs     int
	MinQualityGain float64
	AskGaps        bool   `digest:"omitzero"` // the queries of gaps that were found are asked before retrieval ends
	Stops          []Stop `digest:"omitzero"` // asked before the two above
	At             Pos
}

// An Intent is a reason to search and the query templates that express it.
// Placeholders: {question} {core_terms} {focus} {option} {entity} {domain} {draft}
// {alternative} {sub_claim} {planned} {anchors} {subject} {effect} {vocabulary} {shared} {first} {second}; a template
// with {option}, {sub_claim} or {planned} yields a query for each.
type Intent struct {
	Name        string
	Queries     []string
	Against     bool     // looks for the contrary; works that only such queries found are marked
	Reserved    bool     `digest:"omitzero"` // works that only its queries found take part in the places of Select.Reserved
	AnswerTypes []string `digest:"omitzero"` // asked for these answer types only; empty: for all
	Surviving   bool     `digest:"omitzero"` // {option} leaves out what early elimination struck out
	Pairs       Pairs    `digest:"omitzero"` // set: queries are asked for each pair of options that are alike
	At          Pos
}

// A Round is one pass of retrieval.
type Round struct {
	Name             string
	Intents          []string
	Sources          []string // names; empty: all sources of the policy
	When             *Condition
	MaxQueries       int // 0: no limit
	Results          int // hits asked for per query
	CountsAgainstMax bool
	Budget           Budget
	Repeat           Repeat `digest:"omitzero"`
	At               Pos
}

// A Repeat lets a round run several passes. The zero value is one pass.
type Repeat struct {
	Max   int        // passes at most; 0 and 1: one
	Until *Condition // asked after a pass: true ends the round; nil: as often as Max allows
	At    Pos
}

// Select says which documents are read (B-11).
type Select struct {
	MinDocuments      int
	MaxDocuments      int
	OnePerSourceFirst bool
	MinShareOfBest    float64 // of the best score, under which a document is read only to reach MinDocuments
	Reserved          int     `digest:"omitzero"` // places for works that only queries for gaps and for the contrary found
	MaxSourceShare    float64
	Retracted         string   `digest:"omit=keep"` // "exclude", "flag" or "keep"
	ExcludeTypes      []string `digest:"omitzero"`  // document types that do not count as evidence
	Venues            []Venue  `digest:"omitzero"`  // the first that has a name counts
	Stages            []Stage
	Terms             []Term
	Rerank            Ranker `digest:"omitzero"` // document.rerank
	Embed             Ranker `digest:"omitzero"` // document.hybrid
	At                Pos
}

// TextSources returns the sources from which full_text = "open" gets texts, in alphabetical order.
func TextSources() []string { return []string{"arxiv", "europepmc"} }

// Read says how documents are cut into passages and which are kept (B-12, B-13).
type Read struct {
	MaxChars            int // per document
	PassageChars        int // aimed-at size of a passage
	PassagesPerDocument int
	Titles              bool   `digest:"omitzero"`   // titles that state something are read as sentences
	FullText            string `digest:"omit=never"` // "never" or "open"
	FullTextDocuments   int    `digest:"omitzero"`   // 0 with "never"
	FullTextChars       int    `digest:"omitzero"`   // 0 with "never"
	Stages              []Stage
	Terms               []Term
	Summary             Summary `digest:"omitzero"`
	At                  Pos
}

// Claims says how claims are read out of passages and clustered (B-14).
type Claims struct {
	PerDocument      int
	Pick             string // "lead": first sentence of the passage; "best": sentence nearest the question
	ConfidenceOver   string // ConfidenceOverAll or ConfidenceOverOwn
	AskedValues      bool   `digest:"omitzero"` // compare of each work the value nearest the question, not those of claims
	Measure          string // overlap measure for clustering
	ClusterThreshold float64
	SupportMeasure   string // overlap measure that links a claim to the answer
	SupportThreshold float64
	Extract          Extract `digest:"omitzero"`
	At               Pos
}

// Falsify is a search for evidence against something, and its judgement. Kind
// "draft" is S0-17.
type Falsify struct {
	Kind             string
	When             *Condition
	Queries          []string // templates
	Results          int
	Role             string `digest:"omitzero"` // the model that judges what was found; empty: none
	Passages         int    `digest:"omitzero"` // that it is shown at most; 0 without a role
	Stages           []Stage
	ResynthesizeOver float64 // strictly above; 0: never
	MaxResynthesis   int
	Reason           string
	At               Pos
}

// OptionScoring says how the options of a question are scored (B-16).
type OptionScoring struct {
	MinMargin        float64
	EliminateBelow   float64 // eliminated when this far under the best and without citation (U08)
	KeepAtLeast      int
	CitationsPerEach int
	Stages           []Stage
	Terms            []Term
	Renormalise      bool           `digest:"omitzero"` // unknown values: the positive weights of known ones grow to the same sum
	Early            EliminateEarly `digest:"omitzero"`
	Contrast         Contrast       `digest:"omitzero"`
	At               Pos
}

// Answer says how free-form answers are made: by what its stages find, or without one that finds something, from claims.
type Answer struct {
	MaxSentences int
	MinSupport   float64
	Stages       []Stage `digest:"omitzero"`
	ModelWeight  float64 `digest:"omitzero"` // what a model's answer adds to a span that it names; 0: the model writes the answer
	At           Pos
}

// A FollowUp bounds the searches that stages of the options and answer blocks propose. Zero: they are not asked.
type FollowUp struct {
	MaxQueries int
	Results    int // hits of each query
	Documents  int // works read of what was found
	At         Pos
}

// Address says which sentences address the question. Without stages it is zero, and all count.
type Address struct {
	CountsFrom float64 // a sentence counts if a stage says at least this of it
	LabelsFrom float64 `digest:"omitzero"` // a quote carries a label if its sentence takes its side at least this clearly
	Nearest    int     // sentences that a result shows where none counts
	Reader     Reader  `digest:"omitzero"`
	Stages     []Stage
	At         Pos
}

// A Reader lets a model read passages beside the stages of an address block. The zero value does not.
type Reader struct {
	Role     string
	Passages int     // shown at most
	Weight   float64 // of what it says of a sentence, beside what the stages say
}

// The links of a confidence: base terms add up to it, or to its log-odds.
const (
	LinkLinear   = "linear"
	LinkLogistic = "logistic"
)

// Calibrate says how confidence is made: Intercept plus the Base terms, then
// the corrections Terms, whose sum is held within [-MaxDown, MaxUp], then the clamp.
type Calibrate struct {
	Stage     Stage
	Link      string `digest:"omitzero"` // LinkLogistic, or empty: linear
	Intercept float64
	Base      []Term
	Terms     []Term
	MaxUp     float64
	MaxDown   float64
	Clamp     [2]float64
	At        Pos
}

// Level says how much weight a gate has.
type Level string

// The levels of a gate.
const (
	LevelHard     Level = "hard"     // cannot be waived
	LevelSoft     Level = "soft"     // can be waived by name
	LevelAdvisory Level = "advisory" // only warns
)

// A Gate is a condition that an answer must meet. Gates are evaluated at the end, in order.
type Gate struct {
	Name      string
	Level     Level
	Condition *Condition
	Otherwise string  // "abstain", "fail" (exit code 4) or "warn"
	Reason    string  // machine-readable, becomes an uncertainty reason
	Message   string  // for people
	Waiver    *Waiver `digest:"omitzero"` // nil: none
	At        Pos
}

// A Variable is a resolved input of the policy and where its value came from.
type Variable struct {
	Name      string
	Value     any
	Sensitive bool
	From      string // "default", "flag", "file <path>" or "env <NAME>"
	Origin    Pos    // where the value is written: its default, or a line of a file; else as At
	At        Pos    // of its declaration
}

// A section is a block whose terms score items.
type section struct {
	Name  string
	Terms []Term
}

func (s section) where(t *Term) string { return s.Name + ".term." + t.Name + ".when" }

// Sections returns the blocks whose terms score items, in the order of a run.
func (p *Policy) Sections() []section {
	return []section{{"select", p.Select.Terms}, {"read", p.Read.Terms}, {"options", p.Options.Terms}}
}

// MissingSecrets reports each secret of the policy's sources and plugins that the environment
// does not have. A policy is correct without them; a run is not possible.
func (p *Policy) MissingSecrets() hcl.Diagnostics {
	var diags hcl.Diagnostics
	check := func(what string, at Pos, secrets map[string]string, config map[string]any) {
		values := map[string]any{}
		for setting := range secrets {
			values[setting] = nil
		}
		for _, setting := range slices.Sorted(maps.Keys(values)) {
			if config[setting] != nil {
				continue
			}
			where := hcl.Pos{Line: at.Line, Column: at.Column}
			diags = append(diags, diag.Error(diag.CodeNoSecret, hcl.Range{Filename: at.File, Start: where, End: where},
				fmt.Sprintf("%s needs the secret %s", what, secrets[setting]), fmt.Sprintf("Its setting %s is secret(%q). Set the environment variable %s.", setting, secrets[setting], secrets[setting])))
		}
	}
	for _, s := range p.Sources {
		check(fmt.Sprintf("Source %q", s.Name), s.At, s.Secrets, s.Config)
	}
	for _, plugin := range p.Plugins {
		check(fmt.Sprintf("Plugin %q", plugin.Name), plugin.At, plugin.Secrets, plugin.Config)
	}
	return diags
}

// A Venue is a row of a list of venues (S2-11).
type Venue struct {
	Names  []string // spellings, as written
	Adjust float64  // -1 to 1
	At     Pos      // in the list
}

// A Waiver lets an answer pass a gate that says no. It is recorded with every answer.
type Waiver struct {
	Reason string
	Until  string // last day on which it holds, 2006-01-02 in UTC; empty: no end
	From   string // "policy" or "flag"
	At     Pos    // zero for a flag
}
