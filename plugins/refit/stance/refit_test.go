package stance_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/refit/stance"
)

var drugs = []string{"lithium", "aspirin", "metformin", "warfarin", "statin", "insulin", "heparin", "morphine", "ketamine", "zinc", "cortisone", "digoxin"}

// team makes questions whose sentences repeat, deny or leave open the claim; label says what the team holds of each.
func team(n int, label func(kind int) stance.Label) (questions []stance.Question) {
	sentences := []string{"We found that %s increased grey matter volume.", "%s did not increase grey matter volume.", "The grey matter volume under %s was measured."}
	for i := range n {
		drug := drugs[i%len(drugs)]
		questions = append(questions, stance.Question{
			Text: fmt.Sprintf("Does %s increase grey matter volume?", drug), Group: drug, Label: label(i % 3),
			Sentences: []stance.Sentence{{Text: fmt.Sprintf(sentences[i%3], drug), Addresses: math.NaN()}},
		})
	}
	return questions
}

func shipped(t *testing.T) []byte {
	model, err := os.ReadFile("../../stance/stance.model")
	require.NoError(t, err)
	return model
}

func TestATeamThatJudgesOtherwiseMovesTheWeights(t *testing.T) {
	strict := func(kind int) stance.Label { // only denials are taken to decide
		return [...]stance.Label{stance.Undecided, stance.Contradicts, stance.Supports}[kind]
	}
	f, err := stance.Fit(shipped(t), team(120, strict), stance.Options{})
	require.NoError(t, err)
	assert.Less(t, f.After.AnswerLoss+f.After.DecidedLoss, f.Before.AnswerLoss+f.Before.DecidedLoss)
	assert.NotEmpty(t, f.AnswerWeights)
	again, err := stance.Fit(shipped(t), team(120, strict), stance.Options{})
	require.NoError(t, err)
	assert.Equal(t, f, again)
}

func TestTooLittleIsRefused(t *testing.T) {
	honest := func(kind int) stance.Label {
		return [...]stance.Label{stance.Supports, stance.Contradicts, stance.Undecided}[kind]
	}
	oneTopic := team(60, honest)
	for i := range oneTopic {
		oneTopic[i].Group = "one"
	}
	for want, questions := range map[string][]stance.Question{
		"of at least 50 questions":                      team(49, honest),
		"of 1 documents or topics":                      oneTopic,
		"are supported and 0 contradicted, at least 10": team(60, func(int) stance.Label { return stance.Supports }),
	} {
		_, err := stance.Fit(shipped(t), questions, stance.Options{})
		require.ErrorIs(t, err, stance.ErrTooLittle)
		assert.ErrorContains(t, err, want)
	}
}

func TestAWrongModelIsRefused(t *testing.T) {
	_, err := stance.Fit([]byte("nothing"), nil, stance.Options{})
	assert.Error(t, err)
}
