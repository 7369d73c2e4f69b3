package extract

import (
	"math"
	"strings"
)

// A role tells what kind of number a quantity is in its sentence.
type role uint8

// The roles.
const (
	rolePlain  role = iota
	roleBound       // of a confidence interval
	rolePValue      // of a test
	roleSample      // n = 20
	roleYear        // 1998, or July 2019
	roleRatio       // odds ratio, hazard ratio, relative risk
	roleSpread      // ± 3
)

// A quantity is a number with its unit in words [first, end) of a line.
type quantity struct {
	first, end int
	number     int // the word of its number
	unitEnd    int // the word behind the unit that it has from the next number; 0: it has its own
	value      float64
	unit       unit
	rate       bool // per something: 480 ng/ml, 6.43 events per 1000 person-years
	role       role
	derived    bool // no number as written, but what numbers or words tell: "one in five", "doubled"
	apart      bool // derived from numbers that no span holds together
	whole      int  // the word of the number that it is a share of; 0: none
}

// base returns the value in the base unit of its dimension.
func (q *quantity) base() float64 { return q.value * q.unit.factor }

// quantities finds the numbers of a line.
func (x *Extractor) quantities(l *line) []quantity {
	var out []quantity
	for i := 0; i < len(l.words) && len(out) < mostQuantities; i++ {
		w := &l.words[i]
		if v, u, is := x.glued(l, i); is {
			q := quantity{first: i, end: i + 1, number: i, value: v, unit: u}
			x.finish(l, &q)
			out = append(out, q)
			continue
		}
		if math.IsNaN(w.number) || l.labels(i) {
			continue
		}
		q := quantity{first: i, end: i + 1, number: i, value: w.number, unit: unit{dimNone, 1}}
		if v, end := compose(l, i); end > i {
			q.value, q.end, q.number = v, end, end-1
		} else if v, end := l.grouped(i); end > i {
			q.value, q.end, q.number = v, end, end-1
		}
		if factor, last := l.power(i); last > 0 {
			q.value, q.end, q.number = q.value*factor, last+1, last
		}
		x.extend(l, &q)
		x.finish(l, &q)
		out = append(out, q)
		i = max(i, q.number)
	}
	inheritUnits(l, out)
	l.inheritRatios(out)
	return out
}

// glued reads a number written together with its unit, such as "50nm" or "2.17bn".
func (x *Extractor) glued(l *line, i int) (float64, unit, bool) {
	s := l.at(i)
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || s[n] == ',' || strings.HasPrefix(s[n:], "·") || s[n] == 0xb7) {
		n++
	}
	if n == 0 || n == len(s) {
		return 0, unit{}, false
	}
	v := parse(s[:n])
	if f := scaleOf(s[n:]); f > 1 && v == v {
		return v * f, unit{dimNone, 1}, true
	}
	u, is := x.unitOf(s[n:])
	if s[n:] == "C" {
		u, is = unit{dimTemperature, 1}, true // "56C", and alone an element
	}
	return v, u, is && v == v
}

// extend takes in the unit behind a number, a parenthesis between them, and words such as "million".
func (x *Extractor) extend(l *line, q *quantity) {
	i := q.number + 1
	if percentAt(l.gap(q.number)) {
		q.unit = unit{dimPercent, 1}
		return
	}
	if gap := l.gap(q.number); strings.HasPrefix(strings.TrimLeft(gap, " "), "°") {
		q.unit = unit{dimTemperature, 1}
		if i < len(l.words) && len(l.at(i)) == 1 {
			q.end = i + 1
		}
		return
	}
	if i < len(l.words) && spaced(l.gap(q.number)) {
		if f := scaleOf(l.at(i)); f > 1 {
			q.value *= f
			q.end, q.number = i+1, i
			i++
		}
	}
	if j := l.behindParenthesis(q.end - 1); j > 0 && j < len(l.words) {
		if u, is := x.unitOf(l.at(j)); is {
			q.unit, q.end = u, j+1
			x.divide(l, q)
			return
		}
	}
	if i >= len(l.words) || !spaced(l.gap(i-1)) {
		return
	}
	u, is := x.unitOf(l.at(i))
	if !is && i+1 < len(l.words) && spaced(l.gap(i)) {
		if u, is = x.units[strings.ToLower(l.at(i))+"-"+strings.ToLower(l.at(i+1))]; is {
			i++
		}
	}
	if !is {
		return
	}
	q.unit, q.end = u, i+1
	x.divide(l, q)
}

// divide reads what a unit is taken per: "/ml", "per 1000 person-years".
func (x *Extractor) divide(l *line, q *quantity) {
	i := q.end
	if i >= len(l.words) {
		return
	}
	gap := strings.TrimSpace(l.gap(i - 1))
	if gap == "/(" {
		x.divideAll(l, q)
		return
	}
	slash := gap == "/"
	if !slash && (!spaced(l.gap(i-1)) || l.at(i) != "per") {
		return
	}
	if !slash {
		i++
	}
	if i < len(l.words) {
		under, is := x.unitOf(l.at(i))
		if !is {
			under = unit{dimOther, 1}
		}
		q.unit, q.rate, q.end = per(q.unit, under), true, i+1
	}
}

// divideAll reads several units that a unit is taken per: "W/(m K)".
func (x *Extractor) divideAll(l *line, q *quantity) {
	for i := q.end; i < len(l.words) && i < q.end+4; i++ {
		if _, is := x.unitOf(l.at(i)); !is {
			return
		}
		if strings.HasPrefix(l.gap(i), ")") {
			q.unit, q.rate, q.end = unit{dimOther, 1}, true, i+1
			return
		}
	}
}

// behindParenthesis returns the word behind a parenthesis that opens behind word i, if it closes within 9 words; 0: none opens.
func (l *line) behindParenthesis(i int) int {
	open := strings.IndexAny(l.gap(i), "([")
	if open < 0 || strings.TrimLeft(l.gap(i)[:open], " %") != "" {
		return 0
	}
	for j := i + 1; j < len(l.words) && j < i+10; j++ {
		if at := strings.IndexAny(l.gap(j), ")]"); at >= 0 {
			if strings.TrimSpace(l.gap(j)[at+1:]) != "" {
				return 0
			}
			return j + 1
		}
	}
	return 0
}

// spaced says whether a gap only parts words of one phrase.
func spaced(gap string) bool {
	return gap == " " || gap == "-" || gap == "‐" || gap == "‑" || gap == "\u00a0" || gap == "\u2009"
}

// percentAt says whether a gap begins with a percent sign.
func percentAt(gap string) bool {
	gap = strings.TrimLeft(gap, " \u00a0\u2009")
	return strings.HasPrefix(gap, "%")
}
