package policy

// State is what conditions and calibration terms may read: metric path, such as
// "answer.support_coverage" or "rounds.primary.selected_quality", to a float64, bool
// or string. A path that the schema knows and the state lacks is null.
type State map[string]any

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

// neutral is the value of a metric in tests that do not give one.
func (m Metric) neutral() any {
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

const unbounded = 1e18

// roundMetrics exist as round.* (the last finished round) and rounds.<name>.*.
var roundMetrics = []Metric{
	{Path: "ran", Type: MetricBool, Doc: "whether the round ran; always known under rounds.<name>"},
	{Path: "selected_quality", Type: MetricNumber, Min: 0, Max: 1, Doc: "mean over the documents that would be selected now of 2/3 title overlap + 1/3 abstract overlap (U04)"},
	{Path: "quality_gain", Type: MetricNumber, Min: -1, Max: 1, Doc: "change of selected_quality by this round"},
	{Path: "new_documents", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "documents this round added to the pool"},
	{Path: "queries", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "queries asked", Neutral: 1.0},
	{Path: "passes", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "passes so far; more than 1 only with repeat"},
	{Path: "open_gaps", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "gaps found after this round; null without gap analysis"},
}

// metrics is the rest of the schema.
var metrics = []Metric{
	{Path: "question.type", Type: MetricText, OneOf: []string{"multiple_choice", "free_form", "claim"}, Doc: "type of the question"},
	{Path: "question.answer_type", Type: MetricText, OneOf: []string{"numerical_value", "causal_mechanism", "comparison", "definition", "other"}, Doc: "what kind of answer is asked for (S0-01)", Neutral: "other"},
	{Path: "question.options", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "number of options"},
	{Path: "question.polar", Type: MetricBool, Doc: "whether the options are yes, no (and maybe), or the question is a claim"},
	{Path: "run.elapsed_seconds", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "by the run's own clock"},
	{Path: "run.rounds", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "rounds that ran"},
	{Path: "budget.max_usd", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "null without limit"},
	{Path: "budget.remaining_usd", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "max less spent and reserved (U30); null without limit"},
	{Path: "budget.max_s", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "null without limit"},
	{Path: "budget.remaining_s", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "null without limit"},
	{Path: "budget.searches_left", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "null without limit"},
	{Path: "budget.fuel_left", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "max less what plugin calls may have used; null without limit"},
	{Path: "pool.documents", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "documents found so far, duplicates merged"},
	{Path: "pool.sources", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "sources that contributed", Neutral: 1.0},
	{Path: "pool.contested", Type: MetricNumber, Min: 0, Max: 0.5, Doc: "of the documents that would be read now, the smaller share: of those that deny something near the question's terms, or of those that do not (S2-13)"},
	{Path: "answer.answered", Type: MetricBool, Doc: "whether there is an answer at all"},
	{Path: "answer.support_coverage", Type: MetricNumber, Min: 0, Max: 1, Doc: "claims used in the answer with a passage link / claims used (U10)"},
	{Path: "answer.score", Type: MetricNumber, Min: -unbounded, Max: unbounded, Doc: "score of the chosen option, or support of the extracted answer", Neutral: 1.0},
	{Path: "answer.margin", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "chosen option's score less the runner-up's; null without options", Neutral: 1.0},
	{Path: "answer.model_confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "how sure the models are of the answer: the score that they give the chosen option, or what the solver of a free answer says; null where no model answered"},
	{Path: "answer.answerable", Type: MetricBool, Doc: "false where a model says that the evidence does not settle the question (B-18)"},
	{Path: "answer.source_diversity", Type: MetricNumber, Min: 0, Max: 1, Doc: "distinct documents cited / 5, at most 1"},
	{Path: "answer.relevance", Type: MetricNumber, Min: 0, Max: 1, Doc: "containment of the question's focus terms in the best cited document"},
	{Path: "answer.citations", Type: MetricNumber, Min: 0, Max: unbounded, Doc: "citations of the answer", Neutral: 1.0},
	{Path: "answer.provisional_confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "confidence before falsification (C15)"},
	{Path: "answer.confidence", Type: MetricNumber, Min: 0, Max: 1, Doc: "final confidence; known to gates only"},
}

// Metrics lists the schema of State but for the signals of stages. Those of rounds appear
// under "round." and, for the rounds by name, under "rounds.*."; those of gap blocks under "gaps.*.", by kind.
func Metrics() []Metric {
	var out []Metric
	for _, prefix := range []string{"round.", "rounds.*."} {
		for _, m := range roundMetrics {
			m.Path = prefix + m.Path
			out = append(out, m)
		}
	}
	for _, m := range gapMetrics {
		m.Path = "gaps.*." + m.Path
		out = append(out, m)
	}
	for _, m := range bridgeMetrics {
		m.Path = "bridge." + m.Path
		out = append(out, m)
	}
	return append(out, metrics...)
}

// stageRoots are the blocks whose stages' signals are readable as
// <root>.<stage>.<signal>; "falsify" uses the falsify block's kind and adds ".ran".
var stageRoots = []string{"triangulate", "verify", "on", "falsify", "options"}

// A Feature is a named number of an item that a term may weigh.
type Feature struct {
	Path     string
	Min, Max float64
	Doc      string
}

// Features lists what terms of the select ("document."), read ("passage.") and
// options ("option.") blocks may name. Calibration terms name metrics instead.
func Features() []Feature {
	return []Feature{
		{"document.title_overlap", 0, 1, "share of the question's focus terms in the title"},
		{"document.abstract_overlap", 0, 1, "share of the question's focus terms in the abstract and text"},
		{"document.recency", 0, 1, "max(0, 1 - age/10 years) against the run's reference year; unknown year: unknown (U03)"},
		{"document.retrieval", 0, 1, "reciprocal rank fusion over the queries that found it, scaled to the best of the pool"},
		{"document.preprint", 0, 1, "1 for a preprint"},
		{"document.venue_adjust", -1, 1, "what select.venues says of its venue (S2-11); unknown: it is not in the list, or there is none"},
		{"document.bridge_entity", 0, 1, "1 if title or abstract has a name that a bridge is built on, whatever its case (S4-11); unknown without a bridge"},
		{"document.retracted", 0, 1, "1 for a retracted work"},
		{"passage.question_overlap", 0, 1, "share of the question's terms in the passage"},
		{"passage.focus_overlap", 0, 1, "share of the focus terms (question and options) in the passage"},
		{"passage.recency", 0, 1, "as document.recency"},
		{"passage.bridge_linked", 0, 1, "1 if it has such a name and a word of a claim that stood before the bridge (S4-12); unknown without a bridge"},
		{"passage.document", 0, 1, "score of its document scaled to the best selected"},
		{"option.model", 0, 1, "what the solvers of synthesise think of it; unknown where no model answered (B-16)"},
		{"option.lexical", 0, 1, "greatest containment of the option's own terms in a cited passage (U07)"},
		{"option.evidence", 0, 1, "question overlap of the option's best passage times the share of the option's own terms in it"},
		{"option.retrieval", 0, 1, "share of retrieved weight that falls on documents holding the option's own terms"},
		{"option.stance", 0, 1, "for yes/no/maybe options and claims: probability of that verdict by the first verify stage that gives one"},
		{"option.citations", 0, unbounded, "citations for the option"},
	}
}
