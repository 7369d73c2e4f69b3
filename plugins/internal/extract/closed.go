package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
)

func (l *line) isPlural(i int) bool {
	s := l.at(i)
	return len(s) > 3 && s[len(s)-1] == 's' && s[len(s)-2] != 's'
}

// faring says whether "how" asks for an outcome: "how did mice fare", "how does X affect Y".
func faring(l *line, at int) bool {
	for i := at + 1; i < len(l.words); i++ {
		switch strings.ToLower(l.at(i)) {
		case "affect", "affects", "affected", "fare", "fares", "fared", "influence", "influences", "influenced", "change", "changes", "changed", "differ", "differs", "differed",
			"compare", "compares", "alter", "alters", "altered", "impact", "impacts", "respond", "responds", "responded", "react", "reacts":
			return true
		}
	}
	return false
}

// kinOf returns the family of a word.
func (x *Extractor) kinOf(w string) uint16 { return x.kin.Of(stemOf(spelling.Fold(nil, w))) }

func endsIn(l *line, words ...string) bool {
	for i := range l.words {
		for _, w := range words {
			if strings.EqualFold(l.at(i), w) && i > 1 {
				return true
			}
		}
	}
	return false
}

func isBe(s string) bool {
	switch strings.ToLower(s) {
	case "is", "are", "was", "were", "be", "been", "being":
		return true
	}
	return false
}

func isDo(s string) bool { return s == "do" || s == "does" || s == "did" }

func isModal(s string) bool {
	switch s {
	case "can", "could", "should", "would", "will", "may", "might", "must", "has", "have", "had":
		return true
	}
	return false
}

func isPreposition(s string) bool {
	switch s {
	case "of", "in", "on", "at", "by", "for", "with", "from", "to", "into", "onto", "upon", "over", "under", "between", "among", "within", "during", "after",
		"before", "since", "until", "about", "as", "via", "per", "through", "against", "than", "across", "along", "around", "without", "near", "toward", "towards":
		return true
	}
	return false
}

// What a noun phrase counts that cannot be of the kind that is asked for.
const (
	noEntity      = 0.05 // an amount, a period or a grade where a thing is asked for
	numberedPlace = 0.2  // a name such as that of a gene as a place: with a number, or with capitals within it
)

// tellsAmount says whether words [first, end) are a number with its unit, a unit alone or a period: "2.55 µM", "eighteenth century".
func (a *asking) tellsAmount(s *sentence, first, end int) bool {
	if a.dim == dimTime || a.mentions("century", "period", "time", "decade", "season") {
		return false
	}
	switch strings.TrimSuffix(strings.ToLower(s.at(end-1)), "s") {
	case "century", "centurie", "decade", "year", "month", "week", "day", "hour", "minute", "second", "millisecond":
		return true
	}
	if head := s.at(first); len(head) > 4 && strings.HasSuffix(head, "s") {
		if u, is := a.unitOf(head); is && u.dim != dimNone {
			return true // "a few centimetres below"
		}
	}
	s.count(a.Extractor)
	for i := range s.quantities {
		if q := &s.quantities[i]; q.first == first && q.end >= end && q.unit.dim != dimNone {
			return true
		}
	}
	return false
}

// tellsGrade says whether words [first, end) only tell how much of a property something has: "fastest" in "was fastest near the surface".
func (s *sentence) tellsGrade(first, end int) bool {
	w := &s.words[first]
	return end == first+1 && first > 0 && !w.capital && !w.name && strings.HasSuffix(s.at(first), "est") && isBe(s.at(first-1))
}

// heads says whether words [first, end) are a heading that a text has in capitals: "STUDY DESIGN".
func (s *sentence) heads(first, end int) bool {
	for i := first; i < end; i++ {
		switch s.at(i) {
		case "STUDY", "DESIGN", "OBJECTIVE", "OBJECTIVES", "RESULT", "RESULTS", "METHOD", "METHODS", "CONCLUSION", "CONCLUSIONS", "BACKGROUND", "AIM", "AIMS", "PURPOSE", "SETTING", "PATIENTS",
			"INTERPRETATION", "FINDINGS", "INTRODUCTION", "SIGNIFICANCE", "PARTICIPANTS", "INTERVENTION", "INTERVENTIONS", "MEASUREMENTS", "DISCUSSION", "LIMITATIONS", "MAIN", "OUTCOME", "OUTCOMES", "AND", "SUMMARY", "DATA":
		default:
			return false
		}
	}
	return true
}

// description is what a noun phrase counts that only describes what is asked for: "a major demethylase" where a demethylase is.
const description = 0.3

// describesKind is less than 1 for words [first, end) that "a" or "an" introduces and that end in the noun of the question, without a name.
func (a *asking) describesKind(s *sentence, first, end int) float64 {
	if !a.kinded(s, first, end) || first == 0 {
		return 1
	}
	for i := first; i < end; i++ {
		if s.words[i].name || s.words[i].capital {
			return 1
		}
	}
	if before := strings.ToLower(s.at(first - 1)); before == "a" || before == "an" {
		return description
	}
	return 1
}
