package extract

import (
	"math"
	"strconv"
	"strings"
)

func itoa(v int64) string { return strconv.FormatInt(v, 10) }

// fitsQuantity returns how well a quantity is of the type that is asked for.
func (a *asking) fitsQuantity(s *sentence, q *quantity) float64 {
	fit := a.fitsDimension(s, q)
	if a.difference && !s.changes(q) {
		fit *= 0.8
	}
	if a.asksError() {
		fit *= pick(q.role == roleSpread, 1, unasked)
	}
	switch q.role {
	case roleBound, rolePValue:
		fit *= 0.1
	case roleSpread:
		fit *= pick(a.asksError(), 1, 0.1)
	case roleSample:
		fit = pick(a.form == formCount && a.sizeAsked(s, q), 1, 0.4*fit)
	case roleYear:
		if a.form != formDate {
			fit *= 0.1
		}
	case roleRatio:
		if a.form != formRatio {
			fit *= 0.4
		}
	}
	if q.unit.dim == dimPercent && !a.asksChange() && (s.compares(q) || a.form == formPercent && s.tellsChange(q)) {
		fit *= ofChange
	}
	if a.asksNumber(q.value) || a.asksLong() && s.isPast(q) {
		fit *= 0.1
	}
	if s.limits(q) {
		fit *= 0.85
	}
	if s.isDivisor(q) || s.isPH(q) && !(a.noun >= 0 && strings.EqualFold(a.question.at(a.noun), "ph")) {
		fit *= 0.1
	}
	return fit
}

// ofChange is how well a share fits that tells how much more or less of something there is, where no difference is asked for: "set 11 %
// fewer seeds" tells no number of seeds.
const ofChange = 0.2

// asksChange says whether the question asks for a difference: by how much, or with a word for a direction.
func (a *asking) asksChange() bool {
	if a.difference {
		return true
	}
	l := &a.question
	for i := range l.words {
		if l.words[i].shift != 0 && i != a.noun && i != a.at+1 && !l.events(i) { // not "many" of "how many"
			return true
		}
	}
	return false
}

// events says whether word i only names what happens so often, "falls" of "the rate of falls".
func (l *line) events(i int) bool { return i > 0 && l.at(i-1) == "of" && l.isPlural(i) }

// compares says whether a quantity is told as a difference by the word behind it: "11 % fewer", "87 % lower than".
func (l *line) compares(q *quantity) bool {
	if q.end >= len(l.words) || !spaced(strings.TrimPrefix(strings.TrimSpace(l.gap(q.end-1)), "%")+" ") {
		return false
	}
	switch word := strings.ToLower(l.at(q.end)); word {
	case "more", "less", "fewer":
		return true
	default:
		return l.words[q.end].shift != 0 && strings.HasSuffix(word, "er")
	}
}

// changes says whether a quantity is told as a difference: "by 23 %", "87 % lower".
func (l *line) changes(q *quantity) bool {
	if q.first > 0 {
		switch l.at(q.first - 1) {
		case "by", "additional", "extra", "another":
			return true
		}
	}
	for i := q.end; i < len(l.words) && i < q.end+2; i++ {
		if l.words[i].shift != 0 {
			return true
		}
	}
	return false
}

// limits says whether a quantity is only a limit or the end of a range, by the words ahead of it.
func (l *line) limits(q *quantity) bool {
	upper := q.first > 0 && l.at(q.first-1) == "to"
	for i := q.first - 1; i >= 0 && i > q.first-15; i-- {
		near := i > q.first-6
		switch strings.ToLower(l.at(i)) {
		case "minimum", "least", "below", "above", "exceeding":
			if near {
				return true
			}
		case "ranging", "ranged", "ranges":
			if near || upper {
				return true
			}
		}
		if strings.ContainsAny(l.gap(i), ",") && !upper {
			return false
		}
	}
	return false
}

