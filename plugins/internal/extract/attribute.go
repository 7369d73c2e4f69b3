package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// unattributed scales the score of a quantity whose sentence names the thing and not the attribute that is asked of it: in "the bath
// stood at 30.1 °C and was heated by wires of tungsten" the number is not the melting point of tungsten.
const unattributed = 0.1

// attributed returns unattributed or 1. Only attributes of several words count, as in "what is the melting point of tungsten": a
// sentence that gives a dose or a duration seldom says that word. A sentence that names neither the thing nor the attribute
// goes on from the one before and keeps its score.
func (a *asking) attributed(c *candidate) float64 {
	s, attribute := c.sentence, a.attribute()
	if len(attribute) < 2 {
		return 1
	}
	for i := range s.words {
		if slices.Contains(attribute, s.words[i].key) {
			return pick(a.ofThing(c, attribute), 1, unattributed)
		}
	}
	for t := range a.terms {
		if s.met[t] > 0 && !slices.Contains(attribute, a.terms[t].key) {
			return unattributed
		}
	}
	return 1
}

// ofThing says whether the sentence, the one ahead of it or the title names the thing of which the attribute is asked: the thermal
// conductivity of graphene is not that of silver.
func (a *asking) ofThing(c *candidate, attribute []uint64) bool {
	d, named := c.document, 0
	for t := range a.terms {
		if slices.Contains(attribute, a.terms[t].key) {
			continue
		}
		named++
		for k := range d.sentences {
			s := &d.sentences[k]
			if near := c.sentence.Place - s.Place; (near == 0 || near == 1) && s.met[t] > 0 {
				return true
			}
		}
		for i := range d.title.words {
			if a.terms[t].meets(&d.title.words[i]) > 0 {
				return true
			}
		}
	}
	return named == 0
}

// attribute returns the keys of the words that name the attribute in "what is the A of B"; none if the question is of another form.
func (a *asking) attribute() []uint64 {
	l, noun := &a.question, a.noun
	if a.form != formQuantity || !a.copular || noun < 0 || noun+1 >= len(l.words) || l.at(noun+1) != "of" {
		return nil
	}
	keys, opens := []uint64{l.words[noun].key}, a.at+1
	if a.asked == "" {
		opens = -1 // nothing stands ahead of it
	}
	for i := noun - 1; i > opens && l.words[i].cue&text.CueStop == 0 && spaced(l.gap(i)); i-- {
		keys = append(keys, l.words[i].key)
	}
	return keys
}

// ofExcluded is what a candidate counts whose document only speaks of those that the question does not ask for: of non-smokers,
// where smokers are asked for.
const ofExcluded = 0.25

// leaveOut notes the terms that the document names only to say that its subjects are not such: "non-smoking adults", "adults
// none of whom smoked".
func (d *document) leaveOut(terms []term) {
	d.without = make([]bool, len(terms))
	for t := range terms {
		without, with := d.title.tellsOf(&terms[t])
		for i := range d.sentences {
			no, yes := d.sentences[i].tellsOf(&terms[t])
			without, with = without || no, with || yes
		}
		d.without[t] = without && !with && !terms[t].non
	}
}

// tellsOf says whether a line tells of subjects that are not such as the term says, and of what is.
func (l *line) tellsOf(t *term) (without, with bool) {
	for i := range l.words {
		if t.meets(&l.words[i]) == 0 {
			continue
		}
		if l.behindNon(i) || l.whoDoNot(i) {
			without = true
		} else {
			with = true
		}
	}
	return without, with
}

// whoDoNot says whether word i is the verb of a clause that says of people what they do not do: "who had never smoked", "none of
// whom smoked".
func (l *line) whoDoNot(i int) bool {
	denied := false
	for k := i - 1; k >= 0 && k >= i-4; k-- {
		denied = denied || l.words[k].cue&text.CueNegation != 0
		switch strings.ToLower(l.at(k)) {
		case "who", "whom":
			return denied || k > 1 && strings.EqualFold(l.at(k-2), "none")
		}
	}
	return false
}

// group is less than 1 for a candidate of a document whose subjects are not those that the question asks for.
func (a *asking) group(c *candidate) float64 {
	for t := range a.terms {
		if a.terms[t].asked && !a.terms[t].head && c.document.without[t] {
			return ofExcluded
		}
	}
	return 1
}

// asksRate says whether the question asks for something that is told as a percentage or in another unit: a rate, a yield, an incidence.
func (a *asking) asksRate() bool {
	if a.form != formPercent || a.noun < 0 || a.asked == "how" {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "rate", "rates", "incidence", "incidences", "yield", "yields":
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
