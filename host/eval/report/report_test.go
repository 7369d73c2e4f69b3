package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// evaluation is two sides over n questions; the second is right more often.
func evaluation(t *testing.T, n int) *Report {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 0))
	questions := map[compare.Key]*compare.Question{}
	sides := []*compare.Sample{{Name: "old <b>", Results: map[compare.Key]*record.Result{}}, {Name: "new", Results: map[compare.Key]*record.Result{}}}
	for i := range n {
		k := compare.Key{Pack: []string{"one", "two"}[i%2], ID: fmt.Sprintf("q%d", i)}
		text := fmt.Sprintf("Is <script>alert(%d)</script> it | really *so* that this question is about as long as questions are?", i)
		kind := []string{evidence.TypeMultipleChoice, evidence.TypeClaim}[i%3%2]
		questions[k] = &compare.Question{Question: &evidence.Question{ID: k.ID, Question: text, Type: kind, Answer: "A"}}
		for side, s := range sides {
			label, confidence := "A", 0.3+0.6*rng.Float64()
			if rng.Float64() > 0.6+0.1*float64(side) {
				label = "B"
			}
			s.Results[k] = &record.Result{ID: k.ID, Question: text, Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: label, Text: label}, Confidence: confidence,
				Options: []record.OptionResult{{Label: "A", Terms: map[string]float64{"stance": 0.2}}, {Label: "B", Terms: map[string]float64{"stance": 0.3}}},
				Budget:  record.BudgetResult{Searches: int64(4 + side), CostUSD: 0.01}}
		}
	}
	c, err := compare.Compare(questions, sides[0], sides[1], compare.Options{Draws: 200})
	require.NoError(t, err)
	return Build(questions, sides, []*compare.Report{c}, compare.Options{Seed: 1}, []string{"a note"})
}

func TestThePageOfAThousandQuestionsAsksForNothingAndIsSmall(t *testing.T) {
	r := evaluation(t, 1000)
	var one, two bytes.Buffer
	require.NoError(t, evaluation(t, 60).WriteHTML(&one))
	require.NoError(t, evaluation(t, 60).WriteHTML(&two))
	assert.Equal(t, one.String(), two.String(), "equal inputs, equal bytes")
	one.Reset()
	require.NoError(t, r.WriteHTML(&one))
	assert.Less(t, one.Len(), 1<<20)
	for _, asks := range []string{"<script", "src=", "href=", "url(", "@import", "http:", "https:", "NaN", "<b>"} {
		assert.NotContains(t, one.String(), asks)
	}
	for _, has := range []string{"Differences of accuracy", "Risk by coverage", "Cost against accuracy", "Reliability of new", "wrong→right", "a note", "&lt;script&gt;", "multiple_choice", ">two<"} {
		assert.Contains(t, one.String(), has)
	}
}

func TestEveryIntervalOfTheReportHasAMethodAndHoldsItsValue(t *testing.T) {
	r := evaluation(t, 200)
	for _, s := range r.Sides {
		require.NotEmpty(t, s.Measures)
		for _, m := range s.Measures {
			assert.NotEmpty(t, m.Method, m.Name)
			assert.True(t, m.Interval.Low <= m.Value+1e-9 && m.Value <= m.Interval.High+1e-9, "%+v", m)
		}
		assert.Len(t, s.Types, 2)
		assert.Len(t, s.Packs, 2)
		assert.Equal(t, s.Packs[0].Of+s.Packs[1].Of, 200)
		assert.InDelta(t, s.Measures[0].Value, (s.Packs[0].Accuracy+s.Packs[1].Accuracy)/2, 1e-9)
	}
	for _, m := range r.Comparisons[0].Metrics {
		assert.NotEmpty(t, m.Method, m.Name)
	}
	_, err := json.Marshal(r) // refuses NaN
	assert.NoError(t, err)
}

func TestMarkdownAndCSVHoldTheFiguresAndNoMarkupOfQuestions(t *testing.T) {
	r := evaluation(t, 60)
	var md, table bytes.Buffer
	require.NoError(t, r.WriteMarkdown(&md))
	require.NoError(t, r.WriteCSV(&table))
	assert.NotContains(t, md.String(), "<script")
	assert.Contains(t, md.String(), "\\*so\\*")
	assert.Contains(t, md.String(), "accuracy, abstentions wrong")
	assert.LessOrEqual(t, strings.Count(md.String(), "\n- right→wrong")+strings.Count(md.String(), "\n- wrong→right"), maxListed)
	lines := strings.Split(strings.TrimSpace(table.String()), "\n")
	for _, line := range lines[1:] {
		assert.Contains(t, []string{"measure", "type", "pack", "calibration", "difference"}, strings.SplitN(line, ",", 2)[0])
	}
}

func TestAnEvaluationOfOneQuestionIsAReport(t *testing.T) {
	var html bytes.Buffer
	r := evaluation(t, 1)
	require.NoError(t, r.WriteHTML(&html))
	assert.NotContains(t, html.String(), "NaN")
	assert.Equal(t, 1, r.Sides[0].Calibration.Of)
}

func TestASideOfRightAnswersAloneHasNoAUC(t *testing.T) {
	questions, s := map[compare.Key]*compare.Question{}, &compare.Sample{Name: "right", Results: map[compare.Key]*record.Result{}}
	mixed := &compare.Sample{Name: "mixed", Results: map[compare.Key]*record.Result{}}
	for i := range 12 {
		k := compare.Key{ID: fmt.Sprintf("q%d", i)}
		questions[k] = &compare.Question{Question: &evidence.Question{ID: k.ID, Answer: "A", Type: evidence.TypeMultipleChoice}}
		s.Results[k] = &record.Result{ID: k.ID, Answer: &record.AnswerText{Label: "A"}, Confidence: 0.5}
		mixed.Results[k] = &record.Result{ID: k.ID, Answer: &record.AnswerText{Label: "AB"[i%2 : i%2+1]}, Confidence: 0.5}
	}
	r := Build(questions, []*compare.Sample{s, mixed}, nil, compare.Options{Seed: 1}, nil)
	for _, m := range r.Sides[0].Measures {
		assert.NotEqual(t, "auc", m.Key)
	}
	var md bytes.Buffer
	require.NoError(t, r.WriteMarkdown(&md))
	assert.Contains(t, md.String(), "| AUC, right against wrong | | 0.5000 [", "the other side has one")
}

func TestAReportOfOneQuestionShowsNoIntervalThatIsNotKnown(t *testing.T) {
	r := evaluation(t, 1)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"md": func(b *bytes.Buffer) error { return r.WriteMarkdown(b) }, "html": func(b *bytes.Buffer) error { return r.WriteHTML(b) },
		"csv": func(b *bytes.Buffer) error { return r.WriteCSV(b) },
	} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		assert.NotContains(t, b.String(), "NaN", name)
		assert.Equal(t, name != "csv", strings.Contains(b.String(), "not known"), name)
	}
	_, err := json.Marshal(r)
	assert.NoError(t, err)
}
