package extract

import "strings"

// What a candidate counts beside another of its sentence that fits the question's words.
const (
	ofAnotherGroup = 0.4 // "2.2 in women" where the question asks for men, and another number is of them
	ofAPeriod      = 0.3 // a year that only bounds a period: "between 1900 and 2100"
)

// beside is less than 1 for a number where another one of its sentence is told of what the question names.
func (a *asking) beside(c *candidate, q *quantity) float64 {
	s := c.sentence
	if a.form == formCount && a.focus.counted >= 0 && !a.countsOwn(s, q) {
		for i := range s.quantities {
			if a.countsOwn(s, &s.quantities[i]) {
				return ofOthers
			}
		}
	}
	group := s.groupOf(q)
	if group < 0 || a.asks(s, group) {
		return 1
	}
	for i := range s.quantities {
		if other := s.groupOf(&s.quantities[i]); other >= 0 && other != group && a.asks(s, other) {
			return ofAnotherGroup
		}
	}
	return 1
}

// countsOwn says whether a number stands before the very noun that the question counts: "480 visitors".
func (a *asking) countsOwn(s *sentence, q *quantity) bool {
	for i := q.end; i < len(s.words) && i < q.end+4 && spaced(s.gap(i-1)); i++ {
		if s.words[i].key == a.question.words[a.focus.counted].key {
			return true
		}
		if isPreposition(strings.ToLower(s.at(i))) {
			break
		}
	}
	return false
}

// groupOf returns the word for what a number is told of, right behind it: "2.2 in women"; -1: none.
func (s *sentence) groupOf(q *quantity) int {
	if q.end+1 >= len(s.words) || !spaced(s.gap(q.end-1)) {
		return -1
	}
	switch s.at(q.end) {
	case "in", "for", "among", "with", "on":
		return q.end + 1
	}
	return -1
}

// bounds says whether a year only bounds a period that the question does not ask for: "between 1900 and 2100".
func (a *asking) bounds(c *candidate) bool {
	s := c.sentence
	if c.first == 0 || a.mentions("between", "until", "period", "years") {
		return false
	}
	switch ahead := strings.ToLower(s.at(c.first - 1)); ahead {
	case "between":
		return true
	case "and":
		return c.first > 2 && strings.EqualFold(s.at(c.first-3), "between")
	}
	return false
}
