package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval"
)

func ptr(v float64) *float64 { return &v }

// formula has a base, a one-sided penalty with a floor, and a reward with a cap.
func formula() *Formula {
	return &Formula{
		Terms: []Term{
			{Name: "score", Base: true, Weight: 1},
			{Name: "flags", Weight: -0.1, Floor: ptr(-0.25), OneSided: true},
			{Name: "agree", Weight: 0.2, Cap: ptr(0.15)},
		},
		MaxUp: 0.1, MaxDown: 0.2, Clamp: [2]float64{0.05, 0.95},
	}
}

func TestConfidenceFollowsTheFormulaOfThePlugin(t *testing.T) {
	unknown := math.NaN()
	tests := []struct {
		name   string
		values []float64
		want   float64
	}{
		{"the base alone", []float64{0.6, 0, 0}, 0.6},
		{"a penalty", []float64{0.6, 1, 0}, 0.5},
		{"its floor, then the greatest fall", []float64{0.6, 9, 0}, 0.4},
		{"a one-sided penalty never raises", []float64{0.6, -5, 0}, 0.6},
		{"a reward within its cap and the greatest rise", []float64{0.6, 0, 1}, 0.7},
		{"corrections are held together", []float64{0.6, 1, 1}, 0.65},
		{"unknown adds nothing", []float64{0.6, unknown, unknown}, 0.6},
		{"the clamp comes last", []float64{1, 0, 1}, 0.95},
		{"at both ends", []float64{0, 1, 0}, 0.05},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, formula().Confidence(&Example{Values: tt.values}), 1e-12)
		})
	}
}

// made draws questions that come out right with the probability 0.7 × score + 0.1 - 0.05 × flags.
func made(n int) []Example {
	rng := rand.New(rand.NewPCG(3, 0))
	xs := make([]Example, n)
	for i := range xs {
		score, flags := rng.Float64(), float64(rng.IntN(3))
		xs[i] = Example{Values: []float64{score, flags, math.NaN(), 1}, Right: rng.Float64() < 0.7*score+0.15-0.05*flags}
	}
	return xs
}

func withOffset() *Formula {
	f := formula()
	f.Terms = append(f.Terms, Term{Name: "offset", Base: true})
	return f
}

func TestAFitFindsTheWeightsThatMadeTheOutcomes(t *testing.T) {
	f := withOffset()
	got, fitted, err := Fit(f, made(20000), Settings{Ridge: 0})
	require.NoError(t, err)
	assert.InDelta(t, 0.7, got.Terms[0].Weight, 0.03)
	assert.InDelta(t, -0.05, got.Terms[1].Weight, 0.015)
	assert.InDelta(t, 0.15, got.Terms[3].Weight, 0.03)
	assert.Equal(t, 0.2, got.Terms[2].Weight, "a term that is never known keeps its weight")
	assert.Equal(t, []bool{true, true, false, true}, fitted)
	assert.Equal(t, withOffset(), f, "the given formula is not changed")
}

func TestAFitIsLeastSquares(t *testing.T) {
	// One term, values 1 and 2, outcomes 0 and 1, by hand: w = Σxy/Σx² = 2/5; with ridge r towards 1, scale 5/2: (2+2.5r)/(5+2.5r).
	f := &Formula{Terms: []Term{{Base: true, Weight: 1}}, Clamp: [2]float64{0, 1}}
	xs := []Example{{Values: []float64{1}}, {Values: []float64{2}, Right: true}}
	for ridge, want := range map[float64]float64{0: 0.4, 2: 0.7} {
		got, _, err := Fit(f, xs, Settings{Ridge: ridge})
		require.NoError(t, err)
		assert.InDelta(t, want, got.Terms[0].Weight, 1e-4)
	}
}

func TestAOneSidedWeightKeepsItsSign(t *testing.T) {
	f := &Formula{Terms: []Term{{Base: true, Weight: 0.5}, {Weight: -0.2, OneSided: true}}, MaxUp: 1, MaxDown: 1, Clamp: [2]float64{0, 1}}
	var xs []Example
	for i := range 40 { // the flag goes with right answers
		xs = append(xs, Example{Values: []float64{1, float64(i % 2)}, Right: i%2 == 1})
	}
	got, _, err := Fit(f, xs, Settings{})
	require.NoError(t, err)
	assert.Zero(t, got.Terms[1].Weight)
	assert.InDelta(t, 0.5, got.Terms[0].Weight, 1e-3)
}

