package schema

import (
	"slices"
	"strings"
)

// MetricType is the type of a metric.
type MetricType string

// The metric types.
const (
	MetricNumber MetricType = "number"
	MetricBool   MetricType = "bool"
	MetricText   MetricType = "text"
)

// A Metric is one entry of the closed schema of State. Paths under "rounds.*."
// stand for one entry per round of the policy.
type Metric struct {
	Path     string
	Type     MetricType
	Min, Max float64  // inclusive range of a number
	OneOf    []string // the values of a text
	Doc      string
	// Neutral is the value in policy tests that do not give one; nil: 1 for what lies within 0 and 1,
	// else 0. What follows from the policy, the question or the rounds is said in docs/policy.md.
	Neutral any
}

// NeutralValue returns the value of a metric in tests that do not give one.
func (m Metric) NeutralValue() any {
	switch {
	case m.Neutral != nil:
		return m.Neutral
	case m.Type == MetricNumber && m.Max == 1:
		return 1.0
	case m.Type == MetricNumber:
		return 0.0
	case m.Type == MetricBool:
		return true
	}
	return m.OneOf[0]
}

// Unbounded stands for no limit in ranges, and is the greatest number that a policy may hold.
const Unbounded = 1e18

// Metrics lists the schema of State but for the signals of stages. Those of rounds appear
// under "round." and, for the rounds by name, under "rounds.*."; those of gap blocks under "gaps.*.", by kind.
func Metrics() []Metric {
	var out []Metric
	for _, prefix := range []string{"round.", "rounds.*."} {
		for _, m := range RoundMetrics() {
			m.Path = prefix + m.Path
			out = append(out, m)
		}
	}
	for _, m := range GapMetrics() {
		m.Path = "gaps.*." + m.Path
		out = append(out, m)
	}
	for _, m := range BridgeMetrics() {
		m.Path = "bridge." + m.Path
		out = append(out, m)
	}
	return append(out, RunMetrics()...)
}

