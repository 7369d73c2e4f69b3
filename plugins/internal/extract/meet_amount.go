package extract

import (
	"math"
	"strings"
)

// meetQuantity finds the numbers of the option in a sentence, by value and unit; all of them must be there. Where another option has the same
// ones, what else tells this one counts, too.
func (a *asking) meetQuantity(d *document, s *sentence, o *option, denied bool) meeting {
	s.count(a.Extractor)
	all := meeting{}
	for j := range o.amounts {
		m := a.meetOne(d, s, o, &o.amounts[j], denied)
		if m.value == 0 {
			return meeting{}
		}
		all.value += m.value / float64(len(o.amounts))
		all.negated = m.negated
		if j == 0 {
			all.words = m.words
		}
	}
	if o.twin {
		w := a.meetWords(d, s, o, denied, make([]float64, len(o.terms)))
		all.value *= wordless + (1-wordless)*min(1, w.value)
	}
	return all
}

// wordless is what an option counts whose numbers a sentence tells and whose words it lacks, where another option has the same numbers.
const wordless = 0.5

// meetOne finds the number of a sentence that an option means and that stands best.
func (a *asking) meetOne(d *document, s *sentence, o *option, wanted *amount, denied bool) meeting {
	var best meeting
	for _, told := range [][]quantity{s.quantities, s.shares} {
		for i := range told {
			q := &told[i]
			bound, from := s.bound(q)
			alike := wanted.holds(q, bound)
			if alike == 0 || s.isDivisor(q) || q.isDifference() && !a.asksDifference() {
				continue
			}
			c := candidate{document: d, sentence: s, first: q.first, end: q.end, anchor: q.number, value: q.base(), dim: q.unit.dim, fit: alike * roleShare(q.role) * o.perAlike(wanted, s, q)}
			if v := a.rate(&c) * c.fit * a.arm(&c) * a.extent(&c, q) * a.listed(&c) * a.underOther(&c) * a.spoken(d) * a.side(&c); v > best.value {
				best = meeting{value: v, words: s.quote(q.first, q.end), negated: s.denies(from, denied)}
			}
		}
	}
	return best
}

// extent is less than 1 for a number of an option that tells another extent than is asked for.
func (a *asking) extent(c *candidate, q *quantity) float64 {
	next := ""
	if q.end < len(c.sentence.words) {
		next = strings.ToLower(c.sentence.at(q.end))
	}
	return pick(a.ofOtherExtent(next) || a.ofExtentElsewhere(c), ofAnother, 1)
}

// ofAnother is what such a number counts: that it is an option speaks for it.
const ofAnother = 0.5

// roleShare returns how much a number of that role counts.
func roleShare(r role) float64 {
	switch r {
	case roleBound, rolePValue, roleSpread:
		return 0.3
	}
	return 1
}

// equals says whether two quantities are the same: values within half of the last of three digits, in the same dimension, or within half of
// the last digit written where their units differ. A number without unit equals one with a unit by its value as written.
func (q *quantity) equals(p *quantity) bool {
	switch {
	case q.unit.dim == dimPercent && p.unit.dim == dimFold:
		return close(q.value, 100*math.Abs(p.value-1))
	case q.unit.dim == dimFold && p.unit.dim == dimPercent:
		return p.equals(q)
	case q.unit == p.unit:
		return close(q.base(), p.base())
	case q.unit.dim == p.unit.dim:
		return close(q.base(), p.base()) || math.Abs(q.base()-p.base()) <= max(q.grain(), p.grain())
	}
	return (q.unit.dim == dimNone || p.unit.dim == dimNone) && close(q.value, p.value)
}

func close(a, b float64) bool { return math.Abs(a-b) <= 0.0005*max(math.Abs(a), math.Abs(b)) }

// grain returns half of the last digit of a value, in base units; 0 for a value of one digit, which may well be exact.
func (q *quantity) grain() float64 {
	if q.value <= 0 || q.value == math.Trunc(q.value) && math.Mod(q.value, 10) == 0 {
		return 0
	}
	for step := math.Pow(10, math.Floor(math.Log10(q.value))-1); step > q.value*1e-6; step /= 10 {
		if v := q.value / step; math.Abs(v-math.Round(v)) < 1e-6 {
			return step / 2 * q.unit.factor
		}
	}
	return 0
}
