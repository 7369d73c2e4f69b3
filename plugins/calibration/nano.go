package main

import (
	"errors"
	"math"
)

// A nano is a number in units of 1e-9.
type nano int64

const (
	one       = nano(1_000_000_000)
	limit     = 1000 // greatest magnitude of one number and,
	mostTerms = 900  // with this many of them, of a sum that stays under 1e6
)

// float returns the float64 nearest to n.
func (n nano) float() float64 { return float64(n) / float64(one) }

// toNano rounds f to the nearest unit, halves away from zero. It is false for NaN
// and for magnitudes over the limit.
func toNano(f float64) (nano, bool) {
	if !(math.Abs(f) <= limit) {
		return 0, false
	}
	return nano(math.Round(f * float64(one))), true
}

// bounds are settings in units.
type bounds struct {
	intercept, maxUp, maxDown, clampLow, clampHigh nano
}

// bound checks and converts settings.
func bound(s settings) (bounds, error) {
	var b bounds
	for _, c := range []struct {
		name string
		from float64
		to   *nano
	}{
		{"intercept", s.intercept, &b.intercept},
		{"max_up", s.maxUp, &b.maxUp},
		{"max_down", s.maxDown, &b.maxDown},
		{"clamp_low", s.clampLow, &b.clampLow},
		{"clamp_high", s.clampHigh, &b.clampHigh},
	} {
		n, ok := toNano(c.from)
		if !ok {
			return b, errors.New(c.name + " is no number of at most 1000")
		}
		*c.to = n
	}
	switch {
	case b.maxUp < 0 || b.maxDown < 0:
		return b, errors.New("max_up and max_down are at least 0")
	case b.clampLow < 0 || b.clampHigh > one || b.clampLow > b.clampHigh:
		return b, errors.New("clamp_low and clamp_high are fractions, the low one first")
	}
	return b, nil
}
