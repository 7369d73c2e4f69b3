package main

import "github.com/sparkhost/sparkhost/sdk/contract"

var manifest = contract.Manifest{
	Name:     "stance",
	Version:  "2.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Tells without a language model whether what was read supports or contradicts a claim or yes/no question.",
	Inputs: []contract.Input{
		{Table: "sentences", Column: "text", Type: contract.ColumnText},
		{Table: "sentences", Column: "document", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "place", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "addresses", Type: contract.ColumnNumbers, Optional: true},
		{Table: "words", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "words", Column: "rarity", Type: contract.ColumnNumbers, Optional: true},
		{Table: "query", Column: "text", Type: contract.ColumnText},
	},
	Params:  params,
	Outputs: outputs,
}

var params = []contract.Param{
	list("answer_weights", nil, "correction of the log-odds of supports against contradicts: a constant, then a weight for each feature of the question; fitted by a team, see docs/plugins.md"),
	list("decided_weights", nil, "the same for decided against undecided"),
	number("findings", 5, 0, 1000, "findings for and against, each"),
}

var outputs = []contract.Output{
	{Name: "supports", Kind: contract.OutputSignal, Max: 1, Doc: "probability that what was read supports the claim"},
	{Name: "contradicts", Kind: contract.OutputSignal, Max: 1, Doc: "probability that it contradicts it"},
	{Name: "undecided", Kind: contract.OutputSignal, Max: 1, Doc: "probability that it leaves it open; the three sum to 1"},
	{Name: "disputed", Kind: contract.OutputSignal, Max: 1, Doc: "how surely some works speak for it and others against"},
	{Name: "for_works", Kind: contract.OutputSignal, Max: 10000, Doc: "works that speak for it"},
	{Name: "against_works", Kind: contract.OutputSignal, Max: 10000, Doc: "works that speak against it"},
	{Name: "hearsay", Kind: contract.OutputSignal, Max: 1, Doc: "how far the sentence that holds most of the claim only tells what others believe, and none that states it holds as much"},
	{Name: "backing", Kind: contract.OutputSignal, Max: 1, Doc: "how clearly the best sentence takes the side of the likelier verdict; 0: none does, or the verdict is undecided"},
	{Name: "stance", Kind: contract.OutputPart, Table: "sentences", Min: -1, Max: 1, Doc: "-1 the sentence contradicts the claim … 1 supports it; 0 where it does not address it"},
	{Name: "leans", Kind: contract.OutputPart, Table: "sentences", Min: -1, Max: 1, Doc: "the side that the sentence leans to, -1 against … 1 for: as stance, before it is known whether it could be read clause by clause"},
	{Name: "states", Kind: contract.OutputPart, Table: "sentences", Max: 1, Doc: "how far the sentence tells what came out: less where it only asks, announces, passes on or describes what was done; 1 where it does not address the claim"},
	{Name: "supports", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "a sentence that speaks for the claim, with its cue; weight: how clearly"},
	{Name: "contradicts", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "a sentence that speaks against it"},
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
