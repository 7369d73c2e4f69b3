package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// forecasts draws forecasters that are right as often as their confidence plus the error says.
func forecasts(rng *rand.Rand, n int, low, high, bias float64) []Forecast {
	out := make([]Forecast, n)
	for i := range out {
		p := low + (high-low)*rng.Float64()
		out[i] = Forecast{p, rng.Float64() < p+bias}
	}
	return out
}

// The table of ../shared/spec/evaluation.md, which was simulated with 200 draws: means stand to the second digit, 95th percentiles
// nearly: 200 draws are some 0.001 and 0.005 off themselves.
func TestTheCalibrationErrorOfAPerfectlyCalibratedForecaster(t *testing.T) {
	for _, tt := range []struct {
		n                                  int
		wide, wideHigh, narrow, narrowHigh float64
	}{
		{250, .055, .087, .036, .072}, {500, .038, .056, .025, .054}, {809, .031, .049, .019, .037},
		{2000, .020, .029, .013, .027}, {5000, .013, .020, .008, .015},
	} {
		simulated := func(low, high float64) (float64, float64) {
			rng, values := rand.New(rand.NewPCG(4, uint64(tt.n))), make([]float64, simulations(t)/10)
			for i := range values {
				values[i] = ECE(forecasts(rng, tt.n, low, high, 0), 10)
			}
			slices.Sort(values)
			return mean(values), values[len(values)*95/100]
		}
		m, high := simulated(0.3, 0.9)
		assert.InDelta(t, tt.wide, m, 0.0025, "%d", tt.n)
		assert.InDelta(t, tt.wideHigh, high, 0.005+tt.wideHigh/20, "%d", tt.n)
		m, high = simulated(0.5, 0.7)
		assert.InDelta(t, tt.narrow, m, 0.0025, "%d", tt.n)
		assert.InDelta(t, tt.narrowHigh, high, 0.005+tt.narrowHigh/20, "%d", tt.n)

		one := forecasts(rand.New(rand.NewPCG(5, 0)), tt.n, 0.3, 0.9, 0.2)
		m, high = Calibrated(one, 10, 200, 1)
		assert.InDelta(t, tt.wide, m, 0.005, "from the confidences of one forecaster, right or not")
		assert.InDelta(t, tt.wideHigh, high, 0.005+tt.wideHigh/20)
	}
}

func TestSpiegelhalterFindsFalseChancesAndSeldomTrueOnes(t *testing.T) {
	rng, wrong, found := rand.New(rand.NewPCG(6, 0)), 0, 0
	for range 2000 {
		if s, ok := Spiegelhalter(forecasts(rng, 300, 0.3, 0.95, 0)); ok && s.P <= Alpha {
			wrong++
		}
		if s, ok := Spiegelhalter(forecasts(rng, 300, 0.6, 0.95, -0.15)); ok && s.P <= Alpha {
			found++
		}
	}
	assert.InDelta(t, 0.05, float64(wrong)/2000, 0.015)
	assert.Greater(t, float64(found)/2000, 0.9)
	// By hand: (1-0.8)(1-1.6) + (0-0.6)(1-1.2) = 0; (0-0.8)(-0.6) = 0.48, variance 0.36*0.16 = 0.0576.
	s, ok := Spiegelhalter([]Forecast{{0.8, false}})
	assert.True(t, ok)
	assert.InDelta(t, 2, s.Z, 1e-12)
	_, ok = Spiegelhalter([]Forecast{{0.5, true}, {1, true}})
	assert.False(t, ok)
}

func TestTheDecompositionAddsUpAndEqualsTheHandComputedValues(t *testing.T) {
	d := Murphy([]Forecast{{0.9, true}, {0.9, true}, {0.9, false}, {0.3, false}}, 10)
	assert.InDelta(t, (0.01+0.01+0.81+0.09)/4, d.Brier, 1e-12)
	assert.InDelta(t, 0.75*(0.9-2.0/3)*(0.9-2.0/3)+0.25*0.09, d.Reliability, 1e-12)
	assert.InDelta(t, 0.75*(2.0/3-0.5)*(2.0/3-0.5)+0.25*0.25, d.Resolution, 1e-12)
	assert.InDelta(t, 0.25, d.Uncertainty, 1e-12)
	assert.InDelta(t, 0, d.Within, 1e-12, "forecasts of a bin are equal")
	assert.Zero(t, Murphy(nil, 10).Brier)
	rapid.Check(t, func(t *rapid.T) {
		fs := drawn(t)
		d := Murphy(fs, 10)
		assert.InDelta(t, d.Brier, d.Reliability-d.Resolution+d.Uncertainty+d.Within, 1e-12)
		assert.False(t, math.IsNaN(SquaredError(fs, 10).Value+AURC(fs)+ECE(fs, 10)))
	})
}

func drawn(t *rapid.T) []Forecast {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Forecast {
		return Forecast{rapid.Float64Range(0, 1).Draw(t, "confidence"), rapid.Bool().Draw(t, "right")}
	}), 0, 50).Draw(t, "forecasts")
}

func TestTheDebiasedErrorIsZeroInTheMeanOfTheCalibratedAndItsIntervalCovers(t *testing.T) {
	rng, sum, plugin := rand.New(rand.NewPCG(7, 0)), 0.0, 0.0
	for range 1000 {
		fs := forecasts(rng, 250, 0.3, 0.9, 0)
		sum += SquaredError(fs, 10).Value / 1000
		for _, b := range binned(fs, 10) {
			m := bin(b)
			plugin += float64(len(b)) / 250 * (m.confidence - m.right) * (m.confidence - m.right) / 1000
		}
	}
	assert.InDelta(t, 0, sum, 0.0004)
	assert.Greater(t, plugin, 0.004, "what is not debiased is ten times further off")
	for _, tt := range []struct {
		n    int
		bias float64
	}{{250, 0.1}, {500, -0.15}, {809, 0.05}, {500, 0}} { // near 0, where the interval ends, it covers nearly always
		covered := 0
		for range 1000 {
			if !SquaredError(forecasts(rng, tt.n, 0.3, 0.8, tt.bias), 10).Interval.Excludes(tt.bias * tt.bias) {
				covered++
			}
		}
		assert.GreaterOrEqual(t, float64(covered)/1000, 0.93, "%+v", tt)
		assert.True(t, tt.bias == 0 || covered < 990, "%+v", tt)
	}
}

func TestTheRiskCoverageCurveByHand(t *testing.T) {
	fs := []Forecast{{0.5, false}, {0.9, true}, {0.7, false}, {0.7, true}}
	assert.Equal(t, []RiskPoint{{0.25, 0, 0.9}, {0.75, 1.0 / 3, 0.7}, {1, 0.5, 0.5}}, RiskCoverage(fs))
	assert.InDelta(t, 0.5/3+0.25*0.5, AURC(fs), 1e-12)
	assert.Zero(t, AURC(nil))
}
