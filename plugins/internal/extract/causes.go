package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// causes returns the subjects of a sentence that it says to be a cause: "mites were the main cause of", "frost, not drought, explains".
func (a *asking) causes(d *document, s *sentence) []candidate {
	var out []candidate
	for i := 1; i < len(s.words); i++ {
		at := s.causing(i)
		if at <= 0 {
			continue
		}
		if first, end := s.subjectOf(at); end > first && !(end == first+1 && s.words[first].cue&text.CueStop != 0) {
			out = append(out, a.span(d, s, first, s.cut(first, end), end-1, 1))
		}
	}
	return out
}

// causing returns the verb by which a sentence says that its subject is a cause, where word i tells so: "were" of "were the main cause",
// "explains"; -1: it does not.
func (l *line) causing(i int) int {
	switch strings.ToLower(l.at(i)) {
	case "cause", "causes", "reason", "reasons", "mechanism", "mechanisms", "driver", "drivers", "explanation":
		return l.beAhead(i)
	case "accounts", "accounted", "account":
		if i+1 == len(l.words) || l.at(i+1) != "for" {
			return -1
		}
	case "caused", "explains", "explained", "explain", "drives", "drove", "underlies", "underlie":
	default:
		return -1
	}
	if l.passive(i) || isNegation(&l.words[i-1]) {
		return -1
	}
	return i
}

// beReach is how many words may stand between a form of "be" and what it says.
const beReach = 5

// beAhead returns the form of "be" that says word i of its subject: "were" of "were the main cause"; -1: there is none, or it is denied.
func (l *line) beAhead(i int) int {
	for k := i - 1; k > 0 && k >= i-beReach; k-- {
		switch {
		case isBe(l.at(k)):
			return k
		case isNegation(&l.words[k]) || isPreposition(l.at(k)) || l.gap(k) != " ":
			return -1
		}
	}
	return -1
}

// subjectOf returns the subject of the verb at word i, without what commas insert behind it and without the phrase that opens a clause.
func (l *line) subjectOf(i int) (first, end int) {
	for k := i - 1; k > 0 && first == 0; k-- {
		if strings.ContainsAny(l.before(k), ";:") {
			first = k
		}
	}
	end = l.commaFrom(first, i)
	if isPreposition(strings.ToLower(l.at(first))) && end < i { // "in hens, mites were"
		first, end = end, l.commaFrom(end, i)
	}
	for first < end && ofOrDeterminer(l.at(first)) {
		first++
	}
	return first, end
}

// commaFrom returns the word behind the first comma from word first on; i: there is none ahead of word i.
func (l *line) commaFrom(first, i int) int {
	for k := first; k < i; k++ {
		if strings.Contains(l.gap(k), ",") {
			return k + 1
		}
	}
	return i
}

// saysNoun says whether a sentence has the noun that the question asks for, such as "mechanism".
func (a *asking) saysNoun(s *sentence) bool {
	if a.noun < 0 {
		return false
	}
	for i := range s.words {
		if s.words[i].key == a.question.words[a.noun].key {
			return true
		}
	}
	return false
}

// noCause is what a sentence counts for an option that tells of no cause, where one is asked for.
const noCause = 0.8

// toldCause is less than 1 for a sentence that tells of no cause where the question asks for one.
func (a *asking) toldCause(s *sentence) float64 {
	if a.form != formCause || a.tellsCause(s) || a.saysNoun(s) {
		return 1
	}
	for i := range s.words {
		if i > 0 && s.causing(i) > 0 {
			return 1
		}
		for _, cue := range causeCues {
			if cue.fit >= clearly && s.reads(i, cue.words) > 0 {
				return 1
			}
		}
	}
	return noCause
}
