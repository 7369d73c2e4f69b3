package main

import (
	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var manifest = contract.Manifest{
	Name:     "reading",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Tells which sentences address the question: speak of its subject and of what is asked of it.",
	Inputs: []contract.Input{
		{Table: "sentences", Column: "text", Type: contract.ColumnText},
		{Table: "sentences", Column: "title", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "document", Type: contract.ColumnNumbers},
		{Table: "sentences", Column: "place", Type: contract.ColumnNumbers},
		{Table: "sentences", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "query", Column: "text", Type: contract.ColumnText},
		{Table: "words", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "words", Column: "rarity", Type: contract.ColumnNumbers, Optional: true},
		{Table: "options", Column: "text", Type: contract.ColumnText, Optional: true},
	},
	Params:  params,
	Outputs: outputs,
}

var params = []contract.Param{
	number("counts_from", reading.Defaults.From, 0, 1, "a sentence counts if it addresses the question at least so well: in signal addressed_works and finding addresses"),
	number("document", reading.Defaults.Document, 0, 1, "how much a word of the question counts that stands only elsewhere in the sentence's document"),
	number("family", reading.Defaults.Kin, 0, 1, "how much a word counts where only another of its family stands, such as increase for reduce, or safe for harmful"),
	number("findings", 5, 0, 1000, "most findings addresses"),
	number("lacking_malus", reading.Defaults.Lacking, 0, 10, "log-odds that a sentence loses that meets nothing of the subject, or nothing of the relation, be it in title or the sentence before"),
	number("light", reading.Defaults.Light, 0, 1, "what a word that is common in English, such as get or clearly, weighs of its rarity"),
	number("misses", 3, 0, 1000, "most findings misses"),
	number("previous", reading.Defaults.Previous, 0, 1, "how much a word counts that stands only in the sentence before"),
	number("section_malus", reading.Defaults.Section, 0, 10, "log-odds that a sentence of an introduction or of methods loses: it tells what was asked or done, not what was found"),
	number("synonym", reading.Defaults.Near, 0, 1, "how much a word counts for which a synonym or an abbreviation stands, which a document that was read introduces"),
	number("title", reading.Defaults.Title, 0, 1, "how much a word counts that stands only in the document's title"),
	number("twin_malus", reading.Defaults.Twin, 0, 20, "log-odds that a sentence loses that names, instead of a thing that is asked about, another whose name differs in a digit, a letter or a qualifier, such as mTORC2 for mTORC1"),
	{Name: "weights", Type: contract.TypeNumbers, Default: contract.NumbersValue(), Doc: "bias and weights of the features, in the order of reading.model; none: those that are shipped"},
}

var outputs = []contract.Output{
	{Name: "addressed", Kind: contract.OutputSignal, Max: 1, Doc: "how well the best sentence addresses the question; 0: nothing read does, or the question has no word of its own"},
	{Name: "addressed_works", Kind: contract.OutputSignal, Max: 1 << 32, Doc: "documents with a sentence that counts"},
	{Name: "unknown_words", Kind: contract.OutputSignal, Max: 1, Doc: "share of the question's weight, rare words weighing more, that no sentence and no title has"},
	{Name: "familiarity", Kind: contract.OutputSignal, Max: 1, Doc: "how like the questions that the weights were fitted to: 1 if number of words, known share and number of sentences are in the range of 90 % of them, less in proportion outside"},
	{Name: "terms", Kind: contract.OutputSignal, Max: 48, Doc: "words with content that the question has: with one alone, a claim says nothing of what it names"},
	{Name: "unnamed", Kind: contract.OutputSignal, Max: 1, Doc: "share of the question's names, such as those of drugs, genes and places, that no sentence and no title has, rare ones weighing more; 0: it names nothing, or all are there"},
	{Name: "held", Kind: contract.OutputSignal, Max: 1, Doc: "share of the question's weight, rare words weighing more, that the work which holds most of it holds; synonyms and words of the family count at their discount"},
	{Name: "coincidence", Kind: contract.OutputSignal, Max: 1, Doc: "1 where chance alone could bring as many of the question's words together in one document as the best one holds, rare ones counting more; 0: it would not"},
	{Name: "addresses", Kind: contract.OutputPart, Table: "sentences", Max: 1, Doc: "how well the sentence addresses the question: the probability by the fitted weights"},
	{Name: "subject", Kind: contract.OutputPart, Table: "sentences", Max: 1, Doc: "share of the subject's words, rare ones weighing more, that sentence, title or the sentence before have"},
	{Name: "relation", Kind: contract.OutputPart, Table: "sentences", Max: 1, Doc: "the same of what is asked of the subject"},
	{Name: "addresses", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "a sentence that counts; text: the words of the question that it meets; weight: how well it addresses it"},
	{Name: "misses", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "one of the best sentences that do not count; text: the words that it lacks"},
}

func number(name string, def, least, greatest float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(greatest), Doc: doc,
	}
}