func (a *asking) fitsDimension(s *sentence, q *quantity) float64 {
	bare := q.unit.dim == dimNone
	switch a.form {
	case formDate:
		switch {
		case q.role == roleYear:
			return 1
		case q.unit.dim == dimTime:
			return 0.4
		}
		return 0
	case formPercent:
		if a.asksRate() {
			return a.fitsRate(&s.line, q)
		}
		return pick(q.unit.dim == dimPercent, 1, pick(bare, 0.35, 0.15))
	case formRatio:
		return pick(q.role == roleRatio, 1, pick(bare && q.value != math.Trunc(q.value), 0.7, pick(q.unit.dim == dimPercent, 0.4, 0.15)))
	case formCount:
		if s.isWhole(q) && (a.partitive() || !a.asksWhole(s, q)) {
			return ofAll
		}
		if bare && a.counts(s, q) > q.end {
			return pick(a.tellsSizeAsked(s), ofWhole, 1)
		}
		if a.leavesOut(s, q) {
			return unsaidOf
		}
		if bare && a.countsPart(s, q) {
			return pick(a.hitBehind(s, q), 1, partOnly)
		}
		if !bare || q.value != math.Trunc(q.value) {
			return pick(q.unit.dim == dimPercent, pick(a.partitive(), 0.9, 0.15), 0.3)
		}
		return 0.6
	}
	switch {
	case a.often():
		return pick(s.timesBehind(q) || q.rate || q.unit.dim == dimFrequency, 1, pick(bare || q.unit.dim == dimPercent || q.unit.dim == dimTime, 0.5, 0.1))
	case a.dim == dimOther: // a quotient, or a unit that is not listed: its number stands bare
		return pick(q.unit.dim == dimOther || q.rate, 1, pick(bare && s.inDigits(q), 0.6, 0.1))
	case a.dim != dimNone && q.unit.dim == a.dim && (!q.rate || a.dim.isQuotient()):
		return 1
	case a.dim == dimMass && q.unit.dim == dimMolecular, a.dim == dimMolar && q.unit.dim == dimDensity, a.dim == dimDensity && q.unit.dim == dimMolar:
		return 1
	case a.dim == dimDensity && bare && s.isPer(q):
		return 1 // "15 voles per hectare"
	case a.dim == dimLength && q.unit.dim == dimSequence:
		return 0.8
	case a.dim == dimMoney:
		return 0.1 // a sum has its currency
	case a.dim.isDefinite() && q.unit.dim.isDefinite() && a.dim != q.unit.dim && !a.asksLong():
		return 0 // no length is an age
	case a.dim != dimNone && a.dim != dimPercent:
		return pick(bare && s.inDigits(q), pick(a.noun > a.at+1, 0.4, 0.2), 0.1)
	case a.dimensionless():
		return pick(bare, 1, 0.2)
	case a.ofMatter() && (q.unit.dim.isCircumstance() || q.unit.dim == dimPercent && strings.HasPrefix(strings.ToLower(a.question.at(a.noun)), "dos")):
		return 0.1
	case bare:
		return 0.5
	case q.unit.dim == dimTime && a.asksDegree():
		return 0.3
	case a.difference:
		return pick(q.unit.dim == dimPercent, 1, pick(q.unit.dim == dimTime, 0.6, 0.9))
	}
	return pick(q.unit.dim != dimPercent, 0.9, 0.7)
}

// ofAll is how well the number of all fits where some of them are asked for.
const ofAll = 0.3

// inDigits says whether a number is written in digits. One that is spelled out counts things and measures nothing.
func (l *line) inDigits(q *quantity) bool { return l.at(q.first)[0] <= '9' }

// often says whether the question asks how often.
func (a *asking) often() bool {
	return a.asked == "how" && a.noun == a.at+1 && (strings.EqualFold(a.question.at(a.noun), "often") || strings.EqualFold(a.question.at(a.noun), "frequently"))
}

// timesBehind says whether "times" follows a number: "23 times a year".
func (l *line) timesBehind(q *quantity) bool {
	return q.end < len(l.words) && strings.EqualFold(l.at(q.end), "times")
}

// dimensionless says whether the attribute that is asked for has no unit, as a pH has none.
func (a *asking) dimensionless() bool {
	if a.noun < 0 {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "ph", "pka", "pkb", "pki", "score", "index", "magnitude", "albedo", "redshift":
		return true
	}
	return false
}

// ofMatter says whether the attribute that is asked for is how much there is of something.
func (a *asking) ofMatter() bool {
	if a.noun < 0 {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "dose", "dosage", "doses", "capacity", "concentration", "concentrations", "amount", "quantity", "solubility", "uptake", "titre", "titer":
		return true
	}
	return false
}

// isCircumstance says whether a dimension tells when, where or at what something was measured rather than how much of it there is.
func (d dimension) isCircumstance() bool {
	switch d {
	case dimTime, dimTemperature, dimPressure, dimLength, dimFrequency, dimVoltage, dimAngle:
		return true
	}
	return false
}

// isDefinite says whether what is measured in a dimension is told in no other one.
func (d dimension) isDefinite() bool {
	switch d {
	case dimTime, dimTemperature, dimMass, dimLength, dimSpeed, dimMoney, dimVoltage:
		return true
	}
	return false
}

// isQuotient says whether a dimension is told per something itself: "290 km/h".
func (d dimension) isQuotient() bool { return d == dimSpeed || d == dimDensity || d == dimMolar }

// asksLong says whether the question asks how long something is, which a time or a length may answer.
func (a *asking) asksLong() bool {
	return a.asked == "how" && a.noun >= 0 && strings.EqualFold(a.question.at(a.noun), "long")
}

// isPast says whether a time tells when something was: "28,000 years ago".
func (l *line) isPast(q *quantity) bool { return q.end < len(l.words) && l.at(q.end) == "ago" }

// partitive says whether the question asks how many OF some are so, which a share answers too.
func (a *asking) partitive() bool { return a.question.partitive(a.at) }

// partitive says whether "of" stands behind "how many" at word i.
func (l *line) partitive(i int) bool { return i+2 < len(l.words) && strings.EqualFold(l.at(i+2), "of") }

func pick(is bool, then, otherwise float64) float64 {
	if is {
		return then
	}
	return otherwise
}

// asksNumber says whether the question itself has a number.
func (a *asking) asksNumber(v float64) bool {
	for i := range a.question.words {
		if a.question.words[i].number == v {
			return true
		}
	}
	return false
}
