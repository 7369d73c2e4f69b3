package expect_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/expect"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestGatesMeasureTheAnswersOfTheQuestions(t *testing.T) {
	gates := file(t, "gates.hcl", "gate \"accurate\" {\n  measure = \"accuracy\"\n  min = 0.9\n}\ngate \"some\" {\n  measure = \"answered\"\n  max = 0.5\n}\n")
	var questions []evidence.Question
	var given []*record.Result
	for i := range 6 {
		q := evidence.Question{ID: fmt.Sprint(i), Question: "Was it?", Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}
		questions = append(questions, q)
		given = append(given, &record.Result{ID: q.ID, Question: q.Question, Verdict: record.VerdictAbstained, Abstained: true})
	}
	e, err := expect.Read([]string{gates}, questions)
	require.NoError(t, err)
	j := e.Judge(given)
	assert.Equal(t, []bool{false, true}, []bool{j.Gates[0].Passed, j.Gates[1].Passed})
	assert.Contains(t, j.Gates[0].Says, "accuracy is 0.0000")
}
