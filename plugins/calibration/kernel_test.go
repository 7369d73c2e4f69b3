package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// open are settings that hold nothing but the clamp of U02.
func open(intercept float64) settings {
	return settings{intercept: intercept, maxUp: 1, maxDown: 1, clampLow: 0.01, clampHigh: 0.99}
}

func at(f float64) *float64 { return &f }

func known(name string, value, weight float64) term {
	return term{name: name, value: value, known: true, weight: weight}
}

func TestCalibrate(t *testing.T) {
	falsification := func(score float64) term {
		return term{name: "falsification", value: score, known: true, weight: -0.12, oneSided: true}
	}
	contradiction := func(flags float64) term {
		return term{name: "contradiction", value: flags, known: true, weight: -0.07, floor: at(-0.35)}
	}
	inBase := func(x term) term { x.base = true; return x }
	tests := []struct {
		name  string
		s     settings
		terms []term
		want  nano
		added []string // names of the summands after the rows
	}{
		{"S0-21 and S0-23: falsified and triangulated", open(.72), []term{falsification(.8), known("triangulated", 1, .08)}, 704_000_000, nil},
		{"S0-22: a low score lowers a little", open(.72), []term{falsification(.1)}, 708_000_000, nil},
		{"S0-22: no refutation changes nothing", open(.72), []term{falsification(0)}, 720_000_000, nil},
		{"S0-22: a one-sided term never raises", open(.72), []term{falsification(-3)}, 720_000_000, nil},
		{"C14: a one-sided term with a positive weight never lowers", open(.5), []term{{name: "x", value: -1, known: true, weight: .2, oneSided: true}}, 500_000_000, nil},
		{"a one-sided term without weight is silent, whatever its floor", open(.5), []term{{name: "x", known: true, floor: at(.1), oneSided: true}}, 500_000_000, nil},
		{"S2-20 and S2-21: three gaps filled, pivot resolved", open(.72), []term{known("gaps_filled", 3, .03), known("cap_resolved", 1, .04)}, 850_000_000, nil},
		{"S2-20: a cap holds the gaps at four", open(.5), []term{{name: "gaps_filled", value: 9, known: true, weight: .03, cap: at(.12)}}, 620_000_000, nil},
		{"B-15: each flag costs 0.07", open(.72), []term{contradiction(2)}, 580_000_000, nil},
		{"U09: the penalty ends at 0.35", open(.72), []term{contradiction(9)}, 370_000_000, nil},
		{"an unknown feature adds nothing, even under a floor", open(.72), []term{{name: "x", value: 7, weight: 1, floor: at(.1)}}, 720_000_000, nil},
		{"U02: clamped once at the bottom", open(.2), []term{known("a", -1, .5), known("b", 1, .25)}, 10_000_000, []string{"clamp"}},
		{"U02: clamped at the top", open(.9), []term{known("a", 1, .5)}, 990_000_000, []string{"clamp"}},
		{"D5: corrections rise to max_up at most", settings{intercept: .5, maxUp: .15, maxDown: .4, clampHigh: 1}, []term{known("a", 1, .1), known("b", 1, .1)}, 650_000_000, []string{"total_cap"}},
		{"D5: corrections fall to max_down at most", settings{intercept: .5, maxUp: .15, maxDown: .4, clampHigh: 1}, []term{known("a", 1, -.3), known("b", 1, -.2)}, 100_000_000, []string{"total_cap"}},
		{"D5: the caps see the sum, not each term", settings{intercept: .5, maxUp: .15, maxDown: .4, clampHigh: 1}, []term{known("a", 1, .3), known("b", 1, -.2)}, 600_000_000, nil},
		{"D5: base terms are no corrections", settings{intercept: 0, maxUp: .15, maxDown: .4, clampHigh: 1}, []term{inBase(known("coverage", .8, .35)), inBase(known("margin", .5, .2))}, 380_000_000, nil},
		{"both caps and the clamp act, in this order", settings{intercept: .95, maxUp: .15, maxDown: .4, clampLow: .01, clampHigh: .99}, []term{known("a", 1, .5)}, 990_000_000, []string{"total_cap", "clamp"}},
		{"halves round away from zero", settings{intercept: .5, maxUp: 1, maxDown: 1, clampHigh: 1}, []term{known("a", 1, -0x1p-1*3e-9), known("b", 1, 0x1p-1*1e-9)}, 499_999_999, nil},
		{"no terms leave the intercept", open(.3), nil, 300_000_000, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := calibrate(tt.s, tt.terms)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.confidence)
			require.Len(t, got.terms, len(tt.terms)+len(tt.added))
			for i, name := range tt.added {
				assert.Equal(t, name, got.terms[len(tt.terms)+i].name)
			}
			assert.Equal(t, got.confidence, total(got))
		})
	}
}

func TestTheValueOfAnUnknownFeatureIsNotPassedOn(t *testing.T) {
	got, err := calibrate(open(.5), []term{{name: "b", value: 9, weight: 1}, known("c", 1, .1), {name: "a", weight: 1}})
	require.NoError(t, err)
	assert.Zero(t, got.terms[0].value, "the value of an unknown feature means nothing and is not passed on")
}

