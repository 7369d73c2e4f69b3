package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

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
