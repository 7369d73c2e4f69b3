package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestAContrastingClauseTellsOfSomethingElse(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want, other    string
	}{
		{"whereas", "How did the yield of rye change on sand?", []string{"Sand", "On sand the yield of rye fell by 57 % in June, whereas the yield of oats rose by 11 %."}, "it fell", "it rose"},
		{"but", "What happened to the egg weight of the hens?", []string{"Hens", "Egg weight of the hens did not differ in the barns, but egg number rose in the barns of the hens."}, "it did not differ", "it rose"},
		{"behind while", "How did the yield of rye change on sand?", []string{"Sand", "While the yield of oats on sand rose by 11 %, the yield of rye fell by 57 % in June."}, "it fell", "it rose"},
		{"a semicolon", "How did the yield of rye change on sand?", []string{"Sand", "On sand the yield of oats rose by 11 %; in June on most of the fields the yield of rye fell."}, "it fell", "it rose"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := bearings(tt.question, tt.sentences, tt.want, tt.other)
			assert.Less(t, out[1].Support, 0.7*out[0].Support)
		})
	}
	out := bearings("What share of terms did pupils recall after six weeks?", []string{"Recall", "After one week pupils recalled 52 % of the terms; after six weeks 37 %."}, "37 %", "52 %")
	assert.Greater(t, out[0].Support, 0.7*out[1].Support, "weeks ahead of a number are no other weeks")
	score := func(second string) float64 {
		return bearings("How much did rye on sand yield?", []string{"Sand", "Rye on sand did yield 3.1 t/ha, but " + second}, "4.2 t/ha")[0].Support
	}
	assert.Less(t, score("oats on sand 4.2 t/ha."), 0.7*score("rye on sand in May 4.2 t/ha."))
}

func TestTheSubjectOfASentenceMayBeTheCause(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"the main cause", "What was the main cause of death of the owlets?", []string{"Owlets", "Starvation in the nest was the main cause of death of the owlets, followed by mites."}, "Starvation in the nest"},
		{"behind a place", "What is the main cause of lameness in hens?", []string{"Hens", "In barns, ulcers of the foot were the leading cause of lameness in hens."}, "ulcers of the foot"},
		{"what explains it", "Why did the clutch of the tits fall?", []string{"Tits", "The clutch of the tits fell by two eggs.", "Loss of spiders, not noise, explains the fall of the clutch."}, "Loss of spiders"},
		{"the mechanism", "What is the mechanism by which salt lowers the growth of rye?", []string{"Rye", "Growth of rye on salt was lowered by 12 % in June.", "Closure of the pores, rather than thirst by night, was the mechanism."}, "Closure of the pores"},
		{"what caused it", "What caused the loss of the roof?", []string{"Roofs", "Rust of the bolts, with a depth of 3 mm, caused the loss of the roof."}, "Rust of the bolts"},
		{"no cause", "What was the main cause of death of the owlets?", []string{"Owlets", "Mites in the nest were not the main cause of death of the owlets, which died because of thirst."}, "because of thirst"},
		{"caused by", "What was the cause of death of the owlets?", []string{"Owlets", "Death of the owlets in the nest was caused by thirst."}, "thirst"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

func TestAnOptionForACauseWantsASentenceThatTellsOne(t *testing.T) {
	const question = "What is the reason for the loss of the owls of Marn?"
	support := func(sentence string) float64 {
		return bearings(question, []string{"Owls", sentence}, "thirst in summer", "frost")[0].Support
	}
	told := support("Thirst in summer explains the loss of the owls of Marn.")
	assert.Less(t, support("Thirst in summer followed the loss of the owls of Marn."), 0.9*told)
	assert.InDelta(t, told, support("Thirst in summer caused the loss of the owls of Marn."), 0.1)
}

func TestADocumentThatDoesNotSpeakOfTheSubjectScoresLow(t *testing.T) {
	for _, tt := range []struct {
		name, of, other string // the questions differ in whether the document speaks of their subject or object
		sentences       []string
	}{
		{"a subject", "When were goats brought to Skarn Island?", "When were foxes brought to Skarn Island?", []string{"Skarn Island", "Wild goats were brought to Skarn Island in 1871."}},
		{"an animal of the laboratory", "When were rats brought to Skarn Island?", "When were mice brought to Skarn Island?", []string{"Skarn Island", "Some rats were brought to Skarn Island in 1871."}},
		{"an object", "What percentage of calves treated with marnol had fever?", "What percentage of calves treated with marnol had scabies?", []string{"Marnol", "Fever was seen in 12 % of calves treated with marnol."}},
		{"of which it is asked", "What is the weight of the marn ox?", "What is the weight of the skarn yak?", []string{"Weights", "The weight was 314 kg in the marn ox."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			score := func(question string) (free, option float64) {
				found := extractor.Answer(&extract.Question{Text: question}, read(tt.sentences), extract.DefaultWeights(), 1)
				require.NotEmpty(t, found.Answers)
				return found.Answers[0].Score, bearings(question, tt.sentences, found.Answers[0].Text, "snails")[0].Support
			}
			free, option := score(tt.of)
			otherFree, otherOption := score(tt.other)
			assert.Less(t, otherFree, 0.4*free)
			assert.Less(t, otherOption, 0.4*option)
		})
	}
}

func TestASizeIsNoNumberOfWhatHappenedToSome(t *testing.T) {
	document := []string{"Marnol", "Calves with gout (n = 90) received marnol for 12 weeks."}
	score := func(question string) float64 {
		found := extractor.Answer(&extract.Question{Text: question}, read(document), extract.DefaultWeights(), 1)
		require.NotEmpty(t, found.Answers)
		return found.Answers[0].Score
	}
	assert.Less(t, score("How many calves with gout died on marnol?"), 0.6*score("How many calves with gout received marnol?"))
}

func TestTheEntityThatAQuestionDescribesIsSpokenOfInItsPlace(t *testing.T) {
	question := "For how many days was the drug that shrank thymomas in aged hamsters, given to calves?"
	found := extractor.Answer(&extract.Question{Text: question}, read(
		[]string{"Zelvatinib shrinks thymomas of aged hamsters", "The kinase inhibitor zelvatinib shrank thymomas in aged hamsters."},
		[]string{"A cure for calves", "We gave zelvatinib to calves for 8 days."},
	), extract.DefaultWeights(), 1)
	require.NotEmpty(t, found.Answers)
	assert.Equal(t, "8 days", found.Answers[0].Text)
	assert.Greater(t, found.Answers[0].Score, 0.5)
}
