package extract

import "strings"

// finish tells the role of a quantity from what stands around it.
func (x *Extractor) finish(l *line, q *quantity) {
	before := l.before(q.first)
	if strings.ContainsAny(before, "$€£") {
		q.unit.dim = dimMoney
	}
	switch {
	case l.isPValue(q.first):
		q.role = rolePValue
	case strings.Contains(before, "±") || l.isError(q.first):
		q.role = roleSpread
	case l.inInterval(q):
		q.role = roleBound
	case l.isSample(q.first):
		q.role = roleSample
	case l.isYear(q):
		q.role = roleYear
	case q.unit.dim == dimNone && l.isRatio(q.first):
		q.role = roleRatio
	}
}

// isPValue says whether a number stands behind "P =" or "p <".
func (l *line) isPValue(i int) bool {
	if i == 0 || !strings.ContainsAny(l.before(i), "=<>≤≥") {
		return false
	}
	s := strings.ToLower(l.at(i - 1))
	return s == "p" || s == "value" || s == "trend"
}

// isError says whether a number is an uncertainty: "with a standard deviation of 0.2".
func (l *line) isError(i int) bool {
	if i < 2 || l.at(i-1) != "of" {
		return false
	}
	return errorWords[l.at(i-2)]
}

// errorWords are words for how far off a number may be.
var errorWords = map[string]bool{"uncertainty": true, "error": true, "deviation": true}

// unasked is what a value counts where its uncertainty is asked for, or the other way round.
const unasked = 0.5

// asksError says whether the question asks how far off a number may be.
func (a *asking) asksError() bool {
	for i := a.at; i < len(a.question.words); i++ {
		if errorWords[a.question.at(i)] {
			return true
		}
	}
	return false
}

func (l *line) isSample(i int) bool {
	return i > 0 && strings.Contains(l.before(i), "=") && strings.ToLower(l.at(i-1)) == "n"
}

// inInterval says whether a number is a bound of a confidence interval or range: behind "CI", or in a parenthesis that
// a number opens, as in "14.3 (12.6-16.3)".
func (l *line) inInterval(q *quantity) bool {
	i := q.first
	if q.unit.dim == dimPercent && q.end < len(l.words) && isInterval(l.at(q.end)) {
		return true // 95% CI
	}
	for back := 0; back < 5 && i > 0; back++ {
		gap := l.before(i)
		if isInterval(l.at(i - 1)) {
			return true
		}
		if open := strings.IndexAny(gap, "(["); open >= 0 {
			return l.words[i-1].number == l.words[i-1].number && l.words[i].number == l.words[i].number && strings.TrimLeft(gap[:open], " %") == "" && l.ranges(i)
		}
		if strings.ContainsAny(gap, ";)") {
			return false
		}
		word := strings.ToLower(l.at(i - 1))
		if l.words[i-1].number != l.words[i-1].number && word != "to" && word != "and" {
			return false
		}
		i--
	}
	return false
}

// ranges says whether a number at word i begins a range.
func (l *line) ranges(i int) bool {
	if i+1 >= len(l.words) {
		return false
	}
	gap := strings.TrimSpace(l.gap(i))
	return gap == "-" || gap == "–" || gap == "," || gap == "—" || gap == "to" || strings.ToLower(l.at(i+1)) == "to" || strings.HasPrefix(gap, "%-")
}

func isInterval(s string) bool {
	switch s {
	case "CI", "CIs", "CrI", "interval", "intervals", "confidence", "credible", "uncertainty", "IQR", "range", "SD", "SE", "SEM":
		return true
	}
	return false
}

// isYear says whether a whole number is a year of the calendar; a month ahead of it becomes part of it.
func (l *line) isYear(q *quantity) bool {
	s := l.at(q.first)
	if q.unit.dim != dimNone || q.end != q.first+1 || len(s) != 4 || q.value < 1500 || q.value > 2100 || !isNumeral(s) || strings.ContainsAny(s, ".,") {
		return false
	}
	for q.first > 0 && q.first > q.number-2 && (isMonth(l.at(q.first-1)) || q.first < q.number && l.words[q.first-1].number == l.words[q.first-1].number) {
		q.first--
	}
	return true
}

func isMonth(s string) bool {
	switch strings.ToLower(s) {
	case "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"spring", "summer", "autumn", "winter", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		return true
	}
	return false
}

// isRatio says whether a number is an odds ratio, hazard ratio or the like, by the words ahead of it.
func (l *line) isRatio(i int) bool {
	for back := 1; back <= 4 && i-back >= 0; back++ {
		switch s := l.at(i - back); s {
		case "OR", "HR", "RR", "aOR", "aHR", "aRR", "IRR", "SMR", "SIR", "PR", "ratio", "ratios", "risk", "AOR", "AHR":
			return true
		}
		if strings.ContainsAny(l.before(i-back), ";)") {
			return false
		}
	}
	return false
}
