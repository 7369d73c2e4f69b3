package main

import "github.com/sparkhost/sparkhost/sdk/contract"

// most bounds counts: a table cannot have more rows.
const most = 1 << 32

var manifest = contract.Manifest{
	Name:     "triangulation",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Finds numbers that several documents agree on or dispute, and confident claims that rest on one type of source (S0-14, S0-15, S1-15 to S1-17).",
	Inputs: []contract.Input{
		{Table: "claims", Column: "cluster", Type: contract.ColumnNumbers},
		{Table: "claims", Column: "document", Type: contract.ColumnNumbers},
		{Table: "claims", Column: "source", Type: contract.ColumnText},
		{Table: "claims", Column: "value", Type: contract.ColumnNumbers},
		{Table: "claims", Column: "unit", Type: contract.ColumnText},
		{Table: "claims", Column: "base_confidence", Type: contract.ColumnNumbers},
		{Table: "claims", Column: "option", Type: contract.ColumnNumbers, Optional: true},
		{Table: "pool", Column: "source_types", Type: contract.ColumnNumbers, Optional: true},
	},
	Params: []contract.Param{
		setting("agree", 3, 2, 1000, "documents that must report the same value (S0-14)"),
		setting("conflict", 2, 2, 1000, "groups of values, each with a document of its own, that make a dispute (S0-14, U24)"),
		setting("guard_confidence", 0.78, 0, 2, "claims of this base confidence or more need several source types (S1-15); over 1 turns the guard off"),
		setting("min_cluster", 3, 1, 1000, "distinct documents that a cluster needs to be looked at (S0-14)"),
		setting("min_types", 2, 0, 100, "distinct source types that a confident claim needs (S1-15)"),
		{
			Name: "on_both", Type: contract.TypeText, Default: contract.TextValue(kindDisputed),
			OneOf: []string{kindDisputed, kindTriangulated, both},
			Doc:   "what a cluster is in which values both agree and conflict (C9)",
		},
		setting("penalty", 0.08, 0, 1, "taken from the confidence of a claim with too few source types (S1-15)"),
		setting("relative_tolerance", 0.05, 0, 0.9, "two values within this share of the greater one are the same (U24)"),
	},
	Outputs: []contract.Output{
		signal("triangulated", most, "clusters with a value that enough documents report"),
		signal("disputed", most, "clusters in which documents report conflicting values"),
		signal("inconclusive", most, "clusters with enough documents and neither"),
		signal("triangulated_any", 1, "1 if any cluster is triangulated (S0-23 counts per question)"),
		signal("disputed_any", 1, "1 if any cluster is disputed"),
		signal("guard_waived", 1, "1 if a claim went unpunished because all that was retrieved has too few source types (S1-16)"),
		{Name: "confidence_adjustment", Kind: contract.OutputPart, Table: "claims", Min: -1, Max: 0, Doc: "to be added to the claim's confidence (S1-20)"},
		{Name: "flagged", Kind: contract.OutputPart, Table: "claims", Min: 0, Max: 1, Doc: "1 for a claim that deserves deeper probing (S1-17)"},
		about(kindTriangulated, "claims that report one value; weight: share of the documents with a comparable value"),
		about(kindDisputed, "claims whose values were compared; weight: share of the documents outside the largest group"),
		about(kindInconclusive, "the claims of a cluster that allows no conclusion; weight 0"),
		about(kindSingleSource, "a confident claim with too few source types; weight: the penalty"),
	},
}

func setting(name string, def, least, greatest float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(greatest), Doc: doc,
	}
}

func signal(name string, greatest float64, doc string) contract.Output {
	return contract.Output{Name: name, Kind: contract.OutputSignal, Max: greatest, Doc: doc}
}

func about(kind, doc string) contract.Output {
	return contract.Output{Name: kind, Kind: contract.OutputFinding, Table: "claims", Max: 1, Doc: doc}
}
