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
			c := candidate{document: d, sentence: s, first: q.first, end: q.end, anchor: q.number, value: q.base(), dim: q.unit.dim, fit: alike * a.roleShare(q.role) * o.perAlike(wanted, s, q)}
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
func (a *asking) roleShare(r role) float64 {
	switch r {
	case roleBound, rolePValue:
		return 0.3
	case roleSpread:
		return pick(a.asksError(), 1, 0.3)
	}
	return pick(a.asksError(), unasked, 1)
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

// oneUnit reads an option that ends with a unit behind an article, as in "about a year": one of that unit.
func (x *Extractor) oneUnit(l *line) (quantity, bool) {
	n := len(l.words)
	if n < 2 || n > 2 && l.words[n-3].number == l.words[n-3].number || n > 2 && strings.EqualFold(l.at(n-3), "half") {
		return quantity{}, false
	}
	switch strings.ToLower(l.at(n - 2)) {
	case "a", "an":
	default:
		return quantity{}, false
	}
	u, is := x.unitOf(l.at(n - 1))
	return quantity{first: n - 2, end: n, number: n - 1, value: 1, unit: u}, is && u.dim != dimOther && len(l.at(n-1)) > 2
}

// isDivisor says whether a number is only what others are told per: "3 cases per 10,000".
func (l *line) isDivisor(q *quantity) bool {
	return q.first > 0 && strings.EqualFold(l.at(q.first-1), "per")
}

// meansLess says whether a multiple is bounded by "more than" and means less, as in "it more than halved".
func (m *amount) meansLess() bool {
	return m.unit.dim == dimFold && m.value < 1 && m.bound == above
}

// asFold returns a change told as a percentage as a multiple, in the direction of the option.
func (m *amount) asFold(percent float64) float64 {
	if m.value < 1 {
		return 1 - percent/100
	}
	return 1 + percent/100
}

// What a number counts for an option that is told per something, "0.4 per hectare".
const (
	perOther = 0.2 // it is told per something else
	perNone  = 0.5 // it is told per nothing
)

// perAlike is less than 1 for a number that is not told per what the number of an option is.
func (o *option) perAlike(wanted *amount, s *sentence, q *quantity) float64 {
	asked := o.divisor(&wanted.quantity)
	if asked < 0 {
		return 1
	}
	told := s.divisor(q)
	if told < 0 {
		return pick(q.rate, 1, pick(q.unit.dim == dimNone, perNone, perOther))
	}
	a, b := &o.words[asked], &s.words[told]
	return pick(a.key == b.key || a.kin != 0 && a.kin == b.kin, 1, perOther)
}
