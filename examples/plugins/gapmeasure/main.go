// Command gapmeasure is an example of a plugin that measures gaps in the place of the host (docs/plugins.md, "Which part
// is a plugin"). It gives what the host's own measures give, coverage (S0-08) or saturation (S1-09), and is meant to be changed.
package main

import (
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Names that occur in policies.
const (
	coverage   = "coverage"
	saturation = "saturation"

	statement = "statement"
	terms     = "terms"
	both      = "both"
)

var plugin = sdk.Plugin{
	Manifest: contract.Manifest{
		Name: "gapmeasure", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore,
		Summary: "How far the evidence carries a gap, or how far it was filled.",
		Inputs: []contract.Input{
			{Table: "items", Column: "token_set", Type: contract.ColumnTokens},
			{Table: "items", Column: "term_set", Type: contract.ColumnTokens},
			{Table: "items", Column: "type", Type: contract.ColumnText, Optional: true},
			{Table: "items", Column: "document", Type: contract.ColumnNumbers, Optional: true},
			{Table: "pieces", Column: "token_set", Type: contract.ColumnTokens},
			{Table: "pieces", Column: "document", Type: contract.ColumnNumbers},
			{Table: "pieces", Column: "quantities", Type: contract.ColumnNumbers, Optional: true},
		},
		Params: []contract.Param{
			word("what", coverage, "which of the two it measures", coverage, saturation),
			word("measure", "containment", "coverage: overlap with a piece of evidence", "containment", "jaccard", "overlap"),
			word("of", statement, "coverage: what overlaps: the whole statement, the terms that characterise it, or the lesser of both", statement, terms, both),
			{Name: "numbers", Type: contract.TypeFlag, Default: contract.FlagValue(false), Doc: "coverage: only a piece with a number carries a quantity"},
		},
		Outputs: []contract.Output{{Name: "share", Kind: contract.OutputScore, Min: 0, Max: 1, Doc: "coverage or saturation"}},
	},
	Score: score,
}

func word(name, value, doc string, known ...string) contract.Param {
	return contract.Param{Name: name, Type: contract.TypeText, Default: contract.TextValue(value), OneOf: known, Doc: doc}
}

func init() { sdk.Serve(plugin) }

func main() {}
