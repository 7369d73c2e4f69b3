package policy

var questionTypes = []string{"multiple_choice", "free_form", "claim", "polar"}

func stageSchema() block {
	return block{
		Name: "stage", Label: "name",
		Doc: "A call of a plugin.",
		Attrs: append(switches(), []attr{
			{Name: "plugin", Kind: kindPlugin, Required: true, Doc: "which plugin"},
			{Name: "config", Kind: kindConfig, Doc: "overrides the plugin's config, setting by setting"},
			{Name: "on_error", Kind: kindWord, OneOf: []string{"fail", "skip"}, Default: "fail",
				Doc: "fail: a fault of the plugin ends the run with exit code 7; skip: its outputs are unknown and the run goes on with a warning"},
		}...),
		Blocks: []block{{
			Name:  "limits",
			Doc:   "Bounds of this stage's calls; the smaller of these and the plugin's own holds.",
			Attrs: callLimits(),
		}},
	}
}

// termSchema is a term named name; terms over items may also weigh a stage's score.
func termSchema(name string, items bool) block {
	b := block{
		Name: name, Label: "name",
		Doc: "One summand of a score: weight times value, held between floor and cap.",
		Attrs: append(switches(), []attr{
			{Name: "feature", Kind: kindFeature, Doc: "the value: a feature of the item or, in calibrate, a metric"},
			{Name: "weight", Kind: kindNumber, Required: true, Min: -1000, Max: 1000, Doc: "what one unit of the value is worth"},
			{Name: "floor", Kind: kindNumber, Min: -1e6, Max: 1e6, Doc: "least contribution"},
			{Name: "cap", Kind: kindNumber, Min: -1e6, Max: 1e6, Doc: "greatest contribution"},
			{Name: "one_sided", Kind: kindBool, Default: false, Doc: "the contribution may only lower (weight below 0) or only raise (above 0)"},
			{Name: "types", Kind: kindWords, OneOf: questionTypes, Doc: "kinds of question it applies to; polar: answered yes or no, and claims; default: all"},
		}...),
	}
	if items {
		b.Attrs = append(b.Attrs,
			attr{Name: "stage", Kind: kindStage, Doc: "instead of feature: the score of a stage of the same block"},
			attr{Name: "part", Kind: kindText, Doc: "a named part of that stage's output instead of its score"})
	}
	return b
}

func selectSchema() block {
	return block{
		Name: "select",
		Doc:  "Which documents are read (B-11).",
		Attrs: []attr{
			{Name: "documents", Kind: kindPair, Default: [2]float64{10, 14}, Min: 1, Max: 1000, Doc: "how many, whole numbers"},
			{Name: "one_per_source_first", Kind: kindBool, Default: true, Doc: "the best of each source comes first"},
			{Name: "max_source_share", Kind: kindNumber, Default: 0.5, Max: 1, Doc: "no source gives more than this share, if there are others"},
			{Name: "venues", Kind: kindText, Doc: "CSV file in the policy's folder that says what venues add (document.venue_adjust), or \"shipped:venues.csv\""},
			{Name: "retracted", Kind: kindWord, OneOf: []string{"exclude", "flag", "keep"}, Default: "exclude",
				Doc: "works that were retracted. exclude: they support nothing, and the result lists them; flag: they are read, with a warning; keep: they are read"},
		},
		Blocks: []block{selectStage(), itemTerm(), groupSchema()},
	}
}

func readSchema() block {
	return block{
		Name: "read",
		Doc:  "How documents are cut into passages, and which are kept (B-12, B-13).",
		Attrs: []attr{
			{Name: "max_chars", Kind: kindInt, Default: int64(10000), Min: 100, Max: 10e6, Doc: "of a document"},
			{Name: "passage_chars", Kind: kindInt, Default: int64(600), Min: 50, Max: 1e6, Doc: "aimed-at length of a passage"},
			{Name: "passages_per_document", Kind: kindInt, Default: int64(3), Min: 1, Max: 1000, Doc: "kept passages"},
			{Name: "full_text", Kind: kindWord, OneOf: []string{"never", "open"}, Default: "never",
				Doc: "open: the text of the best documents is got where it can be read freely; each try counts as a search"},
			{Name: "full_text_documents", Kind: kindInt, Default: int64(4), Min: 1, Max: 100, Doc: "how many documents, best first"},
			{Name: "full_text_chars", Kind: kindInt, Default: int64(100000), Min: 1000, Max: 1e6, Doc: "of a text that was got, in the place of max_chars"},
		},
		Blocks: []block{stageSchema(), itemTerm(attr{
			Name: "document", Kind: kindStage, Doc: "instead of feature: the score that this stage of select gave the passage's document (S1-14)",
		}), groupSchema(), summarySchema()},
	}
}

func claimsSchema() block {
	return block{
		Name: "claims",
		Doc:  "How claims are read out of passages and clustered (B-14).",
		Attrs: []attr{
			{Name: "per_document", Kind: kindInt, Default: int64(1), Min: 1, Max: 100, Doc: "claims per document"},
			{Name: "pick", Kind: kindWord, OneOf: []string{"lead", "best"}, Default: "lead", Doc: "the passage's first sentence, or the one nearest the question"},
			{Name: "measure", Kind: kindWord, OneOf: measures, Default: "jaccard", Doc: "overlap measure of cluster_threshold"},
			{Name: "cluster_threshold", Kind: kindNumber, Default: 0.35, Max: 1, Measure: "measure", Doc: "claims that overlap this much say the same"},
			{Name: "support_measure", Kind: kindWord, OneOf: measures, Default: "containment", Doc: "overlap measure of support_threshold"},
			{Name: "support_threshold", Kind: kindNumber, Default: 0.3, Max: 1, Measure: "support_measure", Doc: "overlap that links a claim to the answer"},
		},
		Blocks: []block{extractSchema()},
	}
}

