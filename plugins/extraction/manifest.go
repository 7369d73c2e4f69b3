package main

import (
	"github.com/sparkhost/sparkhost/plugins/internal/extract"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var manifest = contract.Manifest{
	Name:     "extraction",
	Version:  "1.0.0",
	Contract: contract.Version,
	Kind:     contract.KindAssess,
	Summary:  "Finds without a language model the words or the number that answer a question (mode answer), or compares its options (mode options), in sentences.",
	Inputs: []contract.Input{
		{Table: "sentences", Column: "text", Type: contract.ColumnText},
		{Table: "sentences", Column: "title", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "document", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "place", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "section", Type: contract.ColumnText, Optional: true},
		{Table: "sentences", Column: "position", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "relevance", Type: contract.ColumnNumbers, Optional: true},
		{Table: "sentences", Column: "addresses", Type: contract.ColumnNumbers, Optional: true},
		{Table: "query", Column: "text", Type: contract.ColumnText},
		{Table: "options", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "words", Column: "text", Type: contract.ColumnText, Optional: true},
		{Table: "words", Column: "rarity", Type: contract.ColumnNumbers, Optional: true},
	},
	Params:  params,
	Outputs: outputs,
}

// The modes.
const (
	modeAnswer  = "answer"
	modeOptions = "options"
)

var shipped = extract.DefaultWeights()

var params = []contract.Param{
	number("agreement", shipped.Agree, 0, 1, "what another work that gives the same answer adds, as a share of its own score"),
	number("findings", 3, 0, 1000, "answers that mode answer reports; in mode options a finding of each option at most"),
	{Name: "mode", Type: contract.TypeText, Default: contract.TextValue(modeAnswer), OneOf: []string{modeAnswer, modeOptions},
		Doc: "answer: find the span that answers; options: compare the options"},
	number("nearness", shipped.Near, 0, 1, "share of a score that comes from the question's words near the answer; the rest comes from its sentence and what stands around it"),
	number("reach", shipped.Reach, 1, 100, "words away at which a word of the question counts half"),
	number("relevance", shipped.Titled, 0, 1, "share of a score that a document's relevance takes away at most"),
	number("sentences", 400, 1, 10000, "most relevant sentences that are read"),
}

var outputs = []contract.Output{
	{Name: "answer_score", Kind: contract.OutputSignal, Max: 1, Doc: "answer: how well the best answer's place addresses the question and its type fits; options: the same of the best option"},
	{Name: "type_match", Kind: contract.OutputSignal, Max: 1, Doc: "answer: how well the best answer is of the type that is asked for"},
	{Name: "agreeing_works", Kind: contract.OutputSignal, Max: 10000, Doc: "answer: works that give the best answer"},
	{Name: "spread", Kind: contract.OutputSignal, Max: 1, Doc: "answer: how far the values of the good answers lie apart, as a share of the largest"},
	{Name: "margin", Kind: contract.OutputSignal, Max: 1, Doc: "how much the best answer or option scores above the next, as a share of its score; 1: there is no other"},
	{Name: "bridged", Kind: contract.OutputSignal, Max: 1, Doc: "1: the question only describes what it asks about, and an entity of one work was asked of the others; 0: not so"},
	{Name: "equal_options", Kind: contract.OutputSignal, Max: 10000, Doc: "options: how many say the same as an earlier one"},
	{Name: "support", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: how well the best place for the option addresses the question"},
	{Name: "contradict", Kind: contract.OutputPart, Table: "options", Max: 1, Doc: "options: the same for the best place that denies it"},
	{Name: "answer", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "answer: a span of the sentence, at most 15 words of it, that answers; weight: its score"},
	{Name: "supports", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "options: the sentence that speaks best for an option; text: the option and the word of the sentence that meets it"},
	{Name: "contradicts", Kind: contract.OutputFinding, Table: "sentences", Max: 1, Doc: "options: the sentence that denies an option best"},
}

func number(name string, def, least, greatest float64, doc string) contract.Param {
	return contract.Param{
		Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(def),
		Min: contract.Bound(least), Max: contract.Bound(greatest), Doc: doc,
	}
}
