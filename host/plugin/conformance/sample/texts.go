package sample

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The words of made-up papers. Few subjects and effects, so that rows speak of the same things.
var (
	subjects = []string{"the inhibitor", "rapamycin", "dietary fibre", "chronic exposure", "the mutant allele", "sleep loss", "low-dose aspirin", "the enzyme"}
	effects  = []string{"reduced", "increased", "did not change", "failed to alter", "doubled", "was associated with", "does not cause", "inhibits"}
	objects  = []string{"tumour growth", "blood pressure", "telomere length", "mortality", "insulin sensitivity", "kinase activity", "gene expression", "memory"}
	settings = []string{"in 48 patients", "in mice", "after 12 weeks", "by 23%", "at 10 nM", "in two of five trials", "(p = 0.03)", "in vitro", "compared with placebo"}
	sections = []string{"abstract", "introduction", "methods", "results", "discussion", "conclusion", "other", ""}
	venues   = []string{"Nature", "Cell", "PLOS ONE", "bioRxiv", "NeurIPS", "Journal of Small Results", "The Lancet", ""}
	sources  = []string{"pubmed", "openalex", "europepmc", "crossref", "semantic_scholar", "arxiv"}
	units    = []string{"nM", "mg", "%", "kg", "nM", "years"}
	answers  = []string{"yes_no", "entity", "number", "free_form"}
)

// texts says what a column of text holds, by its name.
func texts(in *contract.Input, r *rand.Rand) func(int) string {
	from := func(words []string) func(int) string { return func(int) string { return words[r.IntN(len(words))] } }
	switch in.Column {
	case "section":
		return from(sections)
	case "venue", "journal":
		return from(venues)
	case "source":
		return from(sources)
	case "unit":
		return from(units)
	case "answer_type":
		return from(answers)
	case "label":
		return func(row int) string { return string(rune('A' + row%26)) }
	case "name", "id", "key":
		return func(row int) string { return "feature_" + strconv.Itoa(row) }
	case "phrase", "title", "core_terms":
		return func(int) string { return phrase(r) }
	case "text", "abstract", "sentence", "claim", "quote":
		return prose(in.Table, r)
	}
	return func(int) string { return phrase(r) }
}

// prose gives the text of a table's rows: options are short, passages some sentences, abstracts more.
func prose(table string, r *rand.Rand) func(int) string {
	least, most := 1, 1
	switch table {
	case "options", "terms":
		return func(int) string { return phrase(r) }
	case "passages":
		least, most = 1, 4
	case ItemsTable, "documents":
		least, most = 3, 8
	}
	return func(int) string {
		var all []string
		for range least + r.IntN(most-least+1) {
			all = append(all, sentence(r))
		}
		return strings.Join(all, " ")
	}
}

func sentence(r *rand.Rand) string {
	s := one(r, subjects) + " " + one(r, effects) + " " + one(r, objects) + " " + one(r, settings)
	if r.IntN(4) == 0 {
		s = "contrary to earlier reports, " + s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func phrase(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return one(r, objects)
	}
	return strings.TrimPrefix(one(r, subjects), "the ") + " " + one(r, objects)
}

func one(r *rand.Rand, words []string) string { return words[r.IntN(len(words))] }
