package record

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Verdict says how a run ended.
type Verdict string

// The verdicts.
const (
	VerdictAnswered  Verdict = "answered"
	VerdictAbstained Verdict = "abstained"        // the evidence does not decide, or a gate asked for silence
	VerdictRefused   Verdict = "refused"          // a gate with otherwise = "fail" said no
	VerdictBudget    Verdict = "budget_exhausted" // and the policy says fail
	VerdictFault     Verdict = "plugin_fault"     // and the policy says fail
	VerdictFailed    Verdict = "failed"           // the work could not be done
)

// ExitCode returns the exit code of a command after a result of this verdict (docs/ci.md).
func (v Verdict) ExitCode() int {
	switch v {
	case VerdictAnswered, VerdictAbstained:
		return 0
	case VerdictRefused:
		return 4
	case VerdictBudget:
		return 6
	case VerdictFault:
		return 7
	}
	return 1
}

// A Result is the outcome of one run: one line of `run --format jsonl`,
// documented by docs/result.schema.json. All of it save Budget.ElapsedMS is a
// function of question, evidence, policy, plugins and seed.
type Result struct {
	FormatVersion      int            `json:"format_version"`
	ID                 string         `json:"id"`
	Run                string         `json:"run"` // id of the record
	Question           string         `json:"question"`
	Type               string         `json:"type"`
	Verdict            Verdict        `json:"verdict"`
	Answer             *AnswerText    `json:"answer"` // null when abstained
	Confidence         float64        `json:"confidence"`
	Abstained          bool           `json:"abstained"`
	UncertaintyReasons []string       `json:"uncertainty_reasons"`
	Warnings           []string       `json:"warnings"`
	Options            []OptionResult `json:"options"`
	Citations          []Citation     `json:"citations"`
	Excluded           []Excluded     `json:"excluded,omitempty"` // works that were found and may not support an answer
	Nearest            []Nearest      `json:"nearest,omitempty"`  // where nothing was answered: what comes nearest to the question
	Disputed           *Dispute       `json:"disputed,omitempty"` // works on both sides of a claim or yes/no question
	Calibration        CalibrationSum `json:"calibration"`
	QualityGates       QualityGates   `json:"quality_gates"`
	Gates              []GateResult   `json:"gates"`
	Rounds             []RoundResult  `json:"rounds"`
	FailedSources      []FailedSource `json:"failed_sources,omitempty"`
	BridgeRoundStats   *BridgeStats   `json:"bridge_round_stats,omitempty"` // of a policy with a bridge
	Budget             BudgetResult   `json:"budget"`
	Policy             Named          `json:"policy"`
	Mode               string         `json:"mode"`
	Plugins            []PluginUse    `json:"plugins"`
	Error              string         `json:"error,omitempty"`
	ExitCode           int            `json:"exit_code"`
}

// AnswerText is the answer: an option's label and text, a claim's verdict, or free text.
type AnswerText struct {
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
}

// TakesSides says whether a quote of the result supports or contradicts what the question claims.
func (r *Result) TakesSides() bool {
	return slices.ContainsFunc(r.Citations, func(c Citation) bool { return c.Stance != "" })
}

// An OptionResult is one option with the sum that made its score.
type OptionResult struct {
	Label      string             `json:"label"`
	Text       string             `json:"text"`
	Score      float64            `json:"score"`
	Terms      map[string]float64 `json:"terms"` // contribution (weight × value) by term; they add up to the score
	Eliminated bool               `json:"eliminated"`
	Citations  []int              `json:"citations"` // indexes into the result's citations
}

