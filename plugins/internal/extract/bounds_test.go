package extract_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestASentenceOfTenThousandNumbersIsReadInItsBounds(t *testing.T) {
	long := "The dose of zelvatinib was " + strings.Repeat("5 mg or 7 mg or ", 4000)
	sentences := read([]string{"Zelvatinib", long, "The dose of zelvatinib for rats was 3 mg."})
	found := extractor.Answer(&extract.Question{Text: "What was the dose of zelvatinib for rats?"}, sentences, extract.DefaultWeights(), 1)
	require.NotEmpty(t, found.Answers)
	assert.Equal(t, "3 mg", found.Answers[0].Text)
	bearings, _ := extractor.Options(&extract.Question{Text: long + " What was the dose of zelvatinib for rats?", Options: []string{long, "3 mg", "9 mg"}}, sentences, extract.DefaultWeights())
	assert.Greater(t, bearings[1].Support, bearings[2].Support, "a question is read at its end")
}

func TestAUnitBehindAParenthesisIsDivided(t *testing.T) {
	document := []string{"Zelvatinib in sheep", "The half-life of zelvatinib was 3.7 (3.3-4.0) h and its clearance was 4.1 (4.0-4.8) L/h."}
	bearings, _ := extractor.Options(&extract.Question{Text: "What was the clearance of zelvatinib?", Options: []string{"4.1 L", "4.1 L/h"}}, read(document), extract.DefaultWeights())
	assert.Greater(t, bearings[1].Support, bearings[0].Support)
}

func TestANumberInAParenthesisTellsOfWhatStandsAheadOfIt(t *testing.T) {
	document := []string{"Eels", "We kept 31 silver eels (mean length 75.2 cm) and 32 yellow eels (mean length 39.2 cm)."}
	assert.Equal(t, "75.2 cm", answered(t, "How long were the silver eels?", document))
	assert.Equal(t, "39.2 cm", answered(t, "How long were the yellow eels?", document))
}

func TestPartsInAParenthesisDoNotCountTheWhole(t *testing.T) {
	document := []string{"Gout in Utna", "In Utna 1,391 patients with gout (308 men and 1,083 women) were registered."}
	assert.Equal(t, "1,391 patients", answered(t, "How many patients with gout were registered in Utna?", document))
	assert.Equal(t, "1,083 women", answered(t, "How many women with gout were registered in Utna?", document))
}

func TestANameAsAKindOfThingAnswersAndNotItsDescription(t *testing.T) {
	assert.Equal(t, "LKD1", answered(t, "Which demethylase works against Srm4 in newts?",
		[]string{"Srm4 in newts", "We identify LKD1 as a major counteracting demethylase for Srm4 in newts."}))
	assert.Equal(t, "WX30", strings.TrimSuffix(answered(t, "Which domain of Lom2 keeps forks stable?",
		[]string{"Lom2 at forks", "A function of Lom2/Rif9 is to keep forks stable by the WX30 domain."}), " domain"))
}

func TestAHeadingAndThePartsOfANameAreNoAnswers(t *testing.T) {
	for _, a := range extractor.Answer(&extract.Question{Text: "Which drug was tested in the study of gout?"}, read([]string{"Gout",
		"Gout of sheep is common.STUDY DESIGN: Zelvatinib was tested for gout."}), extract.DefaultWeights(), 1).Answers {
		assert.Equal(t, "Zelvatinib", a.Text)
	}
	found := extractor.Answer(&extract.Question{Text: "What share of sheep with gout was cured?"}, read([]string{"Gout", "Sheep with gout bear OLA-B*27:05 on their cells."}), extract.DefaultWeights(), 1)
	assert.Empty(t, found.Answers)
}

func TestAShareOfSomethingElseScoresLow(t *testing.T) {
	score := func(sentence string) float64 {
		found := extractor.Answer(&extract.Question{Text: "What was the five-year survival of sheep with gout?"}, read([]string{"Gout in sheep", sentence}), extract.DefaultWeights(), 1)
		require.NotEmpty(t, found.Answers)
		return found.Answers[0].Score
	}
	told := score("Of the sheep with gout 85 % were alive after five years.")
	assert.Less(t, score("Of the cells of sheep with gout 85 % were eliminated."), 0.5*told)
}

func TestADocumentWithoutTheNamesOfTheQuestionScoresLow(t *testing.T) {
	score := func(title string) float64 {
		found := extractor.Answer(&extract.Question{Text: "What share of sheep with gout responded to ZX-5461?"}, read([]string{title, "Of the sheep with gout 21 % responded."}), extract.DefaultWeights(), 1)
		require.NotEmpty(t, found.Answers)
		return found.Answers[0].Score
	}
	assert.Less(t, score("Sheep"), 0.6*score("ZX-5461"))
	assert.False(t, math.IsNaN(score("Sheep")))
}

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

func TestALimitIsPartOfTheAnswer(t *testing.T) {
	for sentence, want := range map[string]string{
		"Ruvstatex costs less than 40 euros.":                    "less than 40 euros",
		"Ruvstatex costs at least 40 euros.":                     "at least 40 euros",
		"Ruvstatex costs up to 40 euros.":                        "up to 40 euros",
		"Ruvstatex costs about 40 euros.":                        "40 euros",
		"Over 40 euros were paid, and Ruvstatex costs 50 euros.": "50 euros",
	} {
		assert.Equal(t, want, answered(t, "How much does Ruvstatex cost?", []string{"Ruvstatex", sentence}), sentence)
	}
}

func TestWhatIsSetApartAnswersNothing(t *testing.T) {
	for sentence, want := range map[string]string{
		"Instead of the CGRP receptor, quellamide binds the orexin-2 receptor.":   "orexin-2",
		"Quellamide binds the orexin-2 receptor instead of the CGRP receptor.":    "orexin-2",
		"Unlike the CGRP receptor, the orexin-2 receptor is bound by quellamide.": "orexin-2",
	} {
		assert.Contains(t, answered(t, "Which receptor does quellamide bind?", []string{"Quellamide", sentence}), want, sentence)
	}
}
