package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/eval"
)

// sharpened draws questions that come out right by log-odds x, of which the formula makes twice as much.
func sharpened(n int) (*Formula, []Example) {
	rng := rand.New(rand.NewPCG(9, 0))
	xs := make([]Example, n)
	for i := range xs {
		x := rng.NormFloat64() * 1.5
		xs[i] = Example{Values: []float64{x}, Right: rng.Float64() < 1/(1+math.Exp(-x))}
	}
	return &Formula{Logistic: true, Terms: []Term{{Name: "x", Base: true, Weight: 2}}, Clamp: [2]float64{0, 1}}, xs
}

func TestATemperatureUndoesOverconfidence(t *testing.T) {
	f, xs := sharpened(8000)
	fitted, at := Temperature(f, xs)
	assert.InDelta(t, 2, at, 0.2)
	assert.InDelta(t, 1, fitted.Terms[0].Weight, 0.1)
	assert.Less(t, eval.Brier(fitted.Forecasts(xs)), eval.Brier(f.Forecasts(xs)))
	assert.Equal(t, 2.0, f.Terms[0].Weight, "the given formula is not changed")
	linear := *f
	linear.Logistic = false
	same, at := Temperature(&linear, xs)
	assert.Equal(t, []any{1.0, 2.0}, []any{at, same.Terms[0].Weight}, "a sum without log-odds has no temperature")
}

func TestIsotonicPoolsWhatFalls(t *testing.T) {
	var fs []eval.Forecast
	for i, right := range []bool{false, true, false, false, true, true} {
		fs = append(fs, eval.Forecast{Confidence: float64(i+1) / 10, Right: right})
	}
	s := Isotonic(fs)
	for confidence, want := range map[float64]float64{0.05: 0, 0.1: 0, 0.2: 1.0 / 3, 0.3: 1.0 / 3, 0.4: 1.0 / 3, 0.45: 1.0 / 3, 0.5: 1, 0.9: 1} {
		assert.InDelta(t, want, s.Of(confidence), 1e-12, confidence)
	}
}

func TestAnIsotonicMapNeverFallsAndIsTheBestOfItsKind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) eval.Forecast {
			return eval.Forecast{Confidence: float64(rapid.IntRange(0, 10).Draw(t, "tenths")) / 10, Right: rapid.Bool().Draw(t, "right")}
		}), 1, 30).Draw(t, "forecasts")
		s := Isotonic(fs)
		mapped := make([]eval.Forecast, len(fs))
		for i, f := range fs {
			mapped[i] = eval.Forecast{Confidence: s.Of(f.Confidence), Right: f.Right}
		}
		for c := 0.0; c < 1; c += 0.05 {
			require.LessOrEqual(t, s.Of(c), s.Of(c+0.05))
		}
		require.LessOrEqual(t, eval.Brier(mapped), eval.Brier(fs)+1e-12, "as it is, is a map that never falls")
	})
}

func TestTheMethodIsChosenByWithheldFolds(t *testing.T) {
	f, xs := sharpened(400)
	methods, err := Methods(f, xs, Defaults())
	require.NoError(t, err)
	require.Len(t, methods, 3)
	assert.False(t, methods[2].Writeable)
	cross, err := CrossValidate(f, xs, Defaults())
	require.NoError(t, err)
	assert.Equal(t, cross, methods[0].Withheld)
	assert.Equal(t, ByTemperature, Best([]Method{{Weights, []eval.Forecast{{Confidence: 0.5}}, true}, {ByTemperature, []eval.Forecast{{Confidence: 0.4}}, true}, {ByIsotonic, []eval.Forecast{{Confidence: 0}}, false}}))
	assert.Equal(t, Weights, Best(methods[:1]))
	_, _, err = FitBy(ByIsotonic, f, xs, Defaults())
	assert.ErrorContains(t, err, "can be written")
	fitted, open, err := FitBy(ByTemperature, f, xs, Defaults())
	require.NoError(t, err)
	want, _ := Temperature(f, xs)
	assert.Equal(t, want, fitted)
	assert.Equal(t, []bool{true}, open)
	_, _, err = FitBy(ByTemperature, f, nil, Defaults())
	assert.ErrorIs(t, err, ErrNoExamples)
}
