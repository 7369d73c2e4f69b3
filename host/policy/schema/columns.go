package schema

import "slices"

// A Table is one table that the host can show to plugins, with all the columns it may have. Which
// blocks offer it, and which columns of it, is the run's matter; a plugin gets those that it
// declares and the policy does not deny.
type Table struct {
	Name    string
	Columns []string
	Doc     string
}

// Tables returns the closed list of what can be sent to a plugin, and so of what can be denied.
func Tables() []Table {
	return []Table{
		{"items", []string{"token_set", "title_set", "own_set", "title", "text", "venue", "source", "section", "year", "citation_count", "retracted", "venue_adjust", "bridge_entity",
			"retrieval", "relevance", "question_overlap", "position", "document", "document_score", "against", "bridge_linked", "lexical", "model", "citations",
			"term_set", "type", "round"},
			"what a score stage scores: documents in select, passages in read, options in options, gaps in gap"},
		{"pieces", []string{"token_set", "text", "section", "source", "relevance", "question_overlap", "document", "document_score", "against", "year", "quantities", "round"},
			"in gap: the evidence that gaps are compared with, documents or passages"},
		{"passages", []string{"token_set", "text", "section", "source", "relevance", "question_overlap", "position", "document", "document_score", "against", "bridge_linked", "year"},
			"the passages read; in falsify, those found against the draft"},
		{"sentences", []string{"text", "title", "section", "source", "document", "place", "position", "relevance", "addresses", "year"},
			"the sentences of the passages read; place is a sentence's number in its document, addresses the output of address stages"},
		{"words", []string{"text", "rarity"}, "the content words of question and options, each once, and how rare each is in the sources: 1 if no document has it"},
		{"claims", []string{"cluster", "document", "source", "value", "unit", "base_confidence", "option", "token_set", "text", "type", "qualifier"}, "the claims extracted from passages"},
		{"documents", []string{"title", "text", "first_sentence", "source", "document", "relevance", "year"}, "in verify: all documents found, best first, with the first sentence of each abstract"},
		{"pool", []string{"source_types", "documents"}, "numbers of documents found"},
		{"query", []string{"token_set", "text", "core_terms", "answer_type", "year"}, "the question"},
		{"options", []string{"token_set", "text", "label", "phrase"}, "its options"},
		{"known", []string{"token_set"}, "the words of the documents chosen so far"},
		{"draft", []string{"text", "phrase", "statement", "side"}, "the draft answer; statement is the sentence that it says or rests on; of a yes/no question or claim the question, its core terms, and side: 1 affirmed, -1 denied, 0 left open"},
		{"terms", []string{"name", "value", "weight", "floor", "cap", "one_sided", "base"}, "the terms of the confidence"},
	}
}

// Deniable lists what deny may name: columns, and columns of one table.
func Deniable() []string {
	var out []string
	for _, t := range Tables() {
		for _, c := range t.Columns {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
			out = append(out, t.Name+"."+c)
		}
	}
	return out
}
