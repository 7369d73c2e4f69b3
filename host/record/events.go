package record

import (
	"encoding/json"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Run opens a record: everything that the run was given.
type Run struct {
	FormatVersion int             `json:"format_version"` // [FormatVersion]
	ID            string          `json:"id"`             // the record's id
	Question      json.RawMessage `json:"question"`       // the question line
	Policy        Named           `json:"policy"`
	Mode          string          `json:"mode,omitempty"`
	Absent        []Absent        `json:"absent,omitempty"` // what the policy writes and was switched off
	Plugins       []Named         `json:"plugins"`          // by name
	Sources       []RunSource     `json:"sources"`          // in policy order
	Models        []RunModel      `json:"models,omitempty"`
	Costs         []ModeCost      `json:"costs,omitempty"`
	Seed          uint64          `json:"seed"`
	ReferenceYear int             `json:"reference_year"` // what recency is measured against
	HostVersion   string          `json:"host_version"`
	// Chained says that a [Seal] ends the record once it is finished. A writer sets it; records of before 0.2 have none.
	Chained bool `json:"chained,omitempty"`
	// UpgradeWithheld: the question was asked with the policy's upgrade withheld, as a batch with a cap does first (S3-19).
	UpgradeWithheld bool `json:"upgrade_withheld,omitempty"`
}

// ModeCost is the most that models could cost to answer the question in a mode (U21).
type ModeCost struct {
	Mode  string `json:"mode"`
	Known bool   `json:"known"` // false: the price of one of the models is not known
	Most  Amount `json:"most"`
}

// Absent is a block of a policy that was switched off.
type Absent struct {
	Block string `json:"block"` // such as round "bridge"
	Why   string `json:"why"`
	At    At     `json:"at"`
}

// Named is a name with the digest of the content it stood for.
type Named struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// RunSource is a retrieval source as the run used it.
type RunSource struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"` // empty: its content is not fixed
}

// At is the place in a policy that asked for something.
type At struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

// Plan holds what was made of the question before the first search.
type Plan struct {
	AnswerType string         `json:"answer_type"`
	FocusTerms []string       `json:"focus_terms"`
	SubClaims  []string       `json:"sub_claims,omitempty"`
	Anchors    []string       `json:"anchors,omitempty"` // names, symbols and numbers kept verbatim
	Queries    []PlannedQuery `json:"queries"`
}

// PlannedQuery is a query that the plan proposes.
type PlannedQuery struct {
	Round  string `json:"round"`
	Intent string `json:"intent"`
	Text   string `json:"text"`
}

// Query is one search and what it returned. Its documents are blobs.
type Query struct {
	Round  string `json:"round"`
	Intent string `json:"intent"`
	Source string `json:"source"`
	Text   string `json:"text"`
	Limit  int    `json:"limit"`
	// Literal: sources were asked for all of its words, not for the subject alone (D11).
	Literal bool   `json:"literal,omitempty"`
	Cached  bool   `json:"cached"` // this run had asked the same before; for earlier runs see Timing
	Hits    []Hit  `json:"hits"`
	Error   string `json:"error,omitempty"` // the search failed; Hits is empty
}

// Hit is one document that a search returned.
type Hit struct {
	Document string  `json:"document"` // digest of the document's canonical JSON
	Rank     int     `json:"rank"`     // 1 for the best
	Score    float64 `json:"score"`    // the source's own scale
}

// Document is one document of the pool and how it was scored; it is written again
// when it is scored again, and the last one counts.
type Document struct {
	Digest string   `json:"digest"` // of its canonical JSON, a blob
	ID     string   `json:"id"`
	Source string   `json:"source"`
	Merged []string `json:"merged,omitempty"` // digests of the copies that it was merged from
	DOI    string   `json:"doi,omitempty"`
	ArXiv  string   `json:"arxiv,omitempty"`
	PMID   string   `json:"pmid,omitempty"`
	PMCID  string   `json:"pmcid,omitempty"`
	// Versions and Conflicts are those of the copies; empty for a work that was not merged.
	Versions  []evidence.Version  `json:"versions,omitempty"`
	Conflicts []evidence.Conflict `json:"conflicts,omitempty"`
	Retracted bool                `json:"retracted,omitempty"`
	Terms     map[string]float64  `json:"terms"` // term name to contribution; unknown ones are left out
	Score     float64             `json:"score"` // the sum of Terms
	Selected  bool                `json:"selected"`
	Reason    string              `json:"reason,omitempty"` // why it was or was not selected
}

