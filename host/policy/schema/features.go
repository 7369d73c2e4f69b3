package schema

import "slices"

// A Feature is a named number of an item that a term may weigh.
type Feature struct {
	Path     string
	Min, Max float64
	Doc      string
	// OneOf are the names that follow the path, such as those of types; nil: none does.
	OneOf []string
}

// Paths returns the paths that a term may name.
func (f Feature) Paths() []string {
	if f.OneOf == nil {
		return []string{f.Path}
	}
	var out []string
	for _, name := range f.OneOf {
		out = append(out, f.Path+"."+name)
	}
	return out
}

// DocumentTypes returns the types of documents, whatever a source calls them; docs/literature.md explains them.
func DocumentTypes() []string { return slices.Clone(documentTypes) }

var documentTypes = []string{
	"meta-analysis", "systematic-review", "randomized-trial", "clinical-trial", "retraction-notice", "expression-of-concern", "erratum", "guideline",
	"review", "case-report", "observational-study", "protocol", "peer-review", "letter", "comment", "editorial", "news", "preprint", "dataset", "software",
	"conference-paper", "proceedings", "book-chapter", "book", "thesis", "report", "reference-entry", "standard", "patent", "web", "article", "other",
}

// Features lists what terms of the select ("document."), read ("passage.") and
// options ("option.") blocks may name. Calibration terms name metrics instead.
func Features() []Feature {
	return []Feature{
		{Path: "document.title_overlap", Min: 0, Max: 1, Doc: "share of the question's focus terms in the title"},
		{Path: "document.abstract_overlap", Min: 0, Max: 1, Doc: "share of the question's focus terms in the abstract and text"},
		{Path: "document.recency", Min: 0, Max: 1, Doc: "max(0, 1 - age/10 years) against the run's reference year; unknown year: unknown (U03)"},
		{Path: "document.retrieval", Min: 0, Max: 1, Doc: "reciprocal rank fusion over the queries that found it, scaled to the best of the pool"},
		{Path: "document.rerank", Min: 0, Max: 1, Doc: "relevance by the model of rerank, between the least and the greatest that it gave; unknown for documents that it was not shown, or without a model"},
		{Path: "document.hybrid", Min: 0, Max: 1, Doc: "reciprocal rank fusion of the order by the searches and the order by vectors, scaled to the best; unknown without the model of embed"},
		{Path: "document.preprint", Min: 0, Max: 1, Doc: "1 for a preprint"},
		{Path: "document.type", Min: 0, Max: 1, OneOf: documentTypes, Doc: "1 for a document of that type, 0 for another; unknown where its source says no type"},
		{Path: "document.venue_adjust", Min: -1, Max: 1, Doc: "the adjustment of its venue in select.venues (S2-11); unknown if the list lacks it, or without a list"},
		{Path: "document.bridge_entity", Min: 0, Max: 1, Doc: "1 if title or abstract contains the name of a bridge, in any case (S4-11); unknown without a bridge"},
		{Path: "document.retracted", Min: 0, Max: 1, Doc: "1 for a retracted work"},
		{Path: "passage.question_overlap", Min: 0, Max: 1, Doc: "share of the question's terms in the passage"},
		{Path: "passage.focus_overlap", Min: 0, Max: 1, Doc: "share of the focus terms (question and options) in the passage"},
		{Path: "passage.recency", Min: 0, Max: 1, Doc: "as document.recency"},
		{Path: "passage.bridge_linked", Min: 0, Max: 1, Doc: "1 if it has such a name and a word of a claim from before the bridge (S4-12); unknown without a bridge"},
		{Path: "passage.document", Min: 0, Max: 1, Doc: "score of its document scaled to the best selected"},
		{Path: "option.model", Min: 0, Max: 1, Doc: "the score from the solvers of synthesise; unknown if no model answered (B-16)"},
		{Path: "option.lexical", Min: 0, Max: 1, Doc: "greatest containment of the option's own terms in a cited passage (U07)"},
		{Path: "option.evidence", Min: 0, Max: 1, Doc: "question overlap of the option's best passage times the share of the option's own terms in it"},
		{Path: "option.retrieval", Min: 0, Max: 1, Doc: "share of the retrieved weight in documents with the option's own terms"},
		{Path: "option.stance", Min: 0, Max: 1, Doc: "for yes/no/maybe options and claims: probability of that verdict from the first verify stage that returns one"},
		{Path: "option.entailed", Min: 0, Max: 1, Doc: "for yes/no options and claims: how clearly the sentences that the model of entail judged are on the side of that verdict; unknown without a model"},
		{Path: "option.reported", Min: 0, Max: 1, Doc: "how far the works that report the value which is asked for agree with the option's, within 5 %: their share, the less the fewer they are; unknown where not each option is a quantity of one unit, or no work reports one"},
		{Path: "option.single_source", Min: 0, Max: 1, Doc: "what the claims for the option lost of their own confidence because they rest on too few types of sources, on the average (S1-20)"},
		{Path: "option.refuted", Min: 0, Max: 1, Doc: "the falsification score of an earlier draft that was this option, for which the answer is drafted anew (S0-19); 0 if it was none"},
		{Path: "option.citations", Min: 0, Max: Unbounded, Doc: "citations for the option"},
	}
}