// RunMetrics returns those of the question, the run, the budget, the pool and the answer.
func RunMetrics() []Metric {
	return []Metric{
		{Path: "question.type", Type: MetricText, OneOf: []string{"multiple_choice", "free_form", "claim"}, Doc: "type of the question"},
		{Path: "question.answer_type", Type: MetricText, OneOf: []string{"numerical_value", "causal_mechanism", "comparison", "definition", "other"}, Doc: "the kind of the requested answer (S0-01)", Neutral: "other"},
		{Path: "question.options", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "number of options"},
		{Path: "question.polar", Type: MetricBool, Doc: "whether the options are yes, no (and maybe), or the question is a claim"},
		{Path: "run.elapsed_seconds", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "elapsed time of the run"},
		{Path: "run.rounds", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "rounds that ran"},
		{Path: "budget.max_usd", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "null without limit"},
		{Path: "budget.remaining_usd", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "max less spent and reserved (U30); null without limit"},
		{Path: "budget.max_s", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "null without limit"},
		{Path: "budget.remaining_s", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "null without limit"},
		{Path: "budget.searches_left", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "null without limit"},
		{Path: "budget.fuel_left", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "max less what plugin calls may have used; null without limit"},
		{Path: "pool.documents", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "documents found so far, duplicates merged"},
		{Path: "pool.sources", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "sources that contributed", Neutral: 1.0},
		{Path: "pool.contested", Type: MetricNumber, Min: 0, Max: 0.5, Doc: "of the documents that would be read now, the smaller of two shares: those that negate something near the question's terms, and the others (S2-13)"},
		{Path: "reading.addressed", Type: MetricNumber, Min: 0, Max: 1, Doc: "how well the best sentence addresses the question; null without address stages"},
		{Path: "reading.works", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "works with a sentence that addresses the question; null without address stages", Neutral: 1.0},
		{Path: "reading.breadth", Type: MetricNumber, Min: 0, Max: 1, Doc: "1 - 1/(1+n) for n such works; null without address stages", Neutral: 0.5},
		{Path: "answer.answered", Type: MetricBool, Doc: "whether there is an answer at all"},
		{Path: "answer.support_coverage", Type: MetricNumber, Min: 0, Max: 1, Doc: "claims used in the answer with a passage link / claims used (U10)"},
		{Path: "answer.score", Type: MetricNumber, Min: -Unbounded, Max: Unbounded, Doc: "score of the chosen option, or support of the extracted answer", Neutral: 1.0},
		{Path: "answer.margin", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "chosen option's score less the runner-up's; null without options", Neutral: 1.0},
		{Path: "answer.model_confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "the models' confidence in the answer: their score of the chosen option, or the solver's for a free answer; null if no model answered"},
		{Path: "answer.model_agreement", Type: MetricNumber, Min: -0.5, Max: 0.5, Doc: "the models' confidence in the answer after half of its log-odds, as they are surer than right, less 0.5; null where no model answered"},
		{Path: "answer.swayed", Type: MetricBool, Doc: "whether only what models say makes the chosen option the best one", Neutral: false},
		{Path: "answer.answerable", Type: MetricBool, Doc: "false where a model says that the evidence does not settle the question (B-18)"},
		{Path: "answer.source_diversity", Type: MetricNumber, Min: 0, Max: 1, Doc: "distinct documents cited / 5, at most 1"},
		{Path: "answer.relevance", Type: MetricNumber, Min: 0, Max: 1, Doc: "containment of the question's focus terms in the best cited document"},
		{Path: "answer.addressed", Type: MetricNumber, Min: 0, Max: 1, Doc: "how well the best quote of the answer addresses the question; null without address stages"},
		{Path: "answer.clarity", Type: MetricNumber, Min: 0, Max: 1, Doc: "how clearly the best sentence says what the answer says: addresses² × subject × relation, and of a verdict × √|stance|; 0 of a verdict that leaves the question open; null without address stages"},
		{Path: "answer.counter_clarity", Type: MetricNumber, Min: 0, Max: 1, Doc: "how clearly the best sentence says the contrary of a verdict, or of one that leaves the question open, either side; 0 of other answers; null without address stages", Neutral: 0.0},
		{Path: "answer.agreement", Type: MetricNumber, Min: 0, Max: 1, Doc: "1 - 1/(1+n) for n works that agree with the answer; null without address stages"},
		{Path: "answer.opposition", Type: MetricNumber, Min: 0, Max: 1, Doc: "the same for works that disagree", Neutral: 0.0},
		{Path: "answer.contradictions", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "works that refute the answer, each once, however they were found (B-15): those that clearly take the other side of a verdict, those with a refutation that verify stages find beside the answer's own words, and those by which falsification refutes the draft; never one that the answer rests on", Neutral: 0.0},
		{Path: "answer.undecided", Type: MetricBool, Doc: "whether the verdict leaves a claim or yes/no question open; null without address stages", Neutral: false},
		{Path: "answer.denied", Type: MetricBool, Doc: "whether the verdict is no, or that a claim is contradicted; null without address stages", Neutral: false},
		{Path: "answer.prominence", Type: MetricNumber, Min: 0, Max: 1, Doc: "retrieval score (document.retrieval) of the first quoted work; null without address stages or quotes"},
		{Path: "answer.authority", Type: MetricNumber, Min: 0, Max: 1, Doc: "the greatest score of a cited work from stage authority of select; null without that stage"},
		{Path: "answer.citations", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "citations of the answer", Neutral: 1.0},
		{Path: "answer.provisional_confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "confidence before falsification (C15)"},
		{Path: "answer.confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "final confidence; known to gates only"},
	}
}

// RoundMetrics exist as round.* (the last finished round) and rounds.<name>.*.
func RoundMetrics() []Metric {
	return []Metric{
		{Path: "ran", Type: MetricBool, Doc: "whether the round ran; always known under rounds.<name>"},
		{Path: "selected_quality", Type: MetricNumber, Min: 0, Max: 1, Doc: "mean over the documents that would be selected now of 2/3 title overlap + 1/3 abstract overlap (U04)"},
		{Path: "quality_gain", Type: MetricNumber, Min: -1, Max: 1, Doc: "change of selected_quality by this round"},
		{Path: "new_documents", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "documents this round added to the pool"},
		{Path: "queries", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "queries asked", Neutral: 1.0},
		{Path: "passes", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "passes so far; more than 1 only with repeat"},
		{Path: "open_gaps", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "gaps found after this round; null without gap analysis"},
	}
}

// GapMetrics are known of every gap block, under gaps.KIND.
func GapMetrics() []Metric {
	return []Metric{
		{Path: "ran", Type: MetricBool, Doc: "whether gaps were looked for; always known"},
		{Path: "found", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "gaps found so far, each once"},
		{Path: "filled", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "gaps that later evidence fills (S2-20)"},
		{Path: "open", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "gaps still open"},
		{Path: "saturation", Type: MetricNumber, Min: 0, Max: 1, Doc: "mean share of the gaps' terms in the evidence (S1-09), or the output of stage saturation; null without gaps", Neutral: 1.0},
		{Path: "queries", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "queries written for gaps"},
		{Path: "subrounds", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "further searches for gaps that stayed open"},
	}
}

// BridgeMetrics are known of a gap block of kind bridge once it has looked (S4-18).
func BridgeMetrics() []Metric {
	return []Metric{
		{Path: "triggered", Type: MetricBool, Doc: "whether its queries were sent"},
		{Path: "entities", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "names taken from the best abstracts"},
		{Path: "queries", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "queries written"},
		{Path: "documents", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "documents that only its queries found"},
	}
}

// HandlerMetrics lists what a policy may read of each handler, under "on.EVENT.".
func HandlerMetrics() []Metric {
	return []Metric{
		{Path: "found", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "findings of the event"},
		{Path: "ran", Type: MetricBool, Doc: "whether the handler acted"},
		{Path: "new_documents", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "works that only its search found"},
		{Path: "resolved", Type: MetricBool, Doc: "whether the search settled it: it found a new work (S2-19), or as resolved_by says"},
	}
}

// UpgradeMetrics returns those of a handler with an upgrade block.
func UpgradeMetrics() []Metric {
	return []Metric{
		{Path: "upgraded", Type: MetricBool, Doc: "whether the answer is made in the upgrade's mode"},
		{Path: "withheld", Type: MetricBool, Doc: "whether the batch's cap of upgrades prevents it (S3-19); a test that sets true simulates such a batch"},
		{Path: "estimate_usd", Type: MetricNumber, Min: 0, Max: Unbounded, Doc: "estimated cost of an answer in that mode (U21); null: unknown"},
	}
}

// StageRoots returns the blocks whose stages' signals are readable as
// <root>.<stage>.<signal>; "falsify" uses the falsify block's kind and adds ".ran".
func StageRoots() []string {
	return []string{"address", "triangulate", "verify", "on", "falsify", "options", "answer"}
}

// StateRoots returns the first words of every path of the state.
func StateRoots() []string {
	roots := []string{"round", "rounds"}
	for _, m := range RunMetrics() {
		root, _, _ := strings.Cut(m.Path, ".")
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	for _, root := range append([]string{"gaps", "bridge"}, StageRoots()...) {
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots
}
