package main

import "github.com/sparkhost/sparkhost/sdk/contract"

var manifest = contract.Manifest{
	Name:     "stance",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Tells without a language model whether passages support or contradict a claim or yes/no question (mode verify), or each option (mode options).",
	Inputs: []contract.Input{
		{Table: "passages", Column: "text", Type: contract.ColumnText},
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
	number("denial", 3, 0, 100, "log-odds that a sentence adds to contradicts which repeats the whole hypothesis and denies it; less if it repeats less, none below 0.8 of it"),
	number("findings", 5, 0, 1000, "findings for and against, each; of each option in mode options"),
	number("focus", 8, 0, 100, "how fast a document loses weight that holds less of the hypothesis than the best: weight = e^(-focus × difference in share)"),
	number("late", 4, 0, 100, "how much more the last passage of a document counts than the first"),
	{Name: "mode", Type: contract.TypeText, Default: contract.TextValue(modeVerify), OneOf: []string{modeVerify, modeOptions},
		Doc: "verify: the question is a claim or a yes/no question; options: the question with each option is a claim"},
	list("question_contradicts", questionContradicts, "weights of a yes/no question's features for contradicts against undecided; see weights.go for their order"),
	list("question_supports", questionSupports, "the same for supports"),
	number("scope_words", 6, 1, 100, "words behind a negation that it denies, and around it that it bears on (U17)"),
	list("statement_contradicts", statementContradicts, "weights of a claim's features for contradicts against undecided"),
	list("statement_supports", statementSupports, "the same for supports"),
	number("top_passages", 60, 1, 10000, "most relevant passages that are read"),
	number("window_words", 6, 1, 100, "words around a direction word that it bears on (U18)"),
}

var outputs = []contract.Output{
	{Name: "supports", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that the passages support the claim"},
	{Name: "contradicts", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that they contradict it"},
	{Name: "undecided", Kind: contract.OutputSignal, Max: 1, Doc: "verify: probability that they leave it open; the three sum to 1"},
	{Name: "evidence_strength", Kind: contract.OutputSignal, Max: 1, Doc: "verify: share of the claim's words that the nearest sentence holds, informative words weighing more"},
	{Name: "stance", Kind: contract.OutputPart, Table: "passages", Min: -1, Max: 1, Doc: "verify: -1 the passage contradicts the claim … 1 supports it"},
	{Name: "bearing", Kind: contract.OutputPart, Table: "passages", Max: 1, Doc: "verify: how much the passage speaks of the claim at all"},
	{Name: "support", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: the strongest sentence for the option"},
	{Name: "contradict", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: the strongest sentence against it"},
	{Name: "supports", Kind: contract.OutputFinding, Table: "passages", Max: 1, Doc: "a passage that speaks for the claim or option, with its cue; weight: how clearly"},
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