// FullText is one try to get the open text of a document that was selected.
type FullText struct {
	Document string `json:"document"`          // digest, as selected
	Source   string `json:"source,omitempty"`  // who was asked; empty: no source has texts of it
	Text     string `json:"text,omitempty"`    // digest of the document with its text; empty: there is none
	Missing  string `json:"missing,omitempty"` // the source says that it has none
	Error    string `json:"error,omitempty"`   // the source failed
}

// PluginCall is one call of a stage. Its digests are those of the request and the response on the
// wire. What it used, which depends on history, is in the [Timing] that follows it.
type PluginCall struct {
	Stage        string `json:"stage"`
	Round        string `json:"round,omitempty"`
	Plugin       string `json:"plugin"`
	Digest       string `json:"digest"` // of the module
	InputDigest  string `json:"input_digest"`
	OutputDigest string `json:"output_digest,omitempty"` // empty after a fault
	Cached       bool   `json:"cached"`                  // this run had sent the same input before; for earlier runs see Timing
	FuelLimit    int64  `json:"fuel_limit"`              // instructions that it might use, by limits of plugin and stage
	Error        string `json:"error,omitempty"`
	At           At     `json:"at"`
}

// RunModel is a language model as the run used it, under one role of the policy. What can decide a reply is here, and
// no address or key.
type RunModel struct {
	Role     string `json:"role"`
	Endpoint string `json:"endpoint"`
	Wire     string `json:"wire"`
	Flavour  string `json:"flavour,omitempty"`
	Model    string `json:"model"`
	Options  string `json:"options,omitempty"`
	Price    string `json:"price,omitempty"` // in USD per million tokens, where an operator's file of prices decides it
}

// ModelCall is one question to a language model. The texts are blobs. Without Skipped and Error there is a reply.
type ModelCall struct {
	Stage    string `json:"stage"`              // who asked: "gap.probe", "synthesis"
	Role     string `json:"role"`               // of the policy
	Purpose  string `json:"purpose,omitempty"`  // the prompt and its version
	Endpoint string `json:"endpoint,omitempty"` // empty: the role is bound to none
	Model    string `json:"model,omitempty"`
	Key      string `json:"key,omitempty"`     // of everything that decides the reply
	Request  string `json:"request,omitempty"` // digest of the request's canonical JSON
	Reply    string `json:"reply,omitempty"`   // digest of the reply's
	Worst    Amount `json:"worst"`             // what it could cost at most: what was reserved
	Cost     Amount `json:"cost"`              // what it did cost, if need be at the time when it was first asked
	// TokensIn and TokensOut count the tokens of the reply, as the endpoint said it: cache and reasoning among them. Zero: not known.
	TokensIn  int64    `json:"tokens_in,omitempty"`
	TokensOut int64    `json:"tokens_out,omitempty"`
	Basis     string   `json:"basis,omitempty"` // what Cost rests on: price, worst_case, ceiling, free
	Cached    bool     `json:"cached"`          // this run had asked the same before, and it cost nothing again
	Repaired  bool     `json:"repaired,omitempty"`
	Notes     []string `json:"notes,omitempty"`   // what was odd and did no harm
	Skipped   string   `json:"skipped,omitempty"` // why nobody was asked
	Error     string   `json:"error,omitempty"`   // why the answer is missing
	Class     string   `json:"class,omitempty"`   // of Error, in one word, such as "refused" or "schema"
	At        At       `json:"at"`
}

// Condition is one evaluated condition of the policy with the values it read.
type Condition struct {
	Where  string           `json:"where"` // such as "round.adversarial.when" or "gate.support"
	Text   string           `json:"text"`  // as written in the policy
	File   string           `json:"file"`
	Line   int              `json:"line"`
	Column int              `json:"column"`
	Result string           `json:"result"` // "true", "false" or "unknown"
	Values []ConditionValue `json:"values"` // in the order in which the condition names them
}

// ConditionValue is one metric that a condition read.
type ConditionValue struct {
	Path  string `json:"path"`
	Value any    `json:"value"` // number, bool, text, or null for unknown
}

// Reservation is one question to the budget guard and its outcome.
type Reservation struct {
	Stage   string `json:"stage"`
	Asked   Amount `json:"asked"`
	Granted bool   `json:"granted"`
	Settled Amount `json:"settled"`          // what was really spent; zero if refused
	Reason  string `json:"reason,omitempty"` // why it was refused
}

// Amount is the cost of a step, without wall time, which belongs to [Timing].
type Amount struct {
	CostMicroUSD int64 `json:"cost_micro_usd"`
	Searches     int64 `json:"searches"`
	ModelTokens  int64 `json:"model_tokens"`
	Fuel         int64 `json:"fuel,omitempty"` // instructions
}

