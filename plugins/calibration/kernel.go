package main

import "errors"

// A term is one row of table "terms": a feature of the run and how it moves the
// confidence.
type term struct {
	name     string
	value    float64
	known    bool // false: the feature is unknown, which is not zero
	weight   float64
	floor    *float64 // least contribution; nil: none
	cap      *float64 // greatest contribution; nil: none
	oneSided bool     // may only lower (weight < 0) or only raise (weight > 0)
	base     bool     // belongs to the base; false: a correction, held by the total caps
}

// settings bound the sum.
type settings struct {
	logistic  bool // the base terms add up to log-odds
	intercept float64
	maxUp     float64 // greatest sum of corrections, at least 0 (D5)
	maxDown   float64 // greatest fall by corrections, at least 0 (D5)
	clampLow  float64 // U02
	clampHigh float64
}

// A summand is a term of the result in units of 1e-9.
type summand struct {
	name          string
	value, weight float64
	delta         nano
}

// An outcome is a confidence and what it is made of: base plus all deltas is
// exactly confidence.
type outcome struct {
	base       nano
	terms      []summand
	confidence nano
}

// The names of the summands that the kernel adds itself. No row may bear them.
const (
	totalCapName = "total_cap"
	clampName    = "clamp"
)

// calibrate adds the intercept, the base terms and the corrections, holds the sum
// of the corrections within [-maxDown, maxUp] and the confidence within
// [clampLow, clampHigh], in this order, once each. Sums are of whole numbers, so
// the order of rows changes nothing but the order of the summands.
func calibrate(s settings, terms []term) (outcome, error) {
	if len(terms) > mostTerms {
		return outcome{}, errors.New("over 900 terms")
	}
	b, err := bound(s)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{base: b.intercept, terms: make([]summand, 0, len(terms)+2)}
	base, corrections := b.intercept, nano(0)
	seen := make(map[string]struct{}, len(terms))
	for i := range terms {
		t := &terms[i]
		if _, twice := seen[t.name]; twice {
			return outcome{}, errors.New("term " + t.name + " is given twice")
		}
		seen[t.name] = struct{}{}
		delta, err := contribution(t)
		if err != nil {
			return outcome{}, err
		}
		out.terms = append(out.terms, summand{t.name, t.feature(), t.weight, delta})
		if t.base {
			base += delta
		} else {
			corrections += delta
		}
	}
	if s.logistic {
		base = out.squash(b.intercept, terms)
	}
	held := out.hold(totalCapName, corrections, -b.maxDown, b.maxUp)
	out.confidence = out.hold(clampName, base+held, b.clampLow, b.clampHigh)
	return out, nil
}

// hold returns v moved into [low, high] and records the move, if there is one.
func (o *outcome) hold(name string, v, low, high nano) nano {
	held := min(max(v, low), high)
	if held != v {
		o.terms = append(o.terms, summand{name, (held - v).float(), 1, held - v})
	}
	return held
}

// feature returns the value as reported: zero if it is unknown.
func (t *term) feature() float64 {
	if !t.known {
		return 0
	}
	return t.value
}

// contribution returns what t adds: weight × value, held by floor and cap, then by
// its side, then rounded once. An unknown feature adds nothing.
func contribution(t *term) (nano, error) {
	switch {
	case t.name == "":
		return 0, errors.New("a term has no name")
	case t.name == totalCapName || t.name == clampName:
		return 0, errors.New("term " + t.name + ": this name is reserved")
	case t.floor != nil && t.cap != nil && *t.floor > *t.cap:
		return 0, errors.New("term " + t.name + ": floor is above cap")
	case !t.known:
		return 0, nil
	}
	c := t.weight * t.value
	if t.floor != nil {
		c = max(c, *t.floor)
	}
	if t.cap != nil {
		c = min(c, *t.cap)
	}
	n, ok := toNano(side(t, c))
	if !ok {
		return 0, errors.New("term " + t.name + ": the contribution is no number of at most 1000")
	}
	return n, nil
}

// side takes away what a one-sided term may not do (S0-22): a weight of zero or
// less never raises, a weight of zero or more never lowers.
func side(t *term, c float64) float64 {
	if !t.oneSided {
		return c
	}
	if t.weight <= 0 {
		c = min(c, 0)
	}
	if t.weight >= 0 {
		c = max(c, 0)
	}
	return c
}
