package main

import "github.com/sparkhost/sparkhost/sdk/contract"

// most bounds counts.
const most = 1 << 32

var manifest = contract.Manifest{
	Name:     "falsification",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Finds negations and refutations near the words of a draft, of options or of a question (S0-17, S3-11 to S3-13, B-15, D7).",
	Inputs: []contract.Input{
		{Table: "passages", Column: "text", Type: contract.ColumnText},
		{Table: "passages", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "passages", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "passages", Column: "against", Type: contract.ColumnNumbers, Optional: true},
		{Table: "draft", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "draft", Column: "phrase", Type: contract.ColumnText, Optional: true},
		{Table: "draft", Column: "side", Type: contract.ColumnNumbers, Optional: true},
		{Table: "draft", Column: "statement", Type: contract.ColumnText, Optional: true},
		{Table: "options", Column: "phrase", Type: contract.ColumnText, Optional: true},
		{Table: "options", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "terms", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "query", Column: "core_terms", Type: contract.ColumnText, Optional: true},
		{Table: "query", Column: "text", Type: contract.ColumnText, Optional: true},
	},
	Params:  params,
	Outputs: outputs,
}

var params = []contract.Param{
	{Name: "adversarial_only", Type: contract.TypeFlag, Default: contract.FlagValue(true), Doc: "verifier: only passages with passages.against = 1 can contradict; without that column all can (B-15)"},
	list("exceptions", exceptions(), "phrases that hold a negation but deny nothing"),
	number("k", 5, 1, 10000, "option, rate fixed_k: the most relevant passages that count for an option (D7)"),
	choice("match", matchPhrase, "draft, option: near what a marker has to stand. phrase: the draft's whole phrase (U34); terms: at least min_terms of its words, each marker counting by the share of them; verdict_terms: terms of a verdict on a question or claim, whose side is known, the phrase of any other draft; meaning: a sentence has to say the draft or the option again, in whatever form, and deny it; noun_phrase: draft and option by their noun phrase, without the verb (U16, U35)",
		matchPhrase, matchTerms, matchVerdictTerms, matchMeaning, matchNoun),
	number("min_hits", 2, 0, 10000, "option: hits from which it is falsified (S3-13)"),
	number("min_rate", 0.5, 0, 1, "option, rate per_passage: share of hits from which it is falsified (D7)"),
	number("min_terms", 2, 1, 1000, "verifier, draft by terms: distinct terms near a marker that make it count; all, if there are fewer"),
	choice("mode", modeDraft, "what is challenged", modeDraft, modeOption, modeVerifier),
	choice("negated_draft", "skip", "draft: whether a draft that is itself a negation is judged; denials agree with it", "skip", "count"),
	number("negation_strength", 0.5, 0, 1, "strength of a mere negation; 0: negations do not count"),
	list("negations", negations(), "negation words (U17); * stands for any ending, n't for the contraction"),
	choice("rate", rateNone, "option: how the number of passages is taken into account (D7)", rateNone, ratePerPassage, rateFixedK),
	number("refutation_strength", 1, 0, 1, "strength of a direct refutation"),
	list("refutations", refutations(), "phrases that refute directly, written like negations"),
	list("sections_exclude", []string{"introduction", "methods"}, "passages of these sections do not count (S3-12)"),
	list("sections_include", nil, "if not empty, only passages of these sections count, and those of unknown ones as unknown_section says (C28)"),
	number("top", 5, 1, 1000, "passages that make the score of a draft (U13), and findings per option"),
	choice("unknown_section", "count", "passages whose section is empty or other (C28)", "count", "skip"),
	number("window_chars", 100, 0, 100000, "characters between phrase and marker, at most (S3-11, U34)"),
}

var outputs = []contract.Output{
	{Name: "score", Kind: contract.OutputSignal, Max: 1, Doc: "draft: 1 - product of (1 - strength × relevance) over the top passages (U13)"},
	{Name: "hits", Kind: contract.OutputSignal, Max: most, Doc: "draft: passages with a marker near the draft's phrase or terms"},
	{Name: "draft_negated", Kind: contract.OutputSignal, Max: 1, Doc: "draft: 1 if the draft is a denial, of its own phrase or of its question"},
	{Name: "contradictions", Kind: contract.OutputSignal, Max: most, Doc: "verifier: passages with a refutation near the terms"},
	{Name: "flags", Kind: contract.OutputSignal, Max: most, Doc: "verifier: such refutations over all passages (B-15)"},
	{Name: "hits", Kind: contract.OutputPart, Table: "options", Max: most, Doc: "option: passages that mention it near a marker (S3-11)"},
	{Name: "passages", Kind: contract.OutputPart, Table: "options", Max: most, Doc: "option: passages that mention it"},
	{Name: "falsified", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "option: 1 if it is falsified (S3-13)"},
	{Name: "rate", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "option: hits per mentioning passage, 0 without any (D7)"},
	{Name: "hits", Kind: contract.OutputPart, Table: "passages", Max: most, Doc: "verifier: refutations in the passage"},
	{Name: "contradicts", Kind: contract.OutputPart, Table: "passages", Max: 1, Doc: "verifier: 1 if the passage contradicts"},
	{Name: "refutes", Kind: contract.OutputFinding, Table: "passages", Max: 1, Doc: "draft, option: a passage that refutes it, with the words that do; weight: strength, for a draft times relevance"},
	{Name: "contradicts", Kind: contract.OutputFinding, Table: "passages", Max: 1, Doc: "verifier: a passage that contradicts; weight: share of the terms near the refutation"},
}

func number(name string, def, least, greatest float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(greatest), Doc: doc,
	}
}

func list(name string, def []string, doc string) contract.Param {
	return contract.Param{Name: name, Type: contract.TypeTexts, Default: contract.TextsValue(def...), Doc: doc}
}

func choice(name, def, doc string, of ...string) contract.Param {
	return contract.Param{Name: name, Type: contract.TypeText, Default: contract.TextValue(def), OneOf: of, Doc: doc}
}
