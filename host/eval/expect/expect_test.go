package expect_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/expect"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func asked() []evidence.Question {
	options := []evidence.Option{{Label: "A", Text: "yes"}, {Label: "B", Text: "no"}}
	return []evidence.Question{
		{ID: "q1", Question: "Is it?", Type: evidence.TypeMultipleChoice, Options: options},
		{ID: "q2", Question: "Which dose?", Type: evidence.TypeFreeForm},
		{ID: "q3", Question: "Was it?", Type: evidence.TypeMultipleChoice, Options: options, Answer: "B"},
	}
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func results() []*record.Result {
	return []*record.Result{
		{ID: "q1", Question: "Is it?", Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: "B", Text: "no"}, Confidence: 0.6},
		{ID: "q2", Question: "Which dose?", Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Text: "It was 4 mg daily."}, Confidence: 0.7},
		{ID: "q3", Question: "Was it?", Verdict: record.VerdictAbstained, Abstained: true, Confidence: 0.1},
	}
}

func TestAnAnswerThatIsNotTheExpectedOneIsNamed(t *testing.T) {
	e, err := expect.Read([]string{file(t, "right.jsonl", `{"id":"q1","answer":"A"}`+"\n\n"+`{"id":"q2","answer":"4 mg"}`+"\n")}, asked())
	require.NoError(t, err)
	j := e.Judge(results())
	assert.True(t, j.Each)
	assert.Equal(t, []int{3, 1}, []int{j.Of, j.Right}, "q3 has its answer in the questions")
	require.Len(t, j.Wrong, 2)
	assert.Equal(t, `expected "A", got "B"`, j.Wrong[0].Says())
	assert.Equal(t, `expected "B", got abstained`, j.Wrong[1].Says())
}

func TestGatesAreHeldAgainstTheAnswersThatTheQuestionsHave(t *testing.T) {
	gates := file(t, "gates.hcl", "gate \"accurate\" {\n  measure = \"accuracy\"\n  min = 0.9\n}\ngate \"some\" {\n  measure = \"answered\"\n  max = 0.5\n}\n")
	e, err := expect.Read([]string{gates}, asked())
	require.NoError(t, err)
	j := e.Judge(results())
	assert.False(t, j.Each, "wrong answers are no failures unless answers are expected")
	require.Len(t, j.Gates, 2)
	assert.False(t, j.Gates[0].Passed)
	assert.True(t, j.Gates[1].Passed, "the question that was asked is held to the bound")
	assert.Contains(t, j.Gates[0].Says, "accuracy is 0.0000")
	assert.Len(t, e.Judge(nil).Wrong, 0)
	assert.Equal(t, 0, e.Judge(nil).Right, "what has no result is not right")
}

func TestEverythingThatIsWrongWithAnExpectationIsToldAtOnce(t *testing.T) {
	answers := file(t, "right.jsonl", `{"id":"q1","answer":"C"}
nonsense
{"id":"q9","answer":"A"}
{"id":"q2"}
{"id":"q3","answer":"A","question":"Something else?"}
{"id":"q2","answer":"4 mg","meta":{"accept":["("]}}
{"id":"q3","answer":"A"}
{"id":"q3","answer":"B"}
`)
	gates := file(t, "gates.hcl", "gate \"bad\" {\n  measure = \"luck\"\n  min = 1\n}\n\ngate \"same\" {\n  measure = \"accuracy\"\n  baseline = \"not_worse\"\n}\n")
	_, err := expect.Read([]string{answers, gates}, asked())
	require.Error(t, err)
	for _, want := range []string{
		"right.jsonl:1: question \"q1\"", "right.jsonl:2: expected an object", "right.jsonl:3: question \"q9\" is not asked",
		"right.jsonl:4: id and answer are needed", "right.jsonl:5: question \"q3\" is another one", "right.jsonl:6: question \"q2\": meta.accept",
		"right.jsonl:8: question \"q3\": line 7 has its answer already", "gates.hcl:1: gate \"bad\": measure", "gates.hcl:6: gate \"same\" compares with a baseline",
	} {
		assert.ErrorContains(t, err, want)
	}
	_, err = expect.Read([]string{file(t, "empty.jsonl", "\n")}, asked())
	assert.ErrorContains(t, err, "holds no right answers")
	_, err = expect.Read([]string{file(t, "gates.hcl", "gate \"a\" {\n  measure = \"accuracy\"\n  min = 0.9\n}\n")}, asked()[:2])
	assert.ErrorContains(t, err, "no right answer is known")
	_, err = expect.Read([]string{filepath.Join(t.TempDir(), "none.jsonl")}, asked())
	assert.ErrorContains(t, err, "none.jsonl")
}

func FuzzWork(f *testing.F) {
	path := filepath.Join(f.TempDir(), "right.jsonl")
	doubling.Fuzz(f, func(t testing.TB, text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _ = expect.Read([]string{path}, asked())
	}, `{"id":"q1","answer":"A"}`+"\n"+`{"id":"q2","question":"Which dose?","answer":"4 mg","meta":{"accept":["4\\s*mg","b"]}}`+"\n\n{\n")
}