// Round is one round, run or skipped.
type Round struct {
	Name            string   `json:"name"`
	Pass            int      `json:"pass,omitempty"` // from 1, of a round that may be repeated
	Ran             bool     `json:"ran"`
	SkippedReason   string   `json:"skipped_reason,omitempty"`
	Queries         int      `json:"queries"`
	Hits            int      `json:"hits"`
	NewDocuments    int      `json:"new_documents"`
	PoolDocuments   int      `json:"pool_documents"`
	SelectedQuality float64  `json:"selected_quality"`
	QualityGain     float64  `json:"quality_gain"`
	OpenGaps        *int     `json:"open_gaps"`             // null without gap analysis
	Injected        []string `json:"injected,omitempty"`    // of its queries, those for gaps
	StopReason      string   `json:"stop_reason,omitempty"` // set if retrieval ended after this round
	At              At       `json:"at"`
}

// Selection is the choice of documents to read, best first.
type Selection struct {
	Documents []string `json:"documents"` // digests
	Sources   []Share  `json:"sources"`   // by name
}

// Share counts how many of something come from one source.
type Share struct {
	Source string `json:"source"`
	Count  int    `json:"count"`
}

// Passage is one passage that was read, with its score.
type Passage struct {
	ID       string             `json:"id"`
	Document string             `json:"document"` // digest
	Field    string             `json:"field"`
	Section  string             `json:"section"`
	Start    int                `json:"start"` // bytes of the field
	End      int                `json:"end"`
	Terms    map[string]float64 `json:"terms"`
	Score    float64            `json:"score"`
}

// Words says how common the question's words are in the sources that count them; without any such source it lists none.
type Words struct {
	Sources []WordCounts `json:"sources"`
}

// WordCounts are the counts of one source.
type WordCounts struct {
	Source    string         `json:"source"`
	Documents int            `json:"documents"` // that it holds
	Holding   map[string]int `json:"holding"`   // of these, how many hold the word
}

// Sentence is one sentence of a passage as stages judged it. Recorded are those that count for the answer, and the best of those
// that do not.
type Sentence struct {
	Passage   string             `json:"passage"`  // id
	Document  string             `json:"document"` // digest
	Field     string             `json:"field"`
	Start     int                `json:"start"` // bytes of the field
	End       int                `json:"end"`
	Text      string             `json:"text"`
	Counts    bool               `json:"counts"`              // it addresses the question
	Addresses *float64           `json:"addresses,omitempty"` // how well, 0..1
	Parts     map[string]float64 `json:"parts,omitempty"`     // what else the address stages say of it, by STAGE.PART
	Because   string             `json:"because,omitempty"`   // which part of the question it meets, or what it lacks
	Stance    *float64           `json:"stance,omitempty"`    // -1 contradicts … 1 supports, as verify stages say
	Cue       string             `json:"cue,omitempty"`       // the words that decided the stance
}

// Claim is one claim that was read out of a passage.
type Claim struct {
	Passage    string  `json:"passage"` // id
	Text       string  `json:"text"`
	Start      int     `json:"start"` // bytes of the document's field
	End        int     `json:"end"`
	Cluster    int     `json:"cluster"`    // number of its cluster, from 0; -1: none
	Confidence float64 `json:"confidence"` // 0..1
	Supports   bool    `json:"supports"`   // it supports the answer

	Type      string   `json:"claim_type,omitempty"`           // mechanism, numerical, comparison or causal (S0-12); empty: unknown
	Value     *float64 `json:"quantitative_value,omitempty"`   // the number that it states; null: none
	Unit      string   `json:"unit,omitempty"`                 // of Value; empty: a bare number
	Qualifier string   `json:"confidence_qualifier,omitempty"` // the words that say how sure it is
	Extracted bool     `json:"extracted,omitempty"`            // a model worded it; Start and End are of the sentence that carries it
	Chain     *Chain   `json:"chain,omitempty"`
}

// Chain ties a claim or a citation to the evidence that a bridge was built on (S4-13, S4-14).
type Chain struct {
	Provenance string `json:"provenance"` // "bridge_linked"
	Entity     string `json:"entity"`     // the name that leads from one to the other
	Antecedent string `json:"antecedent"` // the claim that stood before
}

// Option is one option of the question as it was judged. A question without
// options has none.
type Option struct {
	Label      string             `json:"label"`
	Text       string             `json:"text"`
	Terms      map[string]float64 `json:"terms"`
	Score      float64            `json:"score"`
	Eliminated bool               `json:"eliminated"`
	Reason     string             `json:"reason,omitempty"`
	Passages   []string           `json:"passages"` // ids of those cited for it
	Chosen     bool               `json:"chosen"`
}

