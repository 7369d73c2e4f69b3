package schema

var measures = []string{"containment", "jaccard", "overlap"}

func policySchema() Block {
	return Block{
		Name: "policy", Label: "name",
		Doc: "A policy: how questions are answered.",
		Attrs: []Attr{
			{Name: "description", Kind: KindText, Doc: "for operators"},
			{Name: "extends", Kind: KindNames, Refers: "policy", Doc: "parents; their blocks are merged by label, this policy's own settings win"},
			{Name: "mode", Kind: KindName, OneOf: ModeNames(), Default: string(ModeStandard), Doc: "the mode of runs without --mode"},
			{Name: "sources", Kind: KindNames, Refers: "source", Default: []string{"local"}, Doc: "retrieval sources that can be searched"},
			{Name: "order", Kind: KindNames, Refers: "round", Doc: "the rounds that run, in this order; a child omits a round to drop it"},
		},
		Blocks: []Block{
			rolesSchema(),
			budgetSchema("Limits of one question.", true),
			{
				Name: "adaptive",
				Doc:  "Ends retrieval when a round brought few new documents or little quality (B-06).",
				Attrs: []Attr{
					{Name: "enabled", Kind: KindBool, Default: true, Doc: "false: every round of order runs"},
					{Name: "min_rounds", Kind: KindInt, Default: int64(2), Min: 1, Max: 100, Doc: "rounds that always run"},
					{Name: "max_rounds", Kind: KindInt, Default: int64(5), Min: 1, Max: 100, Doc: "most rounds that run, except those that do not count"},
					{Name: "min_new_docs", Kind: KindInt, Default: int64(2), Max: 10000, Doc: "fewer new documents than this end retrieval"},
					{Name: "min_quality_gain", Kind: KindNumber, Default: 0.03, Max: 1, Doc: "a smaller gain of selected_quality than this ends retrieval"},
					{Name: "ask_gaps", Kind: KindBool, Default: false, Doc: "true: retrieval does not end before the queries for gaps are asked that were found; the rounds that would have asked them then ask nothing else"},
				},
				Blocks: []Block{stopSchema()},
			},
			planningSchema(), intentSchema(), vocabularySchema(), relaxSchema(), roundSchema(), gapSchema(), selectSchema(), readSchema(), claimsSchema(),
			addressSchema(),
			{Name: "triangulate", Doc: "Checks whether independent sources agree.", Blocks: []Block{stageSchema()}},
			{Name: "verify", Doc: "Checks whether the evidence supports or contradicts.", Blocks: []Block{stageSchema(), entailSchema()}},
			handlerSchema(), synthesisSchema(), falsifySchema(), optionsSchema(),
			{
				Name: "answer",
				Doc:  "How a free-form answer is built from claims.",
				Attrs: []Attr{
					{Name: "max_sentences", Kind: KindInt, Default: int64(3), Min: 1, Max: 100, Doc: "length of the answer"},
					{Name: "model_weight", Kind: KindNumber, Default: 0.0, Max: 1, Doc: "a model's answer, times how sure it is, adds this to what stages found in the sentence or words that it names; 0: what a model writes is the answer"},
					{Name: "min_support", Kind: KindNumber, Default: 0.0, Max: 1, Doc: "weaker claims are not used"},
				},
				Blocks: []Block{stageSchema()},
			},
			followUpSchema(), calibrateSchema(), gateSchema(), allowSchema(), trustSchema(),
		},
	}
}

func followUpSchema() Block {
	return Block{
		Name: "follow_up",
		Doc: "Searches that stages of the options and answer blocks propose, such as for an entity that the question only describes. They run " +
			"once; the documents found are read, and the question is answered again.",
		Attrs: []Attr{
			{Name: "max_queries", Kind: KindInt, Default: int64(0), Max: 100, Doc: "most queries; 0: none"},
			{Name: "results", Kind: KindInt, Default: int64(10), Min: 1, Max: 1000, Doc: "hits requested per query"},
			{Name: "documents", Kind: KindInt, Default: int64(3), Min: 1, Max: 100, Doc: "how many of the works found are read, best first"},
		},
	}
}

