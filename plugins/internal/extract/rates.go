package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// asksRate says whether the question asks for something that is told as a percentage or in another unit: a rate, a yield, an incidence.
func (a *asking) asksRate() bool {
	if a.form != formPercent || a.noun < 0 || a.asked == "how" {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "rate", "rates", "incidence", "incidences", "yield", "yields", "prevalence", "mortality":
		return true
	}
	return false
}

// fitsRate returns how well a quantity answers where a rate is asked for. A yield may be a mass, a rate is told per something.
func (a *asking) fitsRate(l *line, q *quantity) float64 {
	switch {
	case q.unit.dim == dimPercent, q.rate, q.unit.dim == dimOther, l.isPer(q):
		return 1
	case q.unit.dim == dimNone:
		return pick(q.value != math.Trunc(q.value), 0.8, 0.35)
	}
	return pick(q.unit.dim != dimTime && a.mentions("yield", "yields"), 0.7, 0.2)
}

// isPer says whether "per" follows a number, its range or what it counts: "8.4 to 9.1 cases per 1000", "21 g of sand per year".
func (l *line) isPer(q *quantity) bool { return l.divisor(q) >= 0 }

// divisor returns the word that a number is told per; -1: none.
func (l *line) divisor(q *quantity) int {
	from := max(q.end, q.unitEnd)
	for i := from; i+1 < len(l.words) && i < from+4; i++ {
		switch word := l.at(i); {
		case word == "per":
			return i + 1
		case word != "to" && word != "of" && isPreposition(word) || !spaced(l.before(i)):
			return -1
		}
	}
	return -1
}

// otherRate is what a number counts whose sentence, and the one ahead of it, do not speak of the rate or yield that is asked for.
const otherRate = 0.5

// ofRate is less than 1 for a number of a sentence that does not speak of the rate that is asked for. What happens to so many has an
// incidence, so that a sentence seldom says that word.
func (a *asking) ofRate(c *candidate) float64 {
	if !a.asksRate() {
		return 1
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "rate", "rates", "yield", "yields":
	default:
		return 1
	}
	named := a.qualified()
	for k := range c.document.sentences {
		s := &c.document.sentences[k]
		if back := c.sentence.Place - s.Place; (back == 0 || back == 1) && s.hasAny(named) {
			return 1
		}
	}
	return otherRate
}

// qualified returns the noun that the question asks for, with the word that qualifies it: "burial rate".
func (a *asking) qualified() []word {
	first := a.noun
	if first > a.at+1 && a.question.words[first-1].cue&text.CueStop == 0 && spaced(a.question.before(first)) {
		first--
	}
	return a.question.words[first : a.noun+1]
}

// hasAny says whether a sentence has one of the words, or one of its family.
func (s *sentence) hasAny(words []word) bool {
	return slices.ContainsFunc(s.words, func(w word) bool {
		return slices.ContainsFunc(words, func(v word) bool { return w.key == v.key || w.kin != 0 && w.kin == v.kin })
	})
}

// tellsChange says whether a share is told as what something changed by: "reduced falls by 46 %".
func (s *sentence) tellsChange(q *quantity) bool {
	if q.first == 0 || !strings.EqualFold(s.at(q.first-1), "by") {
		return false
	}
	for i := q.first - 2; i >= 0 && i > q.first-8 && s.words[i].clause == s.words[q.first].clause; i-- {
		if s.words[i].shift != 0 {
			return true
		}
	}
	return false
}
