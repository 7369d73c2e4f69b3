package main

import "github.com/sparkhost/sparkhost/sdk/contract"

// Names that occur in policies and requests.
const (
	asWritten         = "as_written"
	relative          = "relative"
	containmentMargin = "containment"

	noveltyCorrected = "novelty"
	noveltyWritten   = "novelty_as_written"
)

var manifest = contract.Manifest{
	Name:     "discriminative",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindScore,
	Summary:  "how clearly a document speaks for one option, or how new it is when there are no options",
	Inputs: []contract.Input{
		{Table: "items", Column: "token_set", Type: contract.ColumnTokens},
		{Table: "options", Column: "token_set", Type: contract.ColumnTokens, Optional: true},
		{Table: "known", Column: "token_set", Type: contract.ColumnTokens, Optional: true},
	},
	Params: []contract.Param{
		{
			Name: "measure", Type: contract.TypeText, Default: contract.TextValue(relative),
			OneOf: []string{asWritten, relative, containmentMargin},
			Doc: "as_written: best less second Jaccard overlap (S1-10), at most 0.04 to 0.10 for abstracts; " +
				"relative: that margin over the best overlap (D2); containment: best less second share of an option's tokens in the document (D2). " +
				"A min-max over the documents of a batch is not offered: scores must not depend on how items are split into batches.",
		},
		{
			Name: "without_options", Type: contract.TypeText, Default: contract.TextValue(noveltyCorrected),
			OneOf: []string{noveltyCorrected, noveltyWritten},
			Doc: "the score when there are fewer than two options; novelty: share of the document's tokens not yet known (D1); " +
				"novelty_as_written: 1 less the Jaccard overlap with what is known (S1-11)",
		},
	},
	Outputs: []contract.Output{
		{Name: "discriminative", Kind: contract.OutputScore, Min: 0, Max: 1, Doc: "discriminative power, or novelty without options"},
		{Name: "best_option", Kind: contract.OutputPart, Table: "items", Min: -1, Max: 1e6, Doc: "row of the one favoured option; -1: none"},
		{Name: "best_overlap", Kind: contract.OutputPart, Table: "items", Min: 0, Max: 1, Doc: "the largest overlap with an option"},
		{Name: "second_overlap", Kind: contract.OutputPart, Table: "items", Min: 0, Max: 1, Doc: "the largest overlap with another option"},
		{Name: "novelty", Kind: contract.OutputPart, Table: "items", Min: 0, Max: 1, Doc: "novelty by the form that without_options names"},
		{Name: "from_novelty", Kind: contract.OutputPart, Table: "items", Min: 0, Max: 1, Doc: "1 when the score is the novelty, for want of options"},
	},
}
