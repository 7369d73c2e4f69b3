package compare

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSidesThatWereAskedWithOtherOptionsAreRefusedByName(t *testing.T) {
	q, a, b := world("AAA", "AAA")
	for _, id := range []string{"q0", "q2"} {
		b.Results[Key{ID: id}].Options[1].Text = "another"
	}
	_, err := Compare(q, a, b, Options{Draws: 60})
	require.ErrorIs(t, err, ErrApart)
	assert.ErrorContains(t, err, "new was asked with other options: q0, q2;")
	_, err = Compare(nil, a, b, Options{Draws: 60})
	assert.ErrorContains(t, err, "new was asked with other options: q0, q2;", "without right answers the first side says what was asked")
}

func TestAResultWithoutAConfidenceIsInNoFigureOfConfidencesAndIsNamed(t *testing.T) {
	q, a, b := world("AABA", "ABAA")
	b.Results[Key{ID: "q1"}].Confidence = math.NaN()
	r, err := Compare(q, a, b, Options{Draws: 60})
	require.NoError(t, err)
	assert.Equal(t, []string{"q1"}, r.Second.Unsure)
	assert.Contains(t, strings.Join(r.Notes, "\n"), "new has no confidence in 1 results: q1; they are in no figure of confidences")
	assert.Equal(t, []int{4, 3, 3}, []int{r.Metric(Accuracy).Of, r.Metric(Brier).Of, r.Metric("calibration_error").Of})
	_, err = json.Marshal(r)
	assert.NoError(t, err, "q1 flips, and is JSON")
}
