package reading_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/refit/reading"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var metals = []string{"zinc", "gold", "tin", "iron", "lead", "copper", "silver", "nickel", "cobalt", "chromium", "cadmium", "tungsten"}

// asked is what plugin reading is asked about one sentence.
func asked(question, sentence string) *contract.Request {
	table := func(name, text string) contract.Table {
		return contract.Table{Name: name, Rows: 1, Columns: []contract.Column{contract.TextColumn("text", []string{text})}}
	}
	return &contract.Request{Contract: contract.Version, Tables: []contract.Table{table("sentences", sentence), table("query", question)}}
}

// team makes questions of which every second is answered, in half of the words.
func team(t *testing.T, n int, group func(i int) string) (questions []reading.Question) {
	for i := range n {
		metal := metals[i%len(metals)]
		sentence := fmt.Sprintf("The %s vessel was stored in a cellar.", metal)
		if i%2 == 0 {
			sentence = fmt.Sprintf("Pure %s turns liquid in the furnace.", metal)
		}
		q, err := reading.Of(asked(fmt.Sprintf("Does %s melt in the furnace?", metal), sentence), i%2 == 0, group(i))
		require.NoError(t, err)
		questions = append(questions, q)
	}
	return questions
}

func shipped(t *testing.T) string {
	model, err := os.ReadFile("../../reading/reading.model")
	require.NoError(t, err)
	return string(model)
}

func TestAFitTellsATeamsQuestionsBetter(t *testing.T) {
	questions := team(t, 120, func(i int) string { return metals[i%len(metals)] })
	f, err := reading.Fit(shipped(t), questions, reading.Options{})
	require.NoError(t, err)
	assert.Less(t, f.After.Loss, f.Before.Loss)
	assert.GreaterOrEqual(t, f.After.Accuracy, f.Before.Accuracy)
	assert.NotEmpty(t, f.Weights)
	again, err := reading.Fit(shipped(t), questions, reading.Options{})
	require.NoError(t, err)
	assert.Equal(t, f, again)
}

func TestTooLittleIsRefused(t *testing.T) {
	each := func(i int) string { return metals[i%len(metals)] }
	for want, questions := range map[string][]reading.Question{
		"of at least 50 questions":           team(t, 49, each),
		"of 1 documents or topics":           team(t, 60, func(int) string { return "one" }),
		"answers 60 and does not answer 0, ": onlyAnswered(t, 60),
	} {
		_, err := reading.Fit(shipped(t), questions, reading.Options{})
		require.ErrorIs(t, err, reading.ErrTooLittle)
		assert.ErrorContains(t, err, want)
	}
	_, err := reading.Fit("nothing", nil, reading.Options{})
	assert.Error(t, err)
}

func onlyAnswered(t *testing.T, n int) (questions []reading.Question) {
	for i, q := range team(t, 2*n, func(i int) string { return metals[i/2%len(metals)] }) {
		if i%2 == 0 {
			questions = append(questions, q)
		}
	}
	return questions
}
