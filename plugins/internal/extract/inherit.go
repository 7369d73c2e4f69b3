package extract

import "strings"

// labels says whether a number only names something, as in "type 2", "page 7" and "HLA-B*27:05".
func (l *line) labels(i int) bool {
	if i == 0 {
		return false
	}
	if l.before(i) == "*" || l.before(i) == ":" && i > 1 && l.before(i-1) == "*" {
		return true
	}
	if l.before(i) != " " {
		return false
	}
	switch strings.ToLower(l.at(i - 1)) {
	case "type", "phase", "stage", "grade", "figure", "fig", "table", "chromosome", "exon", "exons", "codon", "serine", "page", "day", "week", "group", "version", "chapter", "step", "class", "part", "no", "interleukin", "factor", "protein":
		return true
	}
	return false
}

// inheritRatios makes a number a ratio that goes on with a list of ratios: "HRs of 0.41 (0.39-0.43) and 0.31".
func (l *line) inheritRatios(all []quantity) {
	last := -1
	for i := range all {
		q := &all[i]
		if q.role == rolePlain && q.unit.dim == dimNone && last >= 0 && all[last].role == roleRatio {
			if joined, _ := l.continues(&all[last], q); joined {
				q.role = roleRatio
			}
		}
		if q.role == rolePlain || q.role == roleRatio {
			last = i
		}
	}
}

// inheritUnits gives the first numbers of a range or list the unit of its last: "33 to 43 bp", "3.0, 4.1 and 5 mg".
func inheritUnits(l *line, all []quantity) {
	for k := len(all) - 2; k >= 0; k-- {
		a, b := &all[k], &all[k+1]
		if a.unit.dim != dimNone || b.unit.dim == dimNone || a.end > b.first || b.role != rolePlain {
			continue
		}
		between := b.first - a.end
		gap := strings.TrimSpace(l.gap(a.end - 1))
		word := ""
		if between == 1 {
			word = strings.ToLower(l.at(a.end))
		}
		if between == 0 && (gap == "-" || gap == "–" || gap == "," || gap == "—") || between == 1 && (word == "to" || word == "and" || word == "or" || word == "versus" || word == "vs") {
			a.unit, a.unitEnd, a.rate = b.unit, max(b.end, b.unitEnd), b.rate
		}
	}
}
