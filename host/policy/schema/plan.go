package schema

// answerTypes are the types of answers that a question may ask for (S0-01).
var answerTypes = []string{"numerical_value", "causal_mechanism", "comparison", "definition", "other"}

func intentSchema() Block {
	return Block{
		Name: "intent", Label: "name",
		Doc: "A reason to search, and the queries that express it.",
		Attrs: append(switches(), []Attr{
			{Name: "queries", Kind: KindTexts, Required: true,
				Doc: "templates with {question} {core_terms} {focus} {anchors} {option} {entity} {subject} {effect} {domain} {vocabulary} {draft} {alternative} {sub_claim}, " +
					"and {shared} {first} {second} of a pair; {option}, {sub_claim} and pairs give one query each; a placeholder without a value is dropped with its word, and a template whose subject has none is not asked (U29)"},
			{Name: "reserved", Kind: KindBool, Default: false, Doc: "works that only its queries found take part in the places of select.reserved, as those of queries for gaps do"},
			{Name: "against", Kind: KindBool, Default: false, Doc: "searches for contrary evidence: passages of works that only such queries found are marked for verification (B-15)"},
			{Name: "answer_types", Kind: KindWords, OneOf: answerTypes, Doc: "only for questions that request one of these kinds (S0-01); default: always"},
			{Name: "options", Kind: KindWord, OneOf: []string{"all", "surviving"}, Default: "all", Doc: "the options for {option}; surviving: those that eliminate_early kept, all without it (S3-05)"},
		}...),
		Blocks: []Block{{
			Name: "pairs",
			Doc:  "Fills the templates with {shared} {first} {second} for each pair of options that are hard to distinguish (S3-01); without such a pair there are no queries (S3-02).",
			Attrs: append(switches(), []Attr{
				{Name: "measure", Kind: KindWord, OneOf: measures, Doc: "overlap measure of above"},
				{Name: "above", Kind: KindNumber, Required: true, Max: 1, Measure: "measure", Doc: "options that overlap strictly more than this are a pair"},
				{Name: "tokenizer", Kind: KindWord, OneOf: []string{"whitespace", "content"}, Default: "whitespace", Doc: "whitespace: words as written, in lower case, without stop words; content: as in all other measures"},
				{Name: "max", Kind: KindInt, Default: int64(3), Min: 1, Max: 1000, Doc: "most pairs of a question; those with the most overlap"},
			}...),
		}},
	}
}

func vocabularySchema() Block {
	return Block{
		Name: "vocabulary",
		Doc:  "Words of the documents found, for {vocabulary} in later rounds (S3-03, S3-04); empty before. A word counts if several documents contain it, but not many.",
		Attrs: append(switches(), []Attr{
			{Name: "after", Kind: KindName, Refers: "round", OneOf: []string{"every_round"}, Required: true, Doc: "when it is gathered; every_round: again after each round"},
			{Name: "top", Kind: KindInt, Default: int64(5), Min: 1, Max: 100, Doc: "how many words, those in most documents first"},
			{Name: "documents", Kind: KindPair, Default: [2]float64{2, 4}, Min: 1, Max: 1e6, Doc: "how many of the documents found so far must contain a word, whole numbers"},
			{Name: "length", Kind: KindPair, Default: [2]float64{5, 20}, Min: 1, Max: 1000, Doc: "length of a word in letters, whole numbers"},
		}...),
	}
}

func relaxSchema() Block {
	return Block{
		Name: "relax",
		Doc:  "Rewrites queries before they are sent (B-09): quotes are stripped, terms replaced by a table, long queries cut.",
		Attrs: append(switches(), []Attr{
			{Name: "max_terms", Kind: KindInt, Required: true, Min: 1, Max: 1000, Doc: "most words of a query; anchors (names, symbols, numbers) take precedence (S4-01)"},
			{Name: "strip_quotes", Kind: KindBool, Default: true, Doc: "whether quotes are removed"},
			{Name: "literal", Kind: KindBool, Default: false, Doc: "true: search for all words of a query, including filler, instead of its subject (D11 as the proposals write it)"},
			{Name: "enrich", Kind: KindConfig, Doc: "words or phrases and their replacements, such as { TEMPO = \"TEMPO nitroxyl oxidation\" }; whole words, in this case only"},
		}...),
	}
}

