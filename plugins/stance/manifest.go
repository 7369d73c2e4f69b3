package main

import "github.com/sparkhost/sparkhost/sdk/contract"

var manifest = contract.Manifest{
	Name:     "stance",
	Version:  "2.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Tells without a language model whether what was read supports or contradicts a claim or yes/no question (mode verify), or each option (mode options).",
	Inputs: []contract.Input{
		{Table: "sentences", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "document", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "place", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "addresses", Type: contract.ColumnNumbers, Optional: true},
		{Table: "words", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "words", Column: "rarity", Type: contract.ColumnNumbers, Optional: true},
		{Table: "passages", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "passages", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "passages", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "passages", Column: "document", Type: contract.ColumnNumbers, Optional: true},
		{Table: "passages", Column: "position", Type: contract.ColumnNumbers, Optional: true},
		{Table: "query", Column: "text", Type: contract.ColumnText},
		{Table: "options", Column: "text", Type: contract.ColumnText, Optional: true},
	},
	Params:  params,
	Outputs: outputs,
}

// The modes.
const (
	modeVerify  = "verify"
	modeOptions = "options"
)

var params = []contract.Param{
	list("answer_weights", nil, "verify: correction of the log-odds of supports against contradicts: a constant, then a weight for each feature of the question; fitted by a team, see docs/plugins.md"),
	list("decided_weights", nil, "verify: the same for decided against undecided"),
	number("findings", 5, 0, 1000, "findings for and against, each; of each option in mode options"),
	{Name: "mode", Type: contract.TypeText, Default: contract.TextValue(modeVerify), OneOf: []string{modeVerify, modeOptions},
		Doc: "verify: the question is a claim or a yes/no question; options: the question with each option is a claim"},
	number("scope_words", 6, 1, 100, "options: words behind a negation that it denies, and around it that it bears on (U17)"),
	number("top_passages", 60, 1, 10000, "options: most relevant passages that are read"),
	number("window_words", 6, 1, 100, "options: words around a direction word that it bears on (U18)"),
}

var outputs = []contract.Output{
	{Name: "supports", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that what was read supports the claim"},
	{Name: "contradicts", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that it contradicts it"},
	{Name: "undecided", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that it leaves it open; the three sum to 1"},
	{Name: "disputed", Kind: contract.OutputSignal, Max: 1, Doc: "verify: how surely some works speak for it and others against"},
	{Name: "for_works", Kind: contract.OutputSignal, Max: 10000, Doc: "verify: works that speak for it"},
	{Name: "against_works", Kind: contract.OutputSignal, Max: 10000, Doc: "verify: works that speak against it"},
	{Name: "stance", Kind: contract.OutputPart, Table: "sentences", Min: -1, Max: 1, Doc: "verify: -1 the sentence contradicts the claim … 1 supports it; 0 where it does not address it"},
	{Name: "stance", Kind: contract.OutputPart, Table: "passages", Min: -1, Max: 1, Doc: "the same of the passage's clearest sentence, where the host offers no sentences"},
	{Name: "support", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: the strongest sentence for the option"},
	{Name: "contradict", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: the strongest sentence against it"},
	{Name: "supports", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "a sentence that speaks for the claim, with its cue; weight: how clearly"},
	{Name: "contradicts", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "a sentence that speaks against it"},
	{Name: "supports", Kind: contract.OutputFinding, Table: "passages", Max: 1, Doc: "a passage that speaks for the claim or option, where the host offers no sentences"},
	{Name: "contradicts", Kind: contract.OutputFinding, Table: "passages", Max: 1, Doc: "a passage that speaks against it"},
}

func number(name string, def, least, greatest float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(greatest), Doc: doc,
	}
}

func list(name string, def []float64, doc string) contract.Param {
	return contract.Param{Name: name, Type: contract.TypeNumbers, Default: contract.NumbersValue(def...), Doc: doc}
}