func addressSchema() Block {
	return Block{
		Name: "address",
		Doc:  "Selects the sentences that address the question. Only those count for the answer.",
		Attrs: []Attr{
			{Name: "counts_from", Kind: KindNumber, Default: 0.5, Max: 1, Doc: "a sentence counts if a stage's part addresses is at least this"},
			{Name: "labels_from", Kind: KindNumber, Max: 1, Doc: "a quote is shown as supporting or contradicting if its sentence says so at least this clearly: the square root of its stance, times addresses squared, subject and relation"},
			{Name: "nearest", Kind: KindInt, Default: int64(3), Max: 100, Doc: "how many of the closest sentences a result shows if none counts"},
			{Name: "role", Kind: KindName, OneOf: ChatRoles(), Doc: "the model that reads the best passages beside the stages: which address the question, and what they say; what it reads reaches the prompt of the answer"},
			{Name: "passages", Kind: KindInt, Default: int64(8), Min: 1, Max: 200, Doc: "how many passages that model is shown"},
			{Name: "model_weight", Kind: KindNumber, Default: 0.25, Max: 1, Doc: "how much what it says of a sentence weighs beside what the stages say"},
		},
		Blocks: []Block{stageSchema()},
	}
}

func budgetSchema(doc string, whole bool) Block {
	b := Block{
		Name: "budget", Doc: doc,
		Attrs: []Attr{
			{Name: "max_cost", Kind: KindMoney, Min: 1, Max: 1e12, Doc: "money, for paid sources and models; left out: no limit"},
			{Name: "max_wall", Kind: KindDuration, Doc: "time"},
			{Name: "searches", Kind: KindInt, Min: 1, Max: 1e6, Doc: "queries to sources"},
			{Name: "model_tokens", Kind: KindInt, Min: 1, Max: 1e9, Doc: "tokens of language models, in and out"},
		},
	}
	if whole {
		b.Attrs = append(b.Attrs,
			Attr{Name: "fuel", Kind: KindCount, Min: 1000, Max: 1e15, Doc: "instructions of all plugin calls; each call is charged with its limit"},
			Attr{Name: "reserve_for", Kind: KindNames, Set: true, OneOf: []string{"synthesis", "calibration", "report"}, Doc: "steps for which the rounds must leave enough budget"},
			Attr{Name: "on_exhausted", Kind: KindWord, OneOf: []string{"finish", "fail"}, Default: "finish", Doc: "answer from the evidence so far, or end with exit code 6"})
	}
	return b
}

func roundSchema() Block {
	return Block{
		Name: "round", Label: "name",
		Doc: "One pass of retrieval.",
		Attrs: append(switches(), []Attr{
			{Name: "intents", Kind: KindNames, Refers: "intent", Doc: "the intents whose queries are sent; none: only queries that gap analysis injects"},
			{Name: "sources", Kind: KindNames, Refers: "source", Doc: "sources to search; default: all of the policy"},
			{Name: "when", Kind: KindCondition, Doc: "the round is skipped unless this is true; evaluated just before the round"},
			{Name: "max_queries", Kind: KindInt, Default: int64(0), Max: 1000, Doc: "0: no limit"},
			{Name: "results", Kind: KindInt, Default: int64(20), Min: 1, Max: 1000, Doc: "hits requested per query"},
			{Name: "counts_against_max", Kind: KindBool, Default: true, Doc: "whether it counts against adaptive.max_rounds"},
		}...),
		Blocks: []Block{budgetSchema("Limits of this round, within the policy's; of each pass, if it is repeated.", false), {
			Name: "repeat",
			Doc:  "Repeats the round for the gaps found; a pass without new queries ends it. Each pass counts as a round.",
			Attrs: []Attr{
				{Name: "max", Kind: KindInt, Required: true, Min: 2, Max: 20, Doc: "most passes"},
				{Name: "until", Kind: KindCondition, Doc: "evaluated after each pass; when it is true, the round ends"},
			},
		}},
	}
}
