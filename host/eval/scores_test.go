package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// claimResult is a result with those scores; given "" is an abstention.
func claimResult(given string, confidence, supported, contradicted, undecided float64) *record.Result {
	r := &record.Result{Confidence: confidence, Abstained: given == "", Options: []record.OptionResult{
		{Label: evidence.AnswerSupported, Score: supported}, {Label: evidence.AnswerContradicted, Score: contradicted},
		{Label: evidence.AnswerUndecided, Score: undecided},
	}}
	if given != "" {
		r.Answer = &record.AnswerText{Label: given, Text: given}
		r.Citations = []record.Citation{{Doc: "d1"}}
	}
	return r
}

func text(t *testing.T, s *Scores) string {
	t.Helper()
	out, err := json.Marshal(s)
	require.NoError(t, err)
	return string(out)
}

func TestOneQuestionHasNoInterval(t *testing.T) {
	questions := map[string]*evidence.Question{"a": {Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}}
	s := ScoreResults(questions, map[string]*record.Result{"a": claimResult("supported", 0.8, 0.8, 0.1, 0.1)}, 1)
	for name, m := range map[string]Measure{"accuracy": s.Accuracy, "selective": s.Selective, "F1": s.MacroF1, "ECE": s.CalibrationError, "Brier": s.Brier} {
		assert.Equal(t, 1, m.Of, name)
		assert.False(t, m.Interval.Known(), name)
	}
	assert.False(t, s.Debiased.Interval.Known())
	assert.Contains(t, text(t, s), `"accuracy":{"value":1,"interval":null,"of":1}`)
}

func TestEqualConfidencesLeaveTheBrierScoreAnInterval(t *testing.T) {
	questions, given := map[string]*evidence.Question{}, map[string]*record.Result{}
	for i := range 20 {
		id := fmt.Sprint(i)
		questions[id], given[id] = &evidence.Question{Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}, claimResult("supported", 0.5, 0.8, 0.1, 0.1)
	}
	s := ScoreResults(questions, given, 1)
	assert.Equal(t, stats.SameMean(0.25, 20, 0, 1), s.Brier.Interval)
	assert.False(t, s.CalibrationError.Interval.Known())
}

func TestAResultWithoutAConfidenceIsInNoFigureOfConfidences(t *testing.T) {
	claim := &evidence.Question{ID: "a", Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}
	questions := map[string]*evidence.Question{"a": claim, "b": {ID: "b", Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}}
	s := ScoreResults(questions, map[string]*record.Result{"a": claimResult("supported", math.NaN(), 0.8, 0.1, 0.1), "b": claimResult("supported", 0.9, 0.8, 0.1, 0.1)}, 1)
	assert.Equal(t, []string{"a"}, s.Unsure)
	assert.Equal(t, []int{2, 1, 1}, []int{s.Accuracy.Of, s.Brier.Of, s.CalibrationError.Of})
	assert.InDelta(t, 0.01, s.Brier.Value, 1e-12)
}

func TestResultsAreScoredAgainstTheRightAnswers(t *testing.T) {
	claim := func(answer string, gold ...string) *evidence.Question {
		return &evidence.Question{Type: evidence.TypeClaim, Answer: answer, GoldDocs: gold}
	}
	questions := map[string]*evidence.Question{
		"right":     claim(evidence.AnswerSupported, "d1"),
		"wrong":     claim(evidence.AnswerContradicted, "d2"),
		"abstained": claim(evidence.AnswerContradicted),
		"missing":   claim(evidence.AnswerUndecided),
	}
	s := ScoreResults(questions, map[string]*record.Result{
		"right":     claimResult("supported", 0.8, 0.8, 0.1, 0.1),
		"wrong":     claimResult("supported", 0.6, 0.6, 0.3, 0.1),
		"abstained": claimResult("", 0.5, 0.2, 0.5, 0.3),
	}, 1)
	assert.Equal(t, []int{4, 1}, []int{s.Count, s.Missing})
	assert.Equal(t, Measure{0.25, Wilson(1, 4), 4}, s.Accuracy)
	assert.Equal(t, 0.5, s.BestOption.Value, "the abstention's best option was right")
	assert.Equal(t, 0.5, s.Answered.Value)
	assert.Equal(t, Measure{0.5, Wilson(1, 2), 2}, s.Selective)
	assert.Equal(t, Measure{0.5, Wilson(1, 2), 2}, s.GoldCited)
	// supported: 1 hit, given twice, right once; contradicted: 1 hit, given once, right twice; undecided: none.
	assert.InDelta(t, (2.0/3+2.0/3+0)/3, s.MacroF1.Value, 1e-12)
	assert.InDelta(t, (0.04+0.36+0.25)/3, s.Brier.Value, 1e-12)
	assert.Equal(t, 3, s.CalibrationError.Of, "what has no result has no confidence")
	assert.Equal(t, 0.5, s.AUC.Value)
	assert.InDelta(t, s.Brier.Value, s.Murphy.Brier, 1e-12)
	assert.Greater(t, s.ByChance[1], s.ByChance[0])
	assert.NotNil(t, s.Spiegelhalter)
	assert.Equal(t, Measure{1, s.Stance.Interval, 3}, s.Stance)
	assert.Equal(t, text(t, s), text(t, ScoreResults(questions, map[string]*record.Result{
		"right":     claimResult("supported", 0.8, 0.8, 0.1, 0.1),
		"wrong":     claimResult("supported", 0.6, 0.6, 0.3, 0.1),
		"abstained": claimResult("", 0.5, 0.2, 0.5, 0.3),
	}, 1)), "equal inputs, equal figures")
}

func TestOfAnswersOfOneKindThereIsNoArea(t *testing.T) {
	one := &evidence.Question{Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}
	questions := map[string]*evidence.Question{"a": one, "b": one}
	for _, label := range []string{"supported", "contradicted"} {
		s := ScoreResults(questions, map[string]*record.Result{"a": claimResult(label, 0.8, 0.8, 0.1, 0.1), "b": claimResult(label, 0.6, 0.6, 0.3, 0.1)}, 1)
		assert.Equal(t, Measure{}, s.AUC, label)
		assert.Equal(t, Measure{}, s.Stance, label)
	}
}
