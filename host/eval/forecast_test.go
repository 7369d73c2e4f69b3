package eval

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Bins of a tenth: 0.85 and 0.89 (one right) in one, 0.3 (wrong) in another, 1 (right) in the last.
var forecasts = []Forecast{{Confidence: 0.85, Right: true}, {Confidence: 0.89, Right: false}, {Confidence: 0.3, Right: false}, {Confidence: 1, Right: true}}

func TestForecastMeasuresEqualTheHandComputedValues(t *testing.T) {
	tests := []struct {
		name      string
		got, want float64
	}{
		{"Brier score", Brier(forecasts), (0.0225 + 0.7921 + 0.09 + 0) / 4},
		{"calibration error in ten bins", CalibrationError(forecasts, 10), (2*(0.87-0.5) + 0.3 + 0) / 4},
		{"calibration error in one bin is the difference of the means", CalibrationError(forecasts, 1), 0.76 - 0.5},
		{"confidence 1 is in the last bin", float64(Bins(forecasts, 10)[9].Count), 1},
		{"a confidence on a border is in the upper bin", float64(Bins([]Forecast{{Confidence: 0.5, Right: true}}, 2)[1].Count), 1},
		{"no forecasts", Brier(nil) + CalibrationError(nil, 10), 0},
		{"AUC of a perfect ranking", AUC([]float64{3, 2, 1}, []bool{true, true, false}), 1},
		{"AUC of a reversed ranking", AUC([]float64{3, 1, 2}, []bool{false, true, true}), 0},
		{"AUC counts pairs", AUC([]float64{4, 3, 2, 1}, []bool{true, false, true, false}), 3.0 / 4},
		{"AUC counts ties half", AUC([]float64{2, 2, 1}, []bool{true, false, false}), (0.5 + 1) / 2},
		{"AUC of equal scores", AUC([]float64{1, 1, 1, 1}, []bool{true, false, true, false}), 0.5},
		{"AUC without a negative", AUC([]float64{1, 2}, []bool{true, true}), 0.5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.InDelta(t, tt.want, tt.got, 1e-12) })
	}
}

func TestAUCIsTheShareOfPairsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		scores, positive := make([]float64, n), make([]bool, n)
		won, pairs := 0.0, 0.0
		for i := range n {
			scores[i], positive[i] = float64(rapid.IntRange(0, 9).Draw(t, "score")), rapid.Bool().Draw(t, "positive")
		}
		for i := range n {
			for j := range n {
				if positive[i] && !positive[j] {
					pairs++
					if scores[i] > scores[j] {
						won++
					} else if scores[i] == scores[j] {
						won += 0.5
					}
				}
			}
		}
		if pairs > 0 {
			assert.InDelta(t, won/pairs, AUC(scores, positive), 1e-12)
		}
	})
}

func TestIntervalsEqualTheHandComputedValues(t *testing.T) {
	// Wilson of 8 in 10, by hand: (0.8+0.19207)/(1.38415) ± 1.95996/1.38415*sqrt(0.016+0.0096036)
	w := Wilson(8, 10)
	assert.InDelta(t, 0.49016, w.Low, 1e-4)
	assert.InDelta(t, 0.94332, w.High, 1e-4)
	assert.Equal(t, Interval{Low: 0, High: 1}, Wilson(0, 0))
	assert.InDelta(t, 0, Wilson(0, 20).Low, 1e-12)
	assert.InDelta(t, 1, Wilson(20, 20).High, 1e-12)

	data := []float64{0, 0, 0, 1, 1, 1, 1, 1, 1, 1}
	mean := func(drawn []int) float64 {
		s := 0.0
		for _, i := range drawn {
			s += data[i]
		}
		return s / float64(len(drawn))
	}
	b := Bootstrap(len(data), 4000, 7, mean)
	assert.Equal(t, b, Bootstrap(len(data), 4000, 7, mean), "equal seeds")
	// binomial(10, 0.7): P(X <= 3) = 0.0106, P(X <= 4) = 0.0473
	assert.InDelta(t, 0.4, b.Low, 1e-9)
	assert.InDelta(t, 1.0, b.High, 0.1+1e-9)
	assert.False(t, math.IsNaN(b.Low))
}

func TestMacroF1OfThreeLabels(t *testing.T) {
	var l Labels
	for _, a := range [][2]string{{"yes", "yes"}, {"yes", "yes"}, {"yes", "no"}, {"no", "no"}, {"no", "yes"}, {"maybe", ""}} {
		l.Add(a[0], a[1])
	}
	assert.Equal(t, []string{"maybe", "no", "yes"}, l.Right())
	assert.InDelta(t, 2*2.0/(3+3), l.F1("yes"), 1e-12)
	assert.InDelta(t, 2*1.0/(2+2), l.F1("no"), 1e-12)
	assert.Zero(t, l.F1("maybe"), "an abstention is no label")
	assert.InDelta(t, (2.0/3+0.5+0)/3, l.MacroF1(), 1e-12)
	assert.Zero(t, (&Labels{}).MacroF1())
}