func falsifySchema() block {
	return block{
		Name: "falsify", Label: "kind", Labels: []string{"draft"},
		Doc: `Searches for evidence against the draft answer (S0-17).`,
		Attrs: append(switches(), []attr{
			{Name: "when", Kind: kindCondition, Doc: "skipped unless this holds"},
			{Name: "queries", Kind: kindTexts, Required: true, Doc: "templates, as in intent"},
			{Name: "results", Kind: kindInt, Default: int64(10), Min: 1, Max: 1000, Doc: "hits asked for per query"},
			{Name: "role", Kind: kindName, OneOf: modelRoles,
				Doc: "the model that says which of the found passages refute the draft; its score (U13) is falsify.KIND.score in the place of the stages' one. Without a role, or where the model does not answer, that of the stages counts"},
			{Name: "passages", Kind: kindInt, Default: int64(10), Min: 1, Max: 100, Doc: "found passages that the model is shown, the most relevant ones"},
		}...),
		Blocks: []block{stageSchema(), {
			Name: "resynthesise",
			Doc:  "Answers again when the draft did not survive.",
			Attrs: append(switches(), []attr{
				{Name: "above", Kind: kindNumber, Required: true, Max: 1, Doc: "a falsification score strictly above this"},
				{Name: "max", Kind: kindInt, Default: int64(1), Min: 1, Max: 10, Doc: "how often"},
				{Name: "reason", Kind: kindText, Default: "high_falsification_risk", Doc: "uncertainty reason in the result"},
			}...),
		}},
	}
}

func optionsSchema() block {
	return block{
		Name: "options",
		Doc:  "How the options of a question are scored (B-16).",
		Attrs: []attr{
			{Name: "min_margin", Kind: kindNumber, Default: 0.06, Max: 10, Doc: "a smaller lead over the runner-up is an uncertainty reason"},
			{Name: "eliminate_below", Kind: kindNumber, Default: 0.25, Max: 10, Doc: "an option this far under the best and without citation is eliminated (U08)"},
			{Name: "keep_at_least", Kind: kindInt, Default: int64(2), Min: 1, Max: 100, Doc: "options that elimination leaves"},
			{Name: "citations_per_option", Kind: kindInt, Default: int64(3), Min: 1, Max: 100, Doc: "passages in an option's dossier"},
			{Name: "missing", Kind: kindWord, OneOf: []string{"skip", "renormalise"}, Default: "skip",
				Doc: "what becomes of a term whose value is unknown, such as option.model without a model: it adds nothing, or the positive weights of the others grow to the same sum"},
		},
		Blocks: []block{stageSchema(), itemTerm(attr{
			Name: "cited", Kind: kindStage, Doc: "instead of feature: the mean score that this stage of select gave the documents cited for the option (S1-18)",
		}), groupSchema(), eliminateSchema(), contrastSchema()},
	}
}

func calibrateSchema() block {
	stage := stageSchema()
	stage.Labels = []string{"confidence"}
	return block{
		Name: "calibrate",
		Doc:  "Confidence: intercept and base terms, then the corrections (terms) held within [-max_down, max_up], then the clamp.",
		Attrs: []attr{
			{Name: "intercept", Kind: kindNumber, Default: 0.0, Min: -10, Max: 10, Doc: "where the sum starts"},
			{Name: "max_up", Kind: kindNumber, Default: 1.0, Max: 1, Doc: "most that the corrections may add together"},
			{Name: "max_down", Kind: kindNumber, Default: 1.0, Max: 1, Doc: "most that they may take away together"},
			{Name: "clamp", Kind: kindPair, Default: [2]float64{0.01, 0.99}, Max: 1, Doc: "last step"},
		},
		Blocks: []block{stage, termSchema("base", false), termSchema("term", false)},
	}
}

func gateSchema() block {
	return block{
		Name: "gate", Label: "name",
		Doc: "A condition that an answer must meet; asked at the end, in the order of writing.",
		Attrs: []attr{
			{Name: "level", Kind: kindWord, OneOf: []string{"hard", "soft", "advisory"}, Default: "hard", Doc: "hard cannot be waived, soft can by name, advisory only warns"},
			{Name: "condition", Kind: kindCondition, Required: true, Doc: "what must hold; an error counts as no"},
			{Name: "otherwise", Kind: kindWord, OneOf: []string{"abstain", "fail", "warn"}, Default: "abstain", Doc: "if it does not: abstain, end with exit code 4, or only warn"},
			{Name: "reason", Kind: kindText, Doc: "uncertainty reason in the result; default: the gate's name"},
			{Name: "message", Kind: kindText, Doc: "for people"},
		},
		Blocks: []block{{
			Name: "waive",
			Doc:  "Lets answers pass the gate although it says no. Only soft and advisory gates can be waived; each answer is recorded with it.",
			Attrs: []attr{
				{Name: "reason", Kind: kindText, Required: true, Doc: "why, such as a ticket"},
				{Name: "until", Kind: kindText, Doc: "last day on which it holds, such as \"2030-01-31\" (UTC); after it the policy is refused"},
			},
		}},
	}
}
