package schema

var questionTypes = []string{"multiple_choice", "free_form", "claim", "polar"}

func stageSchema() Block {
	return Block{
		Name: "stage", Label: "name",
		Doc: "A plugin call.",
		Attrs: append(switches(), []Attr{
			{Name: "plugin", Kind: KindPlugin, Required: true, Doc: "which plugin"},
			{Name: "config", Kind: KindConfig, Doc: "overrides the plugin's config, setting by setting"},
			{Name: "on_error", Kind: KindWord, OneOf: []string{"fail", "skip"}, Default: "fail",
				Doc: "fail: a fault of the plugin ends the run with exit code 7; skip: its outputs are unknown and the run continues with a warning"},
		}...),
		Blocks: []Block{{
			Name:  "limits",
			Doc:   "Limits of this stage's calls; the smaller of these and the plugin's limits applies.",
			Attrs: callLimits(),
		}},
	}
}

// termSchema returns a term named name; terms over items may also weigh a stage's score.
func termSchema(name string, items bool) Block {
	b := Block{
		Name: name, Label: "name",
		Doc: "One summand of a score: weight times value, clamped to floor and cap.",
		Attrs: append(switches(), []Attr{
			{Name: "feature", Kind: KindFeature, Doc: "its value: a feature of the item or, in calibrate, a metric"},
			{Name: "weight", Kind: KindNumber, Required: true, Min: -1000, Max: 1000, Doc: "contribution of one unit of the value"},
			{Name: "floor", Kind: KindNumber, Min: -1e6, Max: 1e6, Doc: "least contribution"},
			{Name: "cap", Kind: KindNumber, Min: -1e6, Max: 1e6, Doc: "greatest contribution"},
			{Name: "one_sided", Kind: KindBool, Default: false, Doc: "the contribution may only lower (weight below 0) or only raise (above 0)"},
			{Name: "types", Kind: KindWords, OneOf: questionTypes, Doc: "kinds of question it applies to; polar: claims and questions answered yes or no; default: all"},
		}...),
	}
	if items {
		b.Attrs = append(b.Attrs,
			Attr{Name: "stage", Kind: KindStage, Doc: "instead of feature: the score of a stage of the same block"},
			Attr{Name: "part", Kind: KindText, Doc: "a named part of that stage's output instead of its score"})
	}
	return b
}

func selectSchema() Block {
	return Block{
		Name: "select",
		Doc:  "Which documents are read (B-11).",
		Attrs: []Attr{
			{Name: "documents", Kind: KindPair, Default: [2]float64{10, 14}, Min: 1, Max: 1000, Doc: "how many documents, whole numbers"},
			{Name: "one_per_source_first", Kind: KindBool, Default: true, Doc: "the best of each source comes first"},
			{Name: "min_share_of_best", Kind: KindNumber, Default: 0.5, Max: 1, Doc: "a document that scores a smaller share of the best one is read only to reach the least number of documents; the first of a source that scores less does not come first either; 0: the first of each source always does"},
			{Name: "reserved", Kind: KindInt, Default: int64(0), Max: 100, Doc: "places kept for works that only queries for gaps, bridges and the contrary found, best rank first; what they do not fill goes to the others"},
			{Name: "max_source_share", Kind: KindNumber, Default: 0.5, Max: 1, Doc: "the largest share of one source, if there are others"},
			{Name: "venues", Kind: KindText, Doc: "CSV file in the policy's folder with an adjustment per venue (document.venue_adjust), or \"shipped:venues.csv\""},
			{Name: "retracted", Kind: KindWord, OneOf: []string{"exclude", "flag", "keep"}, Default: "exclude",
				Doc: "retracted works. exclude: they are not used as evidence, and the result lists them; flag: they are read, with a warning; keep: they are read"},
			{Name: "exclude_types", Kind: KindWords, OneOf: documentTypes, Doc: "types of documents that are not used as evidence, such as [\"letter\", \"erratum\"]; the result lists them"},
		},
		Blocks: []Block{selectStage(), itemTerm(), groupSchema(), rerankSchema(), embedSchema()},
	}
}