// A Citation is a quote that supports the answer.
type Citation struct {
	Doc       string `json:"doc"`
	Source    string `json:"source"`
	Title     string `json:"title,omitempty"`
	Year      int    `json:"year,omitempty"`
	DOI       string `json:"doi,omitempty"`
	ArXiv     string `json:"arxiv,omitempty"`
	PMID      string `json:"pmid,omitempty"`
	PMCID     string `json:"pmcid,omitempty"`
	Retracted bool   `json:"retracted,omitempty"`
	Reference
	TextSource string   `json:"text_source,omitempty"` // whose full text the field is of; absent: the document came with it
	Field      string   `json:"field"`                 // field of the document and byte offsets of the quote in it
	Start      int      `json:"start"`
	End        int      `json:"end"`
	Quote      string   `json:"quote"`
	Relevance  float64  `json:"relevance"`
	Stance     string   `json:"stance,omitempty"`    // "supports" or "contradicts" where a stage judged the quote
	Addresses  *float64 `json:"addresses,omitempty"` // how well the quote addresses the question, 0..1; absent: not judged
	Marks      []Mark   `json:"marks,omitempty"`     // the words of the quote that decide
	Provenance string   `json:"provenance"`          // the round that found the document
	Chain      *Chain   `json:"chain,omitempty"`     // how it is linked to earlier evidence, if a bridge did
	// Versions and Conflicts are those of the copies that the document was merged from, if there are several.
	Versions  []evidence.Version  `json:"versions,omitempty"`
	Conflicts []evidence.Conflict `json:"conflicts,omitempty"`
}

// A Mark is bytes [Start, End) of a quote.
type Mark struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// A Piece is a part of a quote; Marked pieces decide.
type Piece struct {
	Text   string
	Marked bool
}

// Pieces cuts the quote at its marks, in order. Marks that do not fit the quote, or overlap an earlier one, are passed over.
func (c *Citation) Pieces() []Piece {
	var out []Piece
	at := 0
	for _, m := range c.Marks {
		if m.Start < at || m.End <= m.Start || m.End > len(c.Quote) {
			continue
		}
		if m.Start > at {
			out = append(out, Piece{Text: c.Quote[at:m.Start]})
		}
		out = append(out, Piece{c.Quote[m.Start:m.End], true})
		at = m.End
	}
	if at < len(c.Quote) {
		out = append(out, Piece{Text: c.Quote[at:]})
	}
	return out
}

// A Nearest is a sentence that comes near the question and does not answer it.
type Nearest struct {
	Doc       string  `json:"doc"`
	Source    string  `json:"source"`
	Title     string  `json:"title,omitempty"`
	Year      int     `json:"year,omitempty"`
	Quote     string  `json:"quote"`
	Addresses float64 `json:"addresses"`         // how well it addresses the question, 0..1
	Because   string  `json:"because,omitempty"` // what of the question it lacks
}

// A Dispute lists the citations on each side, as indexes into the result's citations, one of each work.
type Dispute struct {
	For     []int `json:"for"`
	Against []int `json:"against"`
}

// An Excluded is a work that was found and left out whatever its score.
type Excluded struct {
	Doc    string `json:"doc"`
	Source string `json:"source"`
	Title  string `json:"title,omitempty"`
	Year   int    `json:"year,omitempty"`
	DOI    string `json:"doi,omitempty"`
	Reason string `json:"reason"` // "retracted", or "type letter" and the like
	// By are the copies that say so, where the work was merged.
	By []evidence.Copy `json:"by,omitempty"`
}

// A CalibrationSum is the sum that makes the confidence: Base plus the Deltas,
// exactly, in units of 1e-9.
type CalibrationSum struct {
	Base       float64      `json:"base"`
	Terms      []TermResult `json:"terms"`
	Confidence float64      `json:"confidence"`
}

// A TermResult is one summand of a confidence. Value is null where the feature is unknown.
type TermResult struct {
	Name    string   `json:"name"`
	Feature string   `json:"feature,omitempty"`
	Value   *float64 `json:"value"`
	Weight  float64  `json:"weight"`
	Delta   float64  `json:"delta"`
	Plugin  string   `json:"plugin"`
	Line    string   `json:"line,omitempty"` // file:line of the policy
}

// QualityGates are the numbers gates and dashboards look at (S0-25). Null: not measured.
type QualityGates struct {
	SupportCoverage       *float64 `json:"support_coverage"`
	FalsificationScore    *float64 `json:"falsification_score"`
	TriangulationBonus    *float64 `json:"triangulation_bonus"`
	DisputedClusters      *int     `json:"disputed_clusters"`
	TriangulatedClusters  *int     `json:"triangulated_clusters"`
	Contradictions        *int     `json:"contradictions"`
	ProvisionalConfidence *float64 `json:"provisional_confidence"`

	SourceDisagreementScore *float64 `json:"source_disagreement_score"`  // pairs of works that say opposite things (S3-08)
	CapResolved             *bool    `json:"cap_resolved"`               // the search about a contradiction found new works (S2-19); null: the policy makes none
	Upgraded                *bool    `json:"upgraded"`                   // the answer was made in the mode of an upgrade (S3-17); null: the policy has none
	UpgradeWithheld         bool     `json:"upgrade_withheld,omitempty"` // it was not, because the batch may have no more upgrades (S3-19)
}

