package main

import "github.com/sparkhost/sparkhost/sdk/contract"

var manifest = contract.Manifest{
	Name:     "calibration",
	Version:  "1.1.0",
	Contract: contract.Version,
	Kind:     contract.KindCalibrate,
	Summary:  "Adds weighted features up to a confidence, with caps, one-sided terms and a clamp (B-15, S0-21 to S0-23, S2-20, S2-21, D5, U02).",
	Inputs: []contract.Input{
		{Table: "terms", Column: "name", Type: contract.ColumnText},
		{Table: "terms", Column: "value", Type: contract.ColumnNumbers},
		{Table: "terms", Column: "weight", Type: contract.ColumnNumbers},
		{Table: "terms", Column: "floor", Type: contract.ColumnNumbers, Optional: true},
		{Table: "terms", Column: "cap", Type: contract.ColumnNumbers, Optional: true},
		{Table: "terms", Column: "one_sided", Type: contract.ColumnNumbers, Optional: true},
		{Table: "terms", Column: "base", Type: contract.ColumnNumbers, Optional: true},
	},
	Params: []contract.Param{
		number("clamp_high", 0.99, 0, 1, "greatest confidence (U02)"),
		number("clamp_low", 0.01, 0, 1, "least confidence (U02)"),
		{Name: "link", Type: contract.TypeText, Default: contract.TextValue(linkLinear), OneOf: []string{linkLinear, linkLogistic},
			Doc: "linear: the base terms add up to the confidence; logistic: to its log-odds, and the deltas are their shares of the probability"},
		number("intercept", 0, -limit, limit, "what the confidence starts from"),
		number("max_down", 1, 0, limit, "most that all corrections together may take away (D5); 1 is no limit for a base of 0 to 1"),
		number("max_up", 1, 0, limit, "most that all corrections together may add (D5); 1 is no limit for a base of 0 to 1"),
	},
	Outputs: []contract.Output{
		{Name: totalCapName, Kind: contract.OutputSignal, Min: -1e6, Max: 1e6, Doc: "what max_up or max_down moved the sum of the corrections by; a term that appears if they acted"},
		{Name: clampName, Kind: contract.OutputSignal, Min: -1e6, Max: 1e6, Doc: "what the clamp moved the confidence by; a term that appears if it acted"},
	},
}

func number(name string, def, least, most float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(most), Doc: doc,
	}
}