func readSchema() Block {
	return Block{
		Name: "read",
		Doc:  "How documents are split into passages, and which are kept (B-12, B-13).",
		Attrs: []Attr{
			{Name: "max_chars", Kind: KindInt, Default: int64(10000), Min: 100, Max: 10e6, Doc: "of a document"},
			{Name: "passage_chars", Kind: KindInt, Default: int64(600), Min: 50, Max: 1e6, Doc: "target length of a passage"},
			{Name: "passages_per_document", Kind: KindInt, Default: int64(3), Min: 1, Max: 1000, Doc: "kept passages"},
			{Name: "titles", Kind: KindBool, Default: false, Doc: "read a title as a sentence if it states something, such as \"Aspirin inhibits COX-1\""},
			{Name: "full_text", Kind: KindWord, OneOf: []string{"never", "open"}, Default: "never",
				Doc: "open: fetch the full text of the best documents if it is freely available; each attempt counts as a search"},
			{Name: "full_text_documents", Kind: KindInt, Default: int64(4), Min: 1, Max: 100, Doc: "how many documents, best first"},
			{Name: "full_text_chars", Kind: KindInt, Default: int64(100000), Min: 1000, Max: 1e6, Doc: "most characters of a fetched text, instead of max_chars"},
		},
		Blocks: []Block{stageSchema(), itemTerm(Attr{
			Name: "document", Kind: KindStage, Doc: "instead of feature: the score that this stage of select gave the passage's document (S1-14)",
		}), groupSchema(), summarySchema()},
	}
}

// Of which words a claim's own confidence is its share (U14).
const (
	ConfidenceOverAll = "all_options"
	ConfidenceOverOwn = "own_option"
)

// The numbers that triangulate stages compare.
const (
	ValuesOfClaims = "claims"
	ValuesAsked    = "asked"
)

func claimsSchema() Block {
	return Block{
		Name: "claims",
		Doc:  "How claims are extracted from passages and clustered (B-14).",
		Attrs: []Attr{
			{Name: "per_document", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "claims per document"},
			{Name: "pick", Kind: KindWord, OneOf: []string{"lead", "best"}, Default: "lead", Doc: "the passage's first sentence, or the one nearest the question"},
			{Name: "confidence_over", Kind: KindWord, OneOf: []string{ConfidenceOverAll, ConfidenceOverOwn}, Default: ConfidenceOverAll,
				Doc: "a claim's confidence is its share of these words (U14): all_options, of the question and all options, where a claim for one of four cannot reach 0.78 (S1-15); own_option, of the question and the option that it supports"},
			{Name: "values", Kind: KindWord, OneOf: []string{ValuesOfClaims, ValuesAsked}, Default: ValuesOfClaims,
				Doc: "which numbers triangulate stages compare: claims, the first one of each claim in its cluster's unit (S0-14 as written); asked, of each work the value nearest the question, by unit, and none where the question asks for no quantity"},
			{Name: "measure", Kind: KindWord, OneOf: measures, Default: "jaccard", Doc: "overlap measure of cluster_threshold"},
			{Name: "cluster_threshold", Kind: KindNumber, Default: 0.35, Max: 1, Measure: "measure", Doc: "claims with this much overlap form one cluster"},
			{Name: "support_measure", Kind: KindWord, OneOf: measures, Default: "containment", Doc: "overlap measure of support_threshold"},
			{Name: "support_threshold", Kind: KindNumber, Default: 0.3, Max: 1, Measure: "support_measure", Doc: "overlap that links a claim to the answer"},
		},
		Blocks: []Block{extractSchema()},
	}
}

func falsifySchema() Block {
	return Block{
		Name: "falsify", Label: "kind", Labels: []string{"draft"},
		Doc: `Searches for contrary evidence to the draft answer (S0-17).`,
		Attrs: append(switches(), []Attr{
			{Name: "when", Kind: KindCondition, Doc: "skipped unless this is true"},
			{Name: "queries", Kind: KindTexts, Required: true, Doc: "templates, as in intent"},
			{Name: "results", Kind: KindInt, Default: int64(10), Min: 1, Max: 1000, Doc: "hits requested per query"},
			{Name: "role", Kind: KindName, OneOf: ChatRoles(),
				Doc: "the model that says which of the found passages refute the draft; its score (U13) replaces falsify.KIND.score of the stages. Without a role, or if the model does not answer, the score of the stages counts"},
			{Name: "passages", Kind: KindInt, Default: int64(10), Min: 1, Max: 100, Doc: "how many of the passages found the model sees, most relevant first"},
		}...),
		Blocks: []Block{stageSchema(), {
			Name: "resynthesise",
			Doc:  "Redrafts the answer if the draft is refuted.",
			Attrs: append(switches(), []Attr{
				{Name: "above", Kind: KindNumber, Required: true, Max: 1, Doc: "redrafts if the falsification score is strictly above this"},
				{Name: "max", Kind: KindInt, Default: int64(1), Min: 1, Max: 10, Doc: "most redrafts"},
				{Name: "reason", Kind: KindText, Default: "high_falsification_risk", Doc: "uncertainty reason in the result"},
			}...),
		}},
	}
}

