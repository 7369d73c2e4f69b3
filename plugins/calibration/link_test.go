package main

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// logits are settings of a logistic base that hold nothing.
func logits(intercept float64) settings {
	return settings{logistic: true, intercept: intercept, maxUp: 1, maxDown: 1, clampHigh: 1}
}

func inLogits(name string, value, weight float64) term {
	t := known(name, value, weight)
	t.base = true
	return t
}

func TestALogisticBaseAddsUpToLogOdds(t *testing.T) {
	out, err := calibrate(logits(0), []term{inLogits("three", 1, math.Log(3))})
	require.NoError(t, err)
	assert.Equal(t, nano(500_000_000), out.base)
	assert.Equal(t, nano(750_000_000), out.confidence)
	assert.Equal(t, nano(250_000_000), out.terms[0].delta)
}

func TestLogOddsShareTheProbabilityInProportion(t *testing.T) {
	out, err := calibrate(logits(-1), []term{inLogits("a", 1, 3), inLogits("b", 1, -1), inLogits("unknown", 1, 0)})
	require.NoError(t, err)
	way := out.confidence - out.base
	assert.InDelta(t, 1.5*float64(way), float64(out.terms[0].delta), 1)
	assert.InDelta(t, -0.5*float64(way), float64(out.terms[1].delta), 1)
}

func TestLogOddsThatCancelOutMoveNothing(t *testing.T) {
	out, err := calibrate(logits(0.5), []term{inLogits("a", 1, 2), inLogits("b", 1, -2)})
	require.NoError(t, err)
	assert.Equal(t, []nano{0, 0}, []nano{out.terms[0].delta, out.terms[1].delta})
	assert.Equal(t, out.base, out.confidence)
}

func TestCorrectionsOfALogisticBaseAreProbabilities(t *testing.T) {
	out, err := calibrate(logits(0), []term{inLogits("three", 1, math.Log(3)), known("falsified", 1, -0.12)})
	require.NoError(t, err)
	assert.Equal(t, nano(630_000_000), out.confidence)
}

func TestALogisticSumIsExactInAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "terms")
		terms := make([]term, n)
		for i := range terms {
			terms[i] = known(string(rune('a'+i)), rapid.Float64Range(-5, 5).Draw(rt, "value"), rapid.Float64Range(-5, 5).Draw(rt, "weight"))
			terms[i].base = rapid.Bool().Draw(rt, "base")
		}
		out, err := calibrate(logits(rapid.Float64Range(-3, 3).Draw(rt, "intercept")), terms)
		require.NoError(rt, err)
		sum := out.base
		for _, s := range out.terms {
			sum += s.delta
		}
		assert.Equal(rt, out.confidence, sum)

		slices.Reverse(terms)
		again, err := calibrate(logits(0), terms)
		require.NoError(rt, err)
		once, err := calibrate(logits(0), reversed(terms))
		require.NoError(rt, err)
		assert.Equal(rt, once.confidence, again.confidence)
		for _, s := range once.terms {
			i := slices.IndexFunc(again.terms, func(o summand) bool { return o.name == s.name })
			assert.Equal(rt, s.delta, again.terms[i].delta, s.name)
		}
	})
}

func reversed(terms []term) []term {
	out := slices.Clone(terms)
	slices.Reverse(out)
	return out
}
