package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAQuestionThatYesOrNoAnswersHasTheseOptions(t *testing.T) {
	for _, line := range []string{
		`{"id":"1","question":"Rapamycin inhibits mTORC1?","type":"yes_no"}`,
		`{"id":"1","question":"Does rapamycin inhibit mTORC1?"}`,
		`{"id":"1","question":"Does rapamycin inhibit mTORC1?","type":null,"options":null}`,
	} {
		q, err := ParseQuestion([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, TypeMultipleChoice, q.Type, line)
		assert.Equal(t, []Option{{"A", "yes"}, {"B", "no"}, {"C", "maybe"}}, q.Options, line)
	}
	q, err := ParseQuestion([]byte(`{"id":"1","question":"Does it act?","answer":"No"}`))
	require.NoError(t, err)
	assert.Equal(t, "B", q.Answer)
}

func TestAQuestionKeepsItsFormWhenYesOrNoWouldNotAnswerIt(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"1","question":"Is it a kinase or a phosphatase?"}`:                      TypeFreeForm,
		`{"id":"1","question":"Which kinase does rapamycin inhibit?"}`:                  TypeFreeForm,
		`{"id":"1","question":"Does rapamycin inhibit mTORC1?","type":"free_form"}`:     TypeFreeForm,
		`{"id":"1","question":"Does rapamycin inhibit mTORC1?","answer":"by 40 %"}`:     TypeFreeForm,
		`{"id":"1","claim":"Does rapamycin inhibit mTORC1?"}`:                           TypeClaim,
		`{"id":"1","question":"Does rapamycin inhibit mTORC1?","options":["so","not"]}`: TypeMultipleChoice,
	} {
		q, err := ParseQuestion([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, q.Type, line)
		assert.NotContains(t, q.Options, Option{"C", "maybe"}, line)
	}
}

func TestOptionsOfYourOwnStayWithTypeYesNo(t *testing.T) {
	q, err := ParseQuestion([]byte(`{"id":"1","question":"Does it?","type":"yes_no","options":["it does","it does not"]}`))
	require.NoError(t, err)
	assert.Len(t, q.Options, 2)
	assert.Equal(t, "it does", q.Options[0].Text)
}
