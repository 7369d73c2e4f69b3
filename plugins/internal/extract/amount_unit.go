package extract

import "strings"

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
