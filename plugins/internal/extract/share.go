package extract

import (
	"math"
	"slices"
	"strings"
)

// shares finds what a line tells as a part of a whole or as a multiple: "one in five", "three quarters", "12 of 200", "doubled", and of
// what changes "from 120 to 240". Told are its numbers. A part is a percentage, a multiple has the dimension dimFold.
func (x *Extractor) shares(l *line, told []quantity) []quantity {
	var out []quantity
	for i := range l.words {
		if q, is := l.fraction(i); is {
			out = append(out, q)
		} else if q, is := l.multiple(i); is {
			out = append(out, q)
		}
	}
	for i := range told {
		a := &told[i]
		if i+1 < len(told) {
			out = l.pair(out, a, &told[i+1])
		}
		if whole := l.whole(told[:i], a); whole != nil && i > 0 && !l.partOf(&told[i-1], a) {
			q := share(a.first, a.end, a.value/whole.value)
			q.apart, q.whole = true, whole.number
			out = append(out, q)
		}
	}
	return out[:min(len(out), mostQuantities)]
}

// share returns a part of a whole, told by words [first, end).
func share(first, end int, part float64) quantity {
	return quantity{first: first, end: end, number: first, value: 100 * part, unit: unit{dimPercent, 1}, derived: true}
}

// fold returns a multiple, told by words [first, end).
func fold(first, end int, times float64) quantity {
	return quantity{first: first, end: end, number: first, value: times, unit: unit{dimFold, 1}, derived: true}
}

// parts are the names of parts, singular, by how many make a whole.
var parts = map[string]float64{"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "tenth": 10}

// fraction reads a part that is told by its name, from word i on: "half", "a third of", "three quarters", "two-thirds".
func (l *line) fraction(i int) (quantity, bool) {
	n := parts[strings.TrimSuffix(strings.ToLower(l.at(i)), "s")]
	if half := strings.EqualFold(l.at(i), "half"); half && !l.counted(i) && l.halves(i) {
		return share(i, i+1, 0.5), true
	}
	if n == 0 || i == 0 || !spaced(l.before(i)) {
		return quantity{}, false
	}
	switch count := l.words[i-1].number; {
	case count >= 1 && count < n && l.at(i - 1)[0] > '9':
		return share(i-1, i+1, count/n), true
	case strings.EqualFold(l.at(i-1), "a") && n > 2 && (i+1 == len(l.words) || l.at(i+1) == "of" || !spaced(l.gap(i))):
		return share(i-1, i+1, 1/n), true
	}
	return quantity{}, false
}

// counted says whether a number stands right ahead of word i.
func (l *line) counted(i int) bool {
	return i > 0 && spaced(l.before(i)) && !math.IsNaN(l.words[i-1].number)
}

// halves says whether "half" at word i is a share, and not in "half-life", "second half", "half an hour" and "one and a half".
func (l *line) halves(i int) bool {
	if i+1 < len(l.words) {
		next := strings.ToLower(l.at(i + 1))
		if gap := l.gap(i); gap != " " && spaced(gap) || next == "a" || next == "an" || next == "life" || next == "lives" || next == "maximal" {
			return false
		}
	}
	if i == 0 {
		return true
	}
	switch before := strings.ToLower(l.at(i - 1)); before {
	case "first", "second", "other", "latter", "former", "upper", "lower", "left", "right", "northern", "southern", "eastern", "western":
		return false
	case "a":
		return i < 2 || l.at(i-2) != "and"
	}
	return true
}

// multiple reads how many times something became or is another, from word i on: "doubled", "a threefold rise", "2-fold", "twice as",
// "five times higher", "by a factor of 3".
func (l *line) multiple(i int) (quantity, bool) {
	word := strings.ToLower(l.at(i))
	if times, is := folds[word]; is {
		return fold(i, i+1, times), true
	}
	if stem, is := strings.CutSuffix(word, "fold"); is && stem != "" {
		v, is := numberWord([]byte(stem))
		if !is {
			v = parse(stem)
		}
		return fold(i, i+1, v), v > 0
	}
	if v := l.words[i].number; v > 0 && i > 1 && l.at(i-1) == "of" && l.at(i-2) == "factor" {
		return fold(i, i+1, v), true
	}
	if i+1 == len(l.words) || !spaced(l.gap(i)) {
		return quantity{}, false
	}
	next := strings.ToLower(l.at(i + 1))
	switch v := l.words[i].number; {
	case word == "twice":
		return fold(i, i+1, 2), next == "as" || next == "the" || l.words[i+1].shift != 0
	case v > 0 && next == "fold":
		return fold(i, i+2, v), true
	case v > 0 && next == "times" && i+2 < len(l.words):
		after := strings.ToLower(l.at(i + 2))
		return fold(i, i+2, v), after == "as" || after == "the" || after == "more" || after == "less" || l.words[i+2].shift != 0
	}
	return quantity{}, false
}

// folds are the verbs that tell a multiple.
var folds = map[string]float64{"doubled": 2, "doubles": 2, "doubling": 2, "tripled": 3, "triples": 3, "trebled": 3, "quadrupled": 4, "halved": 0.5, "halving": 0.5}

// pair adds what two numbers that follow each other tell together: "12 of 200" a share, and "from 120 to 240 kg" a multiple and a difference.
func (l *line) pair(out []quantity, a, b *quantity) []quantity {
	if l.partOf(a, b) {
		q := share(a.first, b.end, a.value/b.value)
		q.whole = b.number
		return append(out, q)
	}
	if a.role == rolePlain && b.role == rolePlain && a.first > 0 && l.at(a.first-1) == "from" && b.first == a.end+1 && l.at(a.end) == "to" && a.unit.dim == b.unit.dim && a.value > 0 && b.value > 0 {
		change := quantity{first: a.first, end: b.end, number: b.number, value: math.Abs(b.base()-a.base()) / b.unit.factor, unit: b.unit, rate: b.rate, derived: true}
		return append(out, fold(a.first, b.end, b.base()/a.base()), change)
	}
	return out
}

// partOf says whether the numbers count a part and its whole: "one in five", "12 of the 200", "12 out of 200", "12/200".
func (l *line) partOf(a, b *quantity) bool {
	if !a.counts() || !b.counts() || a.value >= b.value || b.first > a.end+2 {
		return false
	}
	if b.first == a.end {
		return strings.TrimSpace(l.gap(a.end-1)) == "/" && b.value > 9
	}
	switch strings.ToLower(l.quote(a.end, b.first)) {
	case "in", "of", "of the", "out of", "of all", "in every":
		return true
	}
	return false
}

// counts says whether a number counts things: whole, without unit, and no year, bound or test.
func (q *quantity) counts() bool {
	return q.unit.dim == dimNone && (q.role == rolePlain || q.role == roleSample) && q.value > 0 && q.value == math.Trunc(q.value)
}

// whole returns the number of all those that a sentence begins with, "Of 200 mothers, 12 stopped", where q counts some of them; nil: none.
func (l *line) whole(ahead []quantity, q *quantity) *quantity {
	for i := range ahead {
		w := &ahead[i]
		if w.first == 0 || w.first > 3 || !w.counts() || !q.counts() || q.value >= w.value || l.words[w.first].clause == l.words[q.first].clause && !l.acts(q) {
			continue
		}
		switch strings.ToLower(l.at(0)) {
		case "of", "among", "in":
			return w
		}
	}
	return nil
}

// isWhole says whether a sentence counts some of what a quantity counts.
func (s *sentence) isWhole(q *quantity) bool {
	return slices.ContainsFunc(s.shares, func(p quantity) bool { return p.whole == q.number && q.number > 0 })
}
