package linear_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/linear"
)

// signs are examples in which feature 0 stands for the class, 1 against it, and 2 tells nothing.
func signs() (all []linear.Example) {
	for i := range 400 {
		e := linear.Example{At: []int{i % 2, 2}, Value: []float64{1, 1}, Class: i%2 == 0, Weight: 1}
		all = append(all, e)
	}
	return all
}

func TestWeightsTellTheClass(t *testing.T) {
	w, base := linear.Fit(signs(), 4, linear.Options{})
	assert.Greater(t, w[0], 1.0)
	assert.Less(t, w[1], -1.0)
	assert.InDelta(t, 0, w[2]+base, 0.5)
	assert.Zero(t, w[3], "a feature that nothing has")
}

func TestAPenaltyKeepsWeightsSmall(t *testing.T) {
	free, _ := linear.Fit(signs(), 3, linear.Options{})
	held, _ := linear.Fit(signs(), 3, linear.Options{Penalty: 0.5})
	assert.Less(t, held[0], free[0]/2)
}

func TestTheConstantFollowsTheHeavierClass(t *testing.T) {
	var all []linear.Example
	for i := range 1000 {
		all = append(all, linear.Example{Class: i%2 == 0, Weight: 1 + 2*float64(1-i%2)})
	}
	_, base := linear.Fit(all, 0, linear.Options{})
	assert.Greater(t, base, 0.5)
}

func TestEqualExamplesGiveEqualWeights(t *testing.T) {
	a, _ := linear.Fit(signs(), 3, linear.Options{})
	b, _ := linear.Fit(signs(), 3, linear.Options{})
	assert.Equal(t, a, b)
}
