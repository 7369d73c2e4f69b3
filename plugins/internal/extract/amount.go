package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A bound tells how a number limits what it is of.
type bound uint8

// The bounds.
const (
	exactly bound = iota
	around
	below
	atMost
	above
	atLeast
)

// bounds are the words ahead of a number that make it a bound.
var bounds = []struct {
	words string
	bound bound
}{
	{"no more than", atMost}, {"not more than", atMost}, {"at most", atMost}, {"up to", atMost}, {"maximum of", atMost},
	{"no less than", atLeast}, {"no fewer than", atLeast}, {"not less than", atLeast}, {"at least", atLeast}, {"minimum of", atLeast},
	{"less than", below}, {"fewer than", below}, {"lower than", below}, {"smaller than", below}, {"shorter than", below}, {"below", below}, {"under", below},
	{"more than", above}, {"greater than", above}, {"higher than", above}, {"larger than", above}, {"longer than", above}, {"above", above}, {"over", above}, {"exceeding", above},
	{"about", around}, {"around", around}, {"approximately", around}, {"approx", around}, {"roughly", around}, {"nearly", around}, {"almost", around}, {"circa", around}, {"some", around},
}

// boundSigns are the signs that do.
var boundSigns = map[rune]bound{'<': below, '≤': atMost, '>': above, '≥': atLeast, '~': around, '∼': around, '≈': around}

// bound returns how a quantity limits what it is of, by the words from first on or the sign ahead of it.
func (l *line) bound(q *quantity) (b bound, first int) {
	for _, sign := range l.before(q.first) {
		if b := boundSigns[sign]; b != exactly {
			return b, q.first
		}
	}
	for i := range bounds {
		if n := strings.Count(bounds[i].words, " ") + 1; q.first >= n && strings.EqualFold(l.quote(q.first-n, q.first), bounds[i].words) {
			return bounds[i].bound, q.first - n
		}
	}
	return exactly, q.first
}

// limit returns the first byte of the words that make a quantity a limit, "less than", or of the quantity. Those that may only tell where or how long it
// was, as "over", make it none.
func (l *line) limit(q *quantity) int {
	from, _ := l.bytes(q.first, q.end)
	if b, first := l.bound(q); b != exactly && b != around && first < q.first && !(first == q.first-1 && isPreposition(l.at(first))) {
		from, _ = l.bytes(first, q.end)
	}
	return from
}

// An amount is what an option says of a number: its value, or values between ends.
type amount struct {
	quantity
	low, high float64 // in base units, -Inf or +Inf without an end
	bound     bound
	from      int  // first word of the bound
	shift     int8 // 1: the option says that something rose; -1: fell; 0: neither
	ranges    bool // between two numbers of the option
}

// amounts reads the numbers of an option. Those of a share are no numbers of their own.
func (x *Extractor) amounts(l *line) []amount {
	told := x.quantities(l)
	shares := x.shares(l, told)
	var out []amount
	for _, q := range once(append(shares, told...)) {
		if (q.derived || !within(shares, &q)) && !l.isDivisor(&q) {
			out = append(out, l.amount(q))
		}
	}
	if q, is := x.oneUnit(l); is && len(out) == 0 {
		out = append(out, l.amount(q))
	}
	for i := range out {
		out[i].shift = l.direction()
	}
	if len(out) == 2 && out[0].unit.dim == out[1].unit.dim && out[0].base() < out[1].base() && l.isRange(&out[0].quantity, &out[1].quantity) {
		out[0].low, out[0].high, out[0].ranges = out[0].base(), out[1].base(), true
		return out[:1]
	}
	return out
}

// direction returns the sense of the first direction word: -1 of "it fell by 50 %"; 0: there is none.
func (l *line) direction() int8 {
	for i := range l.words {
		if w := &l.words[i]; w.shift != 0 && w.cue&text.CueStop == 0 {
			return w.shift
		}
	}
	return 0
}

// within says whether a number stands in one of the shares.
func within(shares []quantity, q *quantity) bool {
	for i := range shares {
		if shares[i].first <= q.first && q.first < shares[i].end {
			return true
		}
	}
	return false
}

// amount returns what a line says of one of its numbers.
func (l *line) amount(q quantity) amount {
	m := amount{quantity: q, low: math.Inf(-1), high: math.Inf(1)}
	m.bound, m.from = l.bound(&q)
	switch v := q.base(); m.bound {
	case below, atMost:
		m.high = v
	case above, atLeast:
		m.low = v
	case around:
		m.low, m.high = v-nearly10*math.Abs(v), v+nearly10*math.Abs(v)
	default:
		m.low, m.high = v, v
	}
	if m.meansLess() {
		m.low, m.high = math.Inf(-1), m.value
	}
	return m
}

// nearly10 is how far, as a share, a value may be from what an option says to be about so much.
const nearly10 = 0.1

// isRange says whether two numbers of an option are the ends of a range: "10 to 20", "10-20", "between 10 and 20".
func (l *line) isRange(a, b *quantity) bool {
	switch b.first - a.end {
	case 0:
		gap := strings.Trim(l.gap(a.end-1), " %°")
		return gap == "-" || gap == "–" || gap == "—"
	case 1:
		word := strings.ToLower(l.at(a.end))
		return word == "to" || word == "and" && a.first > 0 && strings.EqualFold(l.at(a.first-1), "between")
	}
	return false
}

// What a number counts for an option that it does not equal outright.
const (
	unitless = 0.4 // without unit, where the option has one
	inside   = 0.8 // it lies in the option's range
	rounded  = 0.7 // about as much
)

// holds returns how well a number of a sentence, with its bound there, is what the option says, 0..1.
func (m *amount) holds(q *quantity, told bound) float64 {
	if q.unit.dim == dimFold && (q.value < 1 && m.shift > 0 || q.value > 1 && m.shift < 0) {
		return 0
	}
	if m.unit.dim == dimPercent && q.unit.dim == dimNone && q.value != 0 {
		return 0 // what counts is no share
	}
	bare := pick(m.unit.dim != dimNone && q.unit.dim == dimNone, unitless, 1)
	if m.equals(q) && (m.bound == exactly && !m.ranges || m.bound == around || m.bound == told) {
		return bare
	}
	v := q.base()
	if m.unit.dim == dimFold && q.unit.dim == dimPercent {
		v = m.asFold(q.value)
	} else if m.unit.dim != q.unit.dim {
		return 0
	}
	if !m.limits() {
		return 0
	}
	switch told {
	case below, atMost:
		return pick(math.IsInf(m.low, -1) && v <= m.high, inside, 0)
	case above, atLeast:
		return pick(math.IsInf(m.high, 1) && v >= m.low, inside, 0)
	}
	strict := m.bound == below || m.bound == above
	if v < m.low || v > m.high || strict && (v == m.low || v == m.high) {
		return 0
	}
	return pick(m.bound == around, rounded, inside)
}

// limits says whether the option leaves a value open within ends.
func (m *amount) limits() bool { return m.ranges || m.bound != exactly }
