package main

import "github.com/sparkhost/sparkhost/sdk/contract"

// most bounds counts: a table cannot have more rows.
const most = 1 << 32

var manifest = contract.Manifest{
	Name:     "disagreement",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Counts pairs of retrieved works whose first sentences say opposite things about what their titles share (S3-07 to S3-09).",
	Inputs: []contract.Input{
		{Table: "documents", Column: "title", Type: contract.ColumnText},
		{Table: "documents", Column: "first_sentence", Type: contract.ColumnText},
		{Table: "documents", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "documents", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "options", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "query", Column: "core_terms", Type: contract.ColumnText, Optional: true},
	},
	Params: []contract.Param{
		list("antonyms", antonyms(), `pairs of words that exclude each other, such as "inhibit*/activat*"; a side may list several, parted by commas, and * stands for any ending (U18)`),
		number("cluster_threshold", 0.10, 0, 1, "Jaccard overlap of the abstracts' n-grams from which two works are of one cluster, by single linkage (S3-07, U31)"),
		choice("form", formGuarded, "literal: the two words stand anywhere in the sentences (S3-08); guarded: they are said of the same thing, and a negation before one turns it round (S3-09)", formLiteral, formGuarded),
		number("n", 3, 1, 10, "words of an n-gram (U31)"),
		number("negation_words", 3, 0, 20, "guarded: words before the predicate in which a negation counts"),
		list("negations", negations(), "guarded: negation words (U17), written like those of antonyms; n't is the contraction"),
		choice("pairs", pairsAll, "which works are compared: all whose titles share an entity (S3-08), or of those only such as are of one cluster (S3-07)", pairsAll, pairsCluster),
		number("top_works", 60, 2, 500, "works that are looked at: of those whose titles name an entity, the most relevant"),
		number("window_words", 6, 1, 100, "guarded: words around the predicate that it may be said of"),
		choice("without_options", terms, "which entities titles must share where the question has no options: its core terms, or none, so that nothing is compared", terms, none),
	},
	Outputs: []contract.Output{
		signal("score", most, "pairs of works that conflict (S3-08)"),
		signal("any", 1, "1 if any pair conflicts"),
		signal("compared", most, "pairs of works that were compared"),
		signal("clusters", most, "clusters of two works or more (S3-07)"),
		{Name: "conflicts", Kind: contract.OutputPart, Table: "documents", Max: most, Doc: "works that it conflicts with"},
		{Name: "cluster_size", Kind: contract.OutputPart, Table: "documents", Max: most, Doc: "works in its cluster, itself included (S3-07); 0: it was not looked at"},
		{Name: kindConflict, Kind: contract.OutputFinding, Table: "documents", Max: 1, Doc: "two works that conflict, with the words that do; weight 1; the first 50 by their titles"},
	},
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

func signal(name string, greatest float64, doc string) contract.Output {
	return contract.Output{Name: name, Kind: contract.OutputSignal, Max: greatest, Doc: doc}
}
