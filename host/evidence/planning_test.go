package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSeedWordsAreInSomeDocumentsButNotInMany(t *testing.T) {
	a := NewAnalyzer(Content)
	texts := []string{
		"Rapamycin binds FKBP12 and blocks kinase signalling in yeast.",
		"Allosteric kinase signalling; mTORC1 kinase inhibited.",
		"Signalling of kinase and allosteric sites by MAPK.",
		"The kinase of autophagy.", "Another kinase paper.",
	}
	s := Seeding{Top: 5, MinDocuments: 2, MaxDocuments: 4, MinLength: 5, MaxLength: 20}
	assert.Equal(t, []string{"signalling", "allosteric"}, a.SeedWords(texts, "What does rapamycin inhibit?", s), "kinase is in five, others in one")
	assert.Equal(t, []string{"allosteric"}, a.SeedWords(texts, "Which signals does it block?", s), "a word of the question in another ending is none")
	s.Top = 1
	assert.Len(t, a.SeedWords(texts, "", s), 1)
}

func TestSeedWordsAreNoNamesAndNoNumbers(t *testing.T) {
	s := Seeding{Top: 9, MinDocuments: 1, MaxDocuments: 9, MinLength: 5, MaxLength: 12}
	for word, want := range map[string]bool{
		"kinase": true, "Kinase,": true, "FKBPX": false, "FKBP12": false, "site": false, "phosphorylation": false, "about": false, "mTORC": true,
	} {
		got := NewAnalyzer(Content).SeedWords([]string{word}, "", s)
		assert.Equal(t, want, len(got) == 1, word)
	}
}

func TestRelaxedQueriesKeepAnchorsWhole(t *testing.T) {
	a := NewAnalyzer(Content)
	r := NewRelaxation(true, 5, nil)
	assert.Equal(t, "effect of 4-acetamido-TEMPO selective FKBP12", r.Relax(`"effect of" 4-acetamido-TEMPO selective catalytic oxidation with FKBP12`, a))
	assert.Equal(t, "one two", r.Relax("“one two”", a))
	assert.Equal(t, `"one"`, NewRelaxation(false, 0, nil).Relax(`"one"`, a))
}

func TestRelaxedQueriesReplaceWholeWordsOnce(t *testing.T) {
	r := NewRelaxation(true, 0, map[string]string{"TEMPO": "TEMPO nitroxyl", "mass spec": "mass spectrometry", "spec": "specification"})
	for query, want := range map[string]string{
		"TEMPO oxidation":      "TEMPO nitroxyl oxidation",
		"4-TEMPO and tempo":    "4-TEMPO and tempo",
		"mass spec of spec":    "mass spectrometry of specification",
		"(TEMPO) TEMPOs TEMPO": "(TEMPO nitroxyl) TEMPOs TEMPO nitroxyl",
	} {
		assert.Equal(t, want, r.Relax(query, NewAnalyzer(Content)), query)
	}
}

func TestWhatAQuestionComparesIsReadFromItsWording(t *testing.T) {
	for question, want := range map[string][2]string{
		"What is the difference between mitosis and meiosis?": {"mitosis", "meiosis"},
		"Is aspirin better than ibuprofen?":                   {"aspirin", "ibuprofen"},
		"Is aspirin significantly superior to placebo?":       {"aspirin", "placebo"},
		"Aspirin versus clopidogrel":                          {"Aspirin", "clopidogrel"},
		"What is the boiling point of water?":                 {"", ""},
	} {
		first, second := Compared(question)
		assert.Equal(t, want, [2]string{first, second}, question)
	}
}

func TestWhatAQuestionSaysToActIsReadFromItsWording(t *testing.T) {
	for question, want := range map[string][2]string{
		"How does rapamycin lead to autophagy?":            {"rapamycin", "autophagy"},
		"What is the role of FKBP12 in immunosuppression?": {"FKBP12", "immunosuppression"},
		"Smoking causes lung cancer.":                      {"Smoking", "lung cancer"},
		"Are ulcers caused by Helicobacter pylori?":        {"Helicobacter pylori", "ulcers"},
		"What is a kinase?":                                {"", ""},
	} {
		subject, effect := Cause(question)
		assert.Equal(t, want, [2]string{subject, effect}, question)
	}
}