// A GateResult is the decision of a gate.
type GateResult struct {
	Name   string  `json:"name"`
	Level  string  `json:"level"`
	Passed bool    `json:"passed"`
	Reason string  `json:"reason,omitempty"`
	Waived *Waiver `json:"waived,omitempty"` // the gate's verdict did not count
}

// A Waiver says why a gate's verdict did not count.
type Waiver struct {
	Reason string `json:"reason"`
	Until  string `json:"until,omitempty"` // last day on which it held, 2006-01-02
	From   string `json:"from"`            // "policy" or "flag"
}

// A RoundResult is one round of the policy's order.
type RoundResult struct {
	Name            string   `json:"name"`
	Pass            int      `json:"pass,omitempty"` // from 1, of a round that may be repeated
	Ran             bool     `json:"ran"`
	SkippedReason   string   `json:"skipped_reason,omitempty"`
	Queries         []string `json:"queries"`
	NewDocuments    int      `json:"new_documents"`
	SelectedQuality float64  `json:"selected_quality"`
	QualityGain     float64  `json:"quality_gain"`
	OpenGaps        *int     `json:"open_gaps"`        // null without gap analysis
	Failed          []string `json:"failed,omitempty"` // searches that failed, "source: why"
}

// A FailedSource is a source of which searches failed: the answer is made without what they would have found. When all
// of them failed, the source was out.
type FailedSource struct {
	Source   string `json:"source"`
	Searches int    `json:"searches"` // of this run
	Failed   int    `json:"failed"`   // of them; at least 1
	Reason   string `json:"reason"`   // of the last failure
}

// BridgeStats count what a bridge round did (S4-18).
type BridgeStats struct {
	Queries   int  `json:"bridge_queries_generated"`
	Documents int  `json:"bridge_docs_added"` // that only its queries found
	Entities  int  `json:"bridge_entities_extracted"`
	Triggered bool `json:"bridge_triggered"`
}

// BudgetResult counts what the run spent. ElapsedMS is the only field of a result that is not reproducible.
type BudgetResult struct {
	CostUSD     float64 `json:"cost_usd"`
	ElapsedMS   float64 `json:"elapsed_ms"`
	Searches    int64   `json:"searches"`
	ModelTokens int64   `json:"model_tokens"`
	Fuel        *int64  `json:"fuel"` // null: not metered
	// FirstPass is the cost of asking the same question with its upgrade withheld (S3-19), of a result of a batch that took
	// the place of that one; nil: it was asked once. It is in results, and not in records: each pass has its own.
	FirstPass *BudgetResult `json:"first_pass,omitempty"`
}

// Total adds up both passes of a question that was asked twice; fuel only where both are known.
func (b *BudgetResult) Total() BudgetResult {
	if b.FirstPass == nil {
		return *b
	}
	first := b.FirstPass.Total()
	out := BudgetResult{
		CostUSD: b.CostUSD + first.CostUSD, ElapsedMS: b.ElapsedMS + first.ElapsedMS,
		Searches: b.Searches + first.Searches, ModelTokens: b.ModelTokens + first.ModelTokens,
	}
	if b.Fuel != nil && first.Fuel != nil {
		fuel := *b.Fuel + *first.Fuel
		out.Fuel = &fuel
	}
	return out
}

// PluginUse counts the calls of one plugin in one run. Cached counts the calls
// whose input this same run had already sent, which therefore ran only once; hits in
// the cache of earlier runs depend on history and are in the record's timings.
type PluginUse struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Calls  int    `json:"calls"`
	Cached int    `json:"cached"`
	Fuel   *int64 `json:"fuel"` // null: not metered
}
