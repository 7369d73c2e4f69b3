package extract_test

import (
	"strconv"
	"testing"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

// crowd makes 150 sentences of 15 documents.
func crowd() []extract.Sentence {
	texts := []string{
		"We followed 120 bank voles (Myodes glareolus) on the northern moors for two winters with collars of 2.5 g.",
		"Most of the deaths were due to weasels, and only 9 % of the voles starved (odds ratio 0.41, 95% CI 0.22 to 0.76; P = 0.004).",
		"The median lifetime of a bank vole was 8.4 months (IQR 7.9-9.1) in the treated group and 6.1 months in the control group.",
		"These results suggest that IL-6 signalling in macrophages regulates survival through the kinase zelvatinib targets.",
		"However, whether predation limits the growth of the population after its peak is still unknown.",
	}
	var out []extract.Sentence
	for d := range 15 {
		for place := range 10 {
			out = append(out, extract.Sentence{Row: len(out), Text: texts[(d+place)%len(texts)], Title: "Voles " + strconv.Itoa(d), Document: d, Place: place, Relevance: 1 / float64(d+1)})
		}
	}
	return out
}

func BenchmarkAnswer(b *testing.B) {
	sentences := crowd()
	q := extract.Question{Text: "What was the median lifetime of the bank voles that were treated?"}
	b.ReportAllocs()
	for b.Loop() {
		extract.New().Answer(&q, sentences, extract.DefaultWeights(), 3)
	}
}

func BenchmarkOptions(b *testing.B) {
	sentences := crowd()
	q := extract.Question{Text: "What killed most of the bank voles on the moors?", Options: []string{"weasels", "owls", "hunger", "all of the above"}}
	b.ReportAllocs()
	for b.Loop() {
		extract.New().Options(&q, sentences, extract.DefaultWeights())
	}
}
