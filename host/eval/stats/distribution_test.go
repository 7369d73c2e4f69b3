package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func TestDistributionsAreThoseOfGonumToTheBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "trials")
		p := rapid.Float64Range(0.001, 0.999).Draw(t, "chance")
		k := float64(rapid.IntRange(-1, n).Draw(t, "successes"))
		ours, theirs := binomial{float64(n), p}, distuv.Binomial{N: float64(n), P: p}
		assert.Equal(t, theirs.CDF(k), ours.upTo(k))
		k = max(k, 0)
		assert.Equal(t, theirs.Prob(k), ours.exactly(k))

		v := rapid.Float64Range(-40, 40).Draw(t, "value")
		assert.Equal(t, distuv.UnitNormal.CDF(v), below(v))
		assert.Equal(t, distuv.UnitNormal.Survival(v), tail(v))
		of := distuv.StudentsT{Sigma: 1, Nu: float64(n)}
		assert.Equal(t, of.Survival(math.Abs(v)), student(float64(n), math.Abs(v)))
	})
}

func TestCorrelationIsThatOfGonumToTheBit(t *testing.T) {
	values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 8, 8)
	rapid.Check(t, func(t *rapid.T) {
		x, y := values.Draw(t, "x"), values.Draw(t, "y")
		want, got := stat.Correlation(x, y, nil), correlation(x, y)
		assert.True(t, want == got || math.IsNaN(want) && math.IsNaN(got), "%v is %v", got, want)
	})
}