// stopSchema returns a further reason of the adaptive gate.
func stopSchema() Block {
	return Block{
		Name: "stop", Label: "name",
		Doc: "Ends retrieval, from min_rounds on, when rounds bring few documents with low scores (S1-21). Checked before the other two reasons; its name is the reason.",
		Attrs: append(switches(), []Attr{
			{Name: "stage", Kind: KindStage, Required: true, Doc: "a stage of select with each_round"},
			{Name: "below", Kind: KindNumber, Required: true, Min: -1000, Max: 1000, Doc: "a round is low if the mean score of its new documents is below this; 0 without new documents (U27)"},
			{Name: "rounds", Kind: KindInt, Default: int64(2), Min: 1, Max: 100, Doc: "number of consecutive low rounds"},
			{Name: "new_documents_below", Kind: KindInt, Max: 10000, Doc: "the last round must also bring fewer new documents than this; 0: no such condition; default: min_new_docs"},
		}...),
	}
}

func eliminateSchema() Block {
	return Block{
		Name: "eliminate_early",
		Doc:  "Eliminates options by their words alone, for the queries of intents with options = \"surviving\" (C35); scoring still considers all.",
		Attrs: append(switches(), []Attr{
			{Name: "after", Kind: KindName, Refers: "round", Required: true, Doc: "the round after which it runs"},
			{Name: "below", Kind: KindNumber, Default: 0.25, Max: 1, Doc: "eliminates an option if the share of its own words in a document is this much below the best option's"},
			{Name: "keep_at_least", Kind: KindInt, Default: int64(2), Min: 1, Max: 100, Doc: "least number of options kept"},
		}...),
	}
}

func contrastSchema() Block {
	return Block{
		Name: "contrast",
		Doc:  "Finds, for each pair of options, the best passages that mention the key phrases of both near each other, for the record and the model (S3-16).",
		Attrs: append(switches(), []Attr{
			{Name: "window", Kind: KindInt, Required: true, Min: 1, Max: 100000, Doc: "most words between the two; 200 as proposed"},
			{Name: "max", Kind: KindInt, Default: int64(2), Min: 1, Max: 100, Doc: "most passages of a pair"},
		}...),
	}
}

func groupSchema() Block {
	return Block{
		Name: "group", Label: "name",
		Doc: "Terms that are scaled together: their sum is multiplied by scale, and divided by the sum of their positive weights if normalise is set (S1-14, D4).",
		Attrs: append(switches(), []Attr{
			{Name: "terms", Kind: KindNames, Refers: "term", Required: true, Doc: "terms of the same block"},
			{Name: "scale", Kind: KindNumber, Default: 1.0, Min: 0, Max: 1000, Doc: "factor"},
			{Name: "normalise", Kind: KindBool, Default: false, Doc: "makes scale the largest sum for features between 0 and 1"},
		}...),
	}
}

func summarySchema() Block {
	return Block{
		Name: "summary",
		Doc:  "Reads only the first sentences of each section, and those that report a measurement (S2-15); passages are then the remaining runs of sentences.",
		Attrs: append(switches(), []Attr{
			{Name: "lead_sentences", Kind: KindInt, Required: true, Max: 1000, Doc: "of each section"},
			{Name: "signals", Kind: KindWord, OneOf: []string{"none", "as_written", "corrected"}, Default: "corrected",
				Doc: "which sentences report a measurement: by the pattern as proposed, by the corrected one (D10), or none"},
			{Name: "abstracts", Kind: KindBool, Default: true, Doc: "abstracts are summarised, too; false: they are read whole, as they are summaries already"},
			{Name: "max_chars", Kind: KindInt, Default: int64(0), Max: 10e6, Doc: "length of a section's summary, whole sentences and at least one; 0: no limit"},
		}...),
	}
}

// itemTerm returns a term of the select, read or options block.
func itemTerm(more ...Attr) Block {
	b := termSchema("term", true)
	b.Attrs = append(b.Attrs, more...)
	b.Attrs = append(b.Attrs,
		Attr{Name: "relative_to", Kind: KindName, Refers: "group", Doc: "a group of the same block whose factor also scales this term (C7)"},
		Attr{Name: "normalise", Kind: KindWord, OneOf: []string{"none", "min_max"}, Default: "none", Doc: "min_max: the least value of the items counts 0 and the greatest 1, all 0 if they are equal (D6)"},
		Attr{Name: "when", Kind: KindCondition, Doc: "the term counts only if this is true; evaluated once, when documents are selected (C23)"})
	return b
}

// selectStage returns a stage that may score after each round.
func selectStage() Block {
	b := stageSchema()
	b.Attrs = append(b.Attrs,
		Attr{Name: "each_round", Kind: KindBool, Default: false, Doc: "scores a round's new documents right after it, against the documents that would be read then (S1-11 to S1-13), instead of all at selection"},
		Attr{Name: "from_round", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "with each_round: the first round, counting those that ran, whose documents get a score (C38)"})
	return b
}
