package compare

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/stats"
)

func TestEqualDifferencesAreEquivalentOnlyWhereTheQuestionsSuffice(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want Verdict
	}{{100, Inconclusive}, {200, Equivalent}} {
		same := strings.Repeat("A", tt.n)
		r := compared(t, same, same, Options{Margin: 0.02, Draws: 60})
		for _, name := range []string{Score, Brier} {
			m := r.Metric(name)
			assert.Equal(t, []Verdict{tt.want, tt.want}, []Verdict{m.Verdict, m.Alone}, "%s of %d", name, tt.n)
			assert.Equal(t, stats.SameMean(0, tt.n, -1, 1), m.Interval)
			assert.Contains(t, m.Method, "all differences are equal")
		}
	}
	r := compared(t, "AAAAAA", "AAAAAA", Options{Draws: 60, Penalty: 2})
	assert.Equal(t, stats.SameMean(0, 6, -3, 3), r.Metric(Score).Interval, "a wrong answer instead of a right one takes 3 away")
}

func TestAFigureThatNoResampleChangesHasNoInterval(t *testing.T) {
	same := strings.Repeat("A", 100)
	r := compared(t, same, same, Options{Margin: 0.5, Draws: 60})
	for _, name := range []string{"macro_f1", "calibration_error", "aurc"} {
		m := r.Metric(name)
		assert.False(t, m.Interval.Known(), name)
		assert.True(t, m.AllEqual())
		assert.Equal(t, Inconclusive, m.Verdict, name)
		assert.Equal(t, 1.0, *m.P)
	}
	assert.Contains(t, strings.Join(r.Notes, "\n"), "no interval: every resample of macro_f1, calibration_error, calibration_error_squared_debiased, aurc gives the same difference")
	right := compared(t, strings.Repeat("B", 8), strings.Repeat("A", 8), Options{Margin: 0.5, Draws: 600}).Metric("macro_f1")
	assert.Equal(t, Better, right.Alone)
	assert.InDelta(t, 1.0/128, *right.P, 1e-12, "eight of eight, by the sign test")
}

func TestASureDifferenceIsEquivalentOnlyInsideOfTheMargin(t *testing.T) {
	first, second := strings.Repeat("B", 12)+strings.Repeat("A", 88), strings.Repeat("A", 100)
	for margin, want := range map[float64]Verdict{0: Better, 0.19: Better, 0.21: Equivalent} {
		m := compared(t, first, second, Options{Margin: margin, Draws: 60}).Metric(Accuracy)
		require.Equal(t, want, m.Verdict, "%v of %v", margin, m.Interval)
		m = compared(t, second, first, Options{Margin: margin, Draws: 60}).Metric(Accuracy)
		require.Equal(t, want == Equivalent, m.Verdict == Equivalent, "%v of %v", margin, m.Interval)
	}
	m := compared(t, first, second, Options{Margin: 0.19, Draws: 60}).Metric(Accuracy)
	assert.Equal(t, Equivalent, m.Unsure(), "two one-sided tests find it under the margin")
	assert.Equal(t, Inconclusive, compared(t, first, second, Options{Draws: 60}).Metric(Accuracy).Unsure())
}