func TestAFitIsNoWorseInSampleAndCrossValidationJudgesItOnOtherQuestions(t *testing.T) {
	f, xs := withOffset(), made(400)
	got, _, err := Fit(f, xs, Defaults())
	require.NoError(t, err)
	before, after := eval.Brier(f.Forecasts(xs)), eval.Brier(got.Forecasts(xs))
	assert.Less(t, after, before)
	cross, err := CrossValidate(f, xs, Defaults())
	require.NoError(t, err)
	assert.Less(t, eval.Brier(cross), before)
	assert.Greater(t, eval.Brier(cross), after, "what was not fitted to comes out worse")
	again, err := CrossValidate(f, xs, Defaults())
	require.NoError(t, err)
	assert.Equal(t, cross, again)
	other := Defaults()
	other.Seed++
	differs, err := CrossValidate(f, xs, other)
	require.NoError(t, err)
	assert.NotEqual(t, cross, differs)
}

func TestWhatCannotBeFittedIsRefused(t *testing.T) {
	right := []Example{{Values: []float64{1, 0, 0}, Right: true}, {Values: []float64{0.5, 0, 0}, Right: true}}
	mixed := []Example{{Values: []float64{0, 0, math.NaN()}, Right: true}, {Values: []float64{0, 0, 0}}}
	for name, tt := range map[string]struct {
		xs   []Example
		want error
	}{
		"no question":              {nil, ErrNoExamples},
		"all right":                {right, ErrOneOutcome},
		"no feature that is not 0": {mixed, ErrNoFeature},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := Fit(formula(), tt.xs, Defaults())
			assert.ErrorIs(t, err, tt.want)
		})
	}
	_, _, err := Fit(formula(), []Example{{Values: []float64{1}}}, Defaults())
	assert.ErrorContains(t, err, "1 values for 3 terms")
	_, _, err = Fit(formula(), mixed, Settings{Ridge: -1})
	assert.ErrorContains(t, err, "ridge")
	_, err = CrossValidate(formula(), mixed, Settings{Folds: 3})
	assert.ErrorContains(t, err, "3 folds of 2 questions")
}

func TestALogisticFitFindsTheLogOddsThatMadeTheOutcomes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	xs := make([]Example, 20000)
	for i := range xs {
		v := rng.Float64()*4 - 2
		xs[i] = Example{Values: []float64{v, 1}, Right: rng.Float64() < 1/(1+math.Exp(-(1.5*v-0.5)))}
	}
	f := &Formula{Logistic: true, Terms: []Term{{Name: "x", Base: true}, {Name: "offset", Base: true}}, MaxUp: 1, MaxDown: 1, Clamp: [2]float64{0, 1}}
	got, _, err := Fit(f, xs, Settings{})
	require.NoError(t, err)
	assert.InDelta(t, 1.5, got.Terms[0].Weight, 0.1)
	assert.InDelta(t, -0.5, got.Terms[1].Weight, 0.05)
	assert.InDelta(t, 1/(1+math.Exp(0.5)), got.Confidence(&Example{Values: []float64{0, 1}}), 0.01)
}

func TestAnExampleOfWeightTwoCountsAsTwo(t *testing.T) {
	f := &Formula{Terms: []Term{{Base: true}}, Clamp: [2]float64{0, 1}}
	one := Example{Values: []float64{1}, Right: true}
	double := one
	double.Weight = 2
	other := Example{Values: []float64{1}}
	twice, _, err := Fit(f, []Example{one, one, other}, Settings{})
	require.NoError(t, err)
	weighted, _, err := Fit(f, []Example{double, other}, Settings{})
	require.NoError(t, err)
	assert.Equal(t, twice.Terms[0].Weight, weighted.Terms[0].Weight)
	assert.InDelta(t, 2.0/3, weighted.Terms[0].Weight, 1e-4)
}