// Calibration is the sum that makes a confidence: Base plus every Delta.
type Calibration struct {
	Phase      string            `json:"phase"` // "provisional" or "final"
	Base       float64           `json:"base"`
	Terms      []CalibrationTerm `json:"terms"`
	Confidence float64           `json:"confidence"`
	Reasons    []string          `json:"reasons,omitempty"`
}

// CalibrationTerm is one summand and where it comes from.
type CalibrationTerm struct {
	Name    string   `json:"name"`
	Feature string   `json:"feature"` // metric path
	Value   *float64 `json:"value"`   // null for unknown
	Weight  float64  `json:"weight"`
	Delta   float64  `json:"delta"` // what it adds to the confidence
	Plugin  string   `json:"plugin"`
	Digest  string   `json:"digest"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
}

// Gate is one gate and its verdict.
type Gate struct {
	Name      string  `json:"name"`
	Level     string  `json:"level"`     // "hard", "soft" or "advisory"
	Passed    string  `json:"passed"`    // "true", "false" or "unknown"
	Otherwise string  `json:"otherwise"` // what a failure does
	Reason    string  `json:"reason,omitempty"`
	Waived    *Waiver `json:"waived,omitempty"`
	At        At      `json:"at"`
}

// Step is one mechanism of the policy that acted, or that had nothing to act on. Only mechanisms that
// the policy turns on are told of.
type Step struct {
	Name    string              `json:"name"`            // of the mechanism or its block, such as "intent.contrast" or "gap.bridge"
	Round   string              `json:"round,omitempty"` // the round during or after which it acted
	Ran     bool                `json:"ran"`
	Reason  string              `json:"reason,omitempty"`  // why it did not, or what made it
	Numbers map[string]float64  `json:"numbers,omitempty"` // what it measured; what is unknown is absent
	Texts   map[string][]string `json:"texts,omitempty"`   // what it made or chose
	At      At                  `json:"at"`
}

// Warning is something that the reader of the answer should know.
type Warning struct {
	Code  string `json:"code"`            // machine-readable, lower_snake_case
	Stage string `json:"stage,omitempty"` // what it concerns
	Text  string `json:"text"`
}

// Timing holds what depends on the moment and on history, not on the question: how
// long something took, what it cost and whether the cache of earlier runs had it.
type Timing struct {
	What      string     `json:"what"` // of a step its name, such as "select"; else see the Timing constants
	ElapsedUS int64      `json:"elapsed_us"`
	AtUS      int64      `json:"at_us,omitempty"`    // when it ended, counted from the start of the run; 0: not known, as before 0.2
	BeganUS   int64      `json:"began_us,omitempty"` // of [TimingRun]: when the run began, since 1970 in UTC
	Cached    bool       `json:"cached,omitempty"`
	Source    *SourceUse `json:"source,omitempty"` // of [TimingSource]
	Raw       string     `json:"raw,omitempty"`    // how the failure of a model put it, with times and addresses
	Chain     string     `json:"chain,omitempty"`  // of [TimingSeal]
	Fuel      int64      `json:"fuel,omitempty"`   // instructions of a plugin call; of the original call if cached; 0: not known
}

// TimingSource is the What of the timings that say what was done with a live source: how much of it is the cache's
// depends on earlier runs. ElapsedUS is the time for which the source's limits held the run's requests back, all taken together.
const TimingSource = "source"

// SourceUse counts what one run did with one live source. A request that questions share counts as a call for the first of them
// and as a cache hit for the others.
type SourceUse struct {
	Name         string `json:"name"`
	Calls        int    `json:"calls"`      // requests sent, retries and redirects among them
	CacheHits    int    `json:"cache_hits"` // answers from cache, recordings or another question's request
	Waits        int    `json:"waits"`      // requests that limits held back
	Retries      int    `json:"retries"`
	Failures     int    `json:"failures"` // requests that have no answer in the end
	LastFailure  string `json:"last_failure,omitempty"`
	Raw          string `json:"last_failure_raw,omitempty"` // as the system put it, with addresses
	CostMicroUSD int64  `json:"cost_micro_usd"`
}

// TimingCall begins the What of the timing of a plugin call, which has the sequence number of
// the call's event.
const TimingCall = "call."

// TimingRound begins the What of the timing of a round, and TimingSearch that of a search, which the source's name follows. Each has the
// sequence number of the event of its round or query.
const (
	TimingRound  = "round."
	TimingSearch = "search."
)

// TimingModel begins the What of the timing of a model call. It has the sequence number of the call's event.
const TimingModel = "model."
