package extract

import "strings"

// unsaid is what a noun phrase counts that its sentence does not say to be of the kind that is asked for.
const unsaid = 0.9

// named is 1 for a phrase that has the noun of the kind asked for in it or beside it, or that stands in a list of examples.
func (a *asking) named(s *sentence, first, end int) float64 {
	for _, h := range s.hits {
		if a.terms[h.term].head && h.word >= first-2 && h.word < end+2 {
			return 1
		}
	}
	for i := max(first-2, 0); i < first; i++ {
		switch s.at(i) {
		case "called", "termed", "named", "namely", "such", "including", "like":
			return 1
		}
	}
	if end < len(s.words) && (s.at(end) == "which" || s.at(end) == "that") {
		return 1
	}
	if end+1 < len(s.words) && isBe(s.at(end)) {
		switch s.at(end + 1) {
		case "a", "an", "the":
			return 1
		}
	}
	return unsaid
}

// renamed is what a noun phrase counts that is only another name for what the question names.
const renamed = 0.5

// otherName is less than 1 for a phrase in a parenthesis behind a word of the question, as in "govitecan (IMMU-132)", or
// right behind that parenthesis.
func (a *asking) otherName(s *sentence, first int) float64 {
	if i := s.ahead(first); i >= 0 && a.known(s, i) && !a.describes(s, i) {
		return renamed
	}
	return 1
}

// ahead returns the word ahead of the parenthesis that word i is in or stands right behind; -1: there is none.
func (l *line) ahead(i int) int {
	if strings.Contains(l.before(i), ")") && !strings.ContainsAny(l.before(i), ",;.") {
		i--
	}
	for ; i > 0; i-- {
		gap := l.before(i)
		if strings.ContainsAny(gap, "([") {
			if strings.ContainsAny(gap, ",;.") {
				return -1
			}
			return i - 1
		}
		if strings.ContainsAny(gap, ")]") {
			return -1
		}
	}
	return -1
}

// otherPlace is what a noun phrase counts that does not stand where the agent of the asked verb would.
const otherPlace = 0.8

// agency is 1 for a noun phrase that stands where what the question asks for does: as the agent behind "by" or
// "due to", or as the subject ahead of the verb that is asked about; else less.
func (a *asking) agency(s *sentence, first, end int) float64 {
	if !a.agent {
		return 1
	}
	if s.opened(first) {
		return a.related(s)
	}
	for i := end; i < len(s.words) && i < end+2; i++ {
		if s.words[i].kin != 0 && s.words[i].kin == a.relation && a.isVerb(&s.line, i) {
			return pick(a.actsOnAsked(s, i), 1, otherObject)
		}
	}
	return pick(a.causal(), otherCause, otherPlace) * a.related(s)
}

// otherCause is what a noun phrase counts that stands where no cause does.
const otherCause = 0.6

// causal says whether the question asks what causes something.
func (a *asking) causal() bool { return a.agent && a.relation != 0 && a.relation == a.kinOf("cause") }

// unrelated is what a candidate counts whose sentence does not have the verb that is asked about, or one of its family.
const unrelated = 0.6

func (a *asking) related(s *sentence) float64 {
	if a.relation == 0 {
		return 1
	}
	for i := range s.words {
		if s.words[i].kin == a.relation {
			return 1
		}
	}
	return unrelated
}

// opened says whether a word of cause or agency stands up to three words ahead of a phrase.
func (l *line) opened(first int) bool {
	for i := first - 1; i >= 0 && i >= first-3; i-- {
		switch l.at(i) {
		case "by", "due", "because", "from", "attributable", "attributed":
			return true
		case "the", "a", "an", "to", "of", "its", "their":
		default:
			return false
		}
	}
	return false
}
