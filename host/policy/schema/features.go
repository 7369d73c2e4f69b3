package schema

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
		{"document.venue_adjust", -1, 1, "the adjustment of its venue in select.venues (S2-11); unknown if the list lacks it, or without a list"},
		{"document.bridge_entity", 0, 1, "1 if title or abstract contains the name of a bridge, in any case (S4-11); unknown without a bridge"},
		{"document.retracted", 0, 1, "1 for a retracted work"},
		{"passage.question_overlap", 0, 1, "share of the question's terms in the passage"},
		{"passage.focus_overlap", 0, 1, "share of the focus terms (question and options) in the passage"},
		{"passage.recency", 0, 1, "as document.recency"},
		{"passage.bridge_linked", 0, 1, "1 if it has such a name and a word of a claim from before the bridge (S4-12); unknown without a bridge"},
		{"passage.document", 0, 1, "score of its document scaled to the best selected"},
		{"option.model", 0, 1, "the score from the solvers of synthesise; unknown if no model answered (B-16)"},
		{"option.lexical", 0, 1, "greatest containment of the option's own terms in a cited passage (U07)"},
		{"option.evidence", 0, 1, "question overlap of the option's best passage times the share of the option's own terms in it"},
		{"option.retrieval", 0, 1, "share of the retrieved weight in documents with the option's own terms"},
		{"option.stance", 0, 1, "for yes/no/maybe options and claims: probability of that verdict from the first verify stage that returns one"},
		{"option.citations", 0, Unbounded, "citations for the option"},
	}
}