func optionsSchema() Block {
	return Block{
		Name: "options",
		Doc:  "How the options of a question are scored (B-16).",
		Attrs: []Attr{
			{Name: "min_margin", Kind: KindNumber, Default: 0.06, Max: 10, Doc: "a smaller lead over the runner-up adds an uncertainty reason"},
			{Name: "eliminate_below", Kind: KindNumber, Default: 0.25, Max: 10, Doc: "an option this far below the best and without citations is eliminated (U08)"},
			{Name: "keep_at_least", Kind: KindInt, Default: int64(2), Min: 1, Max: 100, Doc: "least number of options that elimination keeps"},
			{Name: "citations_per_option", Kind: KindInt, Default: int64(3), Min: 1, Max: 100, Doc: "most passages in an option's dossier"},
			{Name: "missing", Kind: KindWord, OneOf: []string{"skip", "renormalise"}, Default: "skip",
				Doc: "how to treat a term with an unknown value, such as option.model without a model: it adds nothing, or the positive weights of the others grow to the same sum"},
		},
		Blocks: []Block{stageSchema(), itemTerm(Attr{
			Name: "cited", Kind: KindStage, Doc: "instead of feature: the mean score that this stage of select gave the documents cited for the option (S1-18)",
		}), groupSchema(), eliminateSchema(), contrastSchema()},
	}
}

func calibrateSchema() Block {
	stage := stageSchema()
	stage.Labels = []string{"confidence"}
	return Block{
		Name: "calibrate",
		Doc:  "Confidence: intercept and base terms, then the corrections (terms) clamped to [-max_down, max_up], then the clamp.",
		Attrs: []Attr{
			{Name: "link", Kind: KindWord, OneOf: []string{"linear", "logistic"}, Default: "linear",
				Doc: "how the base terms form a probability: linear, it is their sum; logistic, their sum is its log-odds, and each is shown with its share of the probability. Corrections are added to the probability in both"},
			{Name: "intercept", Kind: KindNumber, Default: 0.0, Min: -10, Max: 10, Doc: "where the sum starts; with link = \"logistic\" in log-odds"},
			{Name: "max_up", Kind: KindNumber, Default: 1.0, Max: 1, Doc: "largest total increase by corrections"},
			{Name: "max_down", Kind: KindNumber, Default: 1.0, Max: 1, Doc: "largest total decrease by corrections"},
			{Name: "clamp", Kind: KindPair, Default: [2]float64{0.01, 0.99}, Max: 1, Doc: "final range of the confidence"},
		},
		Blocks: []Block{stage, termSchema("base", false), termSchema("term", false)},
	}
}

func gateSchema() Block {
	return Block{
		Name: "gate", Label: "name",
		Doc: "A condition on the answer; evaluated at the end, in the order of writing.",
		Attrs: []Attr{
			{Name: "level", Kind: KindWord, OneOf: []string{"hard", "soft", "advisory"}, Default: "hard", Doc: "hard cannot be waived, soft can by name, advisory only warns"},
			{Name: "condition", Kind: KindCondition, Required: true, Doc: "must be true; an error counts as false"},
			{Name: "otherwise", Kind: KindWord, OneOf: []string{"abstain", "fail", "warn"}, Default: "abstain", Doc: "if it fails: abstain, end with exit code 4, or only warn"},
			{Name: "reason", Kind: KindText, Doc: "uncertainty reason in the result; default: the gate's name"},
			{Name: "message", Kind: KindText, Doc: "for people"},
		},
		Blocks: []Block{{
			Name: "waive",
			Doc:  "Lets answers pass although the gate fails. Only soft and advisory gates can be waived; each answer records the waiver.",
			Attrs: []Attr{
				{Name: "reason", Kind: KindText, Required: true, Doc: "reason, such as a ticket"},
				{Name: "until", Kind: KindText, Doc: "last day of the waiver, such as \"2030-01-31\" (UTC); after it the policy is refused"},
			},
		}},
	}
}
