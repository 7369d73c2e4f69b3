package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// TestEqualAnswersHaveNoIntervalWithoutWidth is of answers that are all right, with one confidence, two of them of each cluster.
func TestEqualAnswersHaveNoIntervalWithoutWidth(t *testing.T) {
	questions, s := map[compare.Key]*compare.Question{}, &compare.Sample{Results: map[compare.Key]*record.Result{}}
	for i := range 20 {
		k := compare.Key{ID: fmt.Sprint(i)}
		questions[k] = &compare.Question{Question: &evidence.Question{ID: k.ID, Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}, Cluster: fmt.Sprint(i / 2)}
		s.Results[k] = &record.Result{ID: k.ID, Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: evidence.AnswerSupported}, Confidence: 0.9}
	}
	side := Build(questions, []*compare.Sample{s}, nil, compare.Options{}, nil).Sides[0]
	assert.Equal(t, []int{10, 10}, []int{side.Units, side.Calibration.Units})
	assert.False(t, side.Calibration.Debiased.Interval.Known())
	of := map[string]stats.Interval{}
	for _, m := range side.Measures {
		of[m.Key] = m.Interval
		assert.Equal(t, 10, m.Units, m.Key)
	}
	assert.Equal(t, stats.SameMean(1, 10, 0, 1), of["accuracy"])
	assert.InDelta(t, stats.SameMean(0.01, 10, 0, 1).High, of["brier"].High, 1e-12)
	assert.False(t, of["aurc"].Known())
}

func TestAReportNamesResultsWithoutAConfidence(t *testing.T) {
	k := compare.Key{ID: "q1"}
	questions := map[compare.Key]*compare.Question{k: {Question: &evidence.Question{ID: k.ID, Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}}}
	s := &compare.Sample{Name: "old", Results: map[compare.Key]*record.Result{k: {ID: k.ID, Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: evidence.AnswerSupported}, Confidence: math.NaN()}}}
	r := Build(questions, []*compare.Sample{s}, nil, compare.Options{}, nil)
	assert.Equal(t, []int{0, 0}, []int{r.Sides[0].Missing, r.Sides[0].Calibration.Of})
	assert.Contains(t, strings.Join(r.Notes, "\n"), "old has no confidence in 1 results: q1;")
}
