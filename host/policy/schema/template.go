package schema

// Placeholders lists the words that the query templates of intents, gaps and falsification
// may hold in braces.
func Placeholders() []string {
	return []string{
		"alternative", "anchors", "core_terms", "domain", "draft", "effect", "entities", "entity", "first", "focus", "gap", "gap_terms", "metric", "missing", "option", "phenomenon", "planned", "process", "property", "question", "second", "shared", "sub_claim",
		"subject", "system", "vocabulary", "year_range",
		"claim", "doc_a", "doc_b", "hypothesis_a", "hypothesis_b", "phrase", // of handlers
	}
}

// FunctionNames returns all that expressions may call.
func FunctionNames() []string {
	return []string{"abs", "clamp", "coalesce", "contains", "length", "max", "min"}
}
