package evalcmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// lettered is a side whose answers to q0, q1, … are the letters of a word; a dot stands for a missing result.
func lettered(name, letters string) *compare.Sample {
	s := &compare.Sample{Name: name, Results: map[compare.Key]*record.Result{}}
	for i, letter := range strings.Split(letters, "") {
		if id := "q" + string(rune('a'+i)); letter != "." {
			s.Results[compare.Key{ID: id}] = &record.Result{ID: id, Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: letter}, Confidence: 0.6}
		}
	}
	return s
}

// asks are n questions whose right answer is A.
func asks(n int) map[compare.Key]*compare.Question {
	out := map[compare.Key]*compare.Question{}
	for i := range n {
		id := "q" + string(rune('a'+i))
		out[compare.Key{ID: id}] = &compare.Question{Question: &evidence.Question{ID: id, Type: evidence.TypeMultipleChoice, Answer: "A"}}
	}
	return out
}

func TestTheHeadlineAndTheTableSayTheVerdictAmongAllComparisons(t *testing.T) {
	var reports []*compare.Report
	for _, second := range []string{"AAAAAAAABB" + "AAAAAAAAAA", strings.Repeat("B", 10) + strings.Repeat("A", 10), strings.Repeat("B", 10) + strings.Repeat("A", 10)} {
		r, err := compare.Compare(asks(20), lettered("old", "BBBBBBBAAA"+strings.Repeat("A", 10)), lettered("new", second), compare.Options{Draws: 40})
		require.NoError(t, err)
		reports = append(reports, r)
	}
	p := 0.04 // conclusive alone; Holm makes it 0.12 among three
	reports[0].Metrics[0].P, reports[0].Metrics[0].Verdict, reports[0].Metrics[0].Alone, reports[0].Verdict = &p, compare.Better, compare.Better, compare.Better
	adjusted(reports)
	r := reports[0]
	assert.Equal(t, compare.Inconclusive, r.Verdict)
	assert.Equal(t, []compare.Verdict{compare.Inconclusive, compare.Better}, []compare.Verdict{r.Metrics[0].Verdict, r.Metrics[0].Alone})
	assert.Equal(t, "accuracy: new is not told apart from old: inconclusive", r.Sentences()[0])
}

func TestAQuestionWithoutADecisionOnEitherSideIsInNoFigure(t *testing.T) {
	asked := &askedSet{questions: asks(8)}
	first := &replayedSide{evalSide: evalSide{sample: *lettered("a", "AAAA.A..")}}
	second := &replayedSide{evalSide: evalSide{sample: *lettered("b", "AAA..A..")}}
	questions, none := asked.recorded(map[string]bool{"qa": true}, first, second)
	assert.Len(t, questions, 4)
	assert.Contains(t, questions, compare.Key{ID: "qd"}, "the second alone cannot decide it")
	assert.Equal(t, map[string]bool{"qe": true, "qg": true, "qh": true}, none)
	questions, none = (&askedSet{}).recorded(nil, first, second)
	assert.Nil(t, questions)
	assert.Empty(t, none)
}