func TestCalibrateRefusesWhatHasNoMeaning(t *testing.T) {
	tests := []struct {
		name string
		s    settings
		term term
		want string
	}{
		{"a nameless term", open(.5), known("", 1, 1), "no name"},
		{"a term called clamp", open(.5), known("clamp", 1, 1), "reserved"},
		{"a term called total_cap", open(.5), known("total_cap", 1, 1), "reserved"},
		{"a floor above the cap", open(.5), term{name: "x", known: true, floor: at(1), cap: at(0)}, "term x: floor is above cap"},
		{"a NaN value", open(.5), known("x", math.NaN(), 1), "term x: the contribution"},
		{"an infinite weight", open(.5), known("x", 1, math.Inf(1)), "term x: the contribution"},
		{"a contribution over a thousand", open(.5), known("x", 1001, 1), "term x: the contribution"},
		{"a NaN intercept", open(math.NaN()), known("x", 1, 1), "intercept"},
		{"a negative max_up", settings{maxUp: -.1, clampHigh: 1}, known("x", 1, 1), "max_up"},
		{"a negative max_down", settings{maxDown: -.1, clampHigh: 1}, known("x", 1, 1), "max_down"},
		{"a clamp upside down", settings{clampLow: .9, clampHigh: .1}, known("x", 1, 1), "clamp_low"},
		{"a clamp over one", settings{clampHigh: 1.5}, known("x", 1, 1), "clamp_high"},
		{"a clamp under zero", settings{clampLow: -.5, clampHigh: 1}, known("x", 1, 1), "clamp_low"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := calibrate(tt.s, []term{tt.term})
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestCalibrateRefusesTermsThatItCannotTellApart(t *testing.T) {
	_, err := calibrate(open(.5), []term{known("x", 1, 1), known("x", 2, 1)})
	require.ErrorContains(t, err, "term x is given twice")
	_, err = calibrate(open(.5), make([]term, mostTerms+1))
	require.ErrorContains(t, err, "over 900 terms")
}

// total adds up what a result says of itself.
func total(o outcome) nano {
	sum := o.base
	for _, s := range o.terms {
		sum += s.delta
	}
	return sum
}

func drawTerm(t *rapid.T) term {
	x := term{
		name:     rapid.StringMatching(`[a-z]{1,6}`).Filter(func(s string) bool { return s != clampName }).Draw(t, "name"),
		value:    rapid.Float64Range(-5, 5).Draw(t, "value"),
		known:    rapid.Bool().Draw(t, "known"),
		weight:   rapid.Float64Range(-1, 1).Draw(t, "weight"),
		oneSided: rapid.Bool().Draw(t, "one-sided"),
		base:     rapid.Bool().Draw(t, "base"),
	}
	if rapid.Bool().Draw(t, "floored") {
		x.floor = at(rapid.Float64Range(-1, 0).Draw(t, "floor"))
	}
	if rapid.Bool().Draw(t, "capped") {
		x.cap = at(rapid.Float64Range(0, 1).Draw(t, "cap"))
	}
	return x
}

// drawTerms draws terms with distinct names.
func drawTerms(t *rapid.T, least, most int) []term {
	return rapid.SliceOfNDistinct(rapid.Custom(drawTerm), least, most, func(x term) string { return x.name }).Draw(t, "terms")
}

func drawSettings(t *rapid.T) settings {
	low := rapid.Float64Range(0, .5).Draw(t, "low")
	return settings{
		intercept: rapid.Float64Range(-1, 1).Draw(t, "intercept"),
		maxUp:     rapid.Float64Range(0, 1).Draw(t, "up"),
		maxDown:   rapid.Float64Range(0, 1).Draw(t, "down"),
		clampLow:  low,
		clampHigh: rapid.Float64Range(low, 1).Draw(t, "high"),
	}
}

func TestTheSumIsExactAndWithinTheClampForAllTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		got, err := calibrate(s, drawTerms(t, 0, 12))
		require.NoError(t, err)
		assert.Equal(t, got.confidence, total(got))
		low, _ := toNano(s.clampLow)
		high, _ := toNano(s.clampHigh)
		assert.GreaterOrEqual(t, got.confidence, low)
		assert.LessOrEqual(t, got.confidence, high)
		for _, x := range got.terms {
			back, ok := toNano(x.delta.float())
			assert.True(t, ok && back == x.delta, "a delta survives the way through float64")
		}
	})
}

func TestConfidenceFollowsEachValueByTheSignOfItsWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		terms := drawTerms(t, 1, 6)
		i := rapid.IntRange(0, len(terms)-1).Draw(t, "which")
		terms[i].known = true
		before, err := calibrate(s, terms)
		require.NoError(t, err)
		terms[i].value += rapid.Float64Range(0, 5).Draw(t, "more")
		after, err := calibrate(s, terms)
		require.NoError(t, err)
		if terms[i].weight >= 0 {
			assert.GreaterOrEqual(t, after.confidence, before.confidence)
		} else {
			assert.LessOrEqual(t, after.confidence, before.confidence)
		}
	})
}

func TestTheOrderOfRowsDoesNotChangeConfidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		terms := drawTerms(t, 0, 12)
		before, err := calibrate(s, terms)
		require.NoError(t, err)
		after, err := calibrate(s, rapid.Permutation(terms).Draw(t, "shuffled"))
		require.NoError(t, err)
		assert.Equal(t, before.confidence, after.confidence)
	})
}
