package boost_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/boost"
)

// grid is every pair of tenths with a class.
func grid(class func(a, b float32) bool) *boost.Table {
	t := &boost.Table{}
	for a := range 20 {
		for b := range 20 {
			x := []float32{float32(a) / 10, float32(b) / 10}
			t.X, t.Class, t.Weight = append(t.X, x), append(t.Class, class(x[0], x[1])), append(t.Weight, 1)
		}
	}
	return t
}

func accuracy(t *boost.Table, o boost.Options) float64 {
	f, right := boost.Fit(t, o), 0.0
	for i, x := range t.X {
		if (f.Score(x) > 0) == t.Class[i] {
			right++
		}
	}
	return right / float64(len(t.X))
}

func TestTreesLearnWhatNoSumCan(t *testing.T) {
	exclusive := grid(func(a, b float32) bool { return (a > 0.95) != (b > 0.95) })
	assert.Greater(t, accuracy(exclusive, boost.Options{Trees: 100, Rate: 0.3, Columns: 1}), 0.98)
	assert.Less(t, accuracy(exclusive, boost.Options{Trees: 100, Rate: 0.3, Columns: 1, Depth: 1}), 0.8)
}

func TestEqualTablesGiveEqualForests(t *testing.T) {
	table := grid(func(a, b float32) bool { return a*b > 0.7 })
	assert.Equal(t, boost.Fit(table, boost.Options{Seed: 7}).Append(nil), boost.Fit(table, boost.Options{Seed: 7}).Append(nil))
	assert.NotEqual(t, boost.Fit(table, boost.Options{Seed: 7}).Append(nil), boost.Fit(table, boost.Options{Seed: 8}).Append(nil))
}

func TestAMonotoneFeatureNeverLowersTheScore(t *testing.T) {
	hill := grid(func(a, b float32) bool { return math.Abs(float64(a)-1) < 0.5 })
	free := boost.Fit(hill, boost.Options{Columns: 1})
	rising := boost.Fit(hill, boost.Options{Columns: 1, Monotone: map[int]int8{0: 1}})
	assert.Less(t, free.Score([]float32{1.9, 1}), free.Score([]float32{1, 1}))
	for a := float32(0); a < 1.9; a += 0.1 {
		assert.GreaterOrEqual(t, rising.Score([]float32{a + 0.1, 1}), rising.Score([]float32{a, 1}))
	}
}

func TestWeightsCountAsRepetitions(t *testing.T) {
	table := &boost.Table{X: [][]float32{{0}, {0}}, Class: []bool{true, false}, Weight: []float64{300, 100}}
	f := boost.Fit(table, boost.Options{Rows: 1})
	assert.InDelta(t, math.Log(301./101), f.Score([]float32{0}), 0.02)
}
