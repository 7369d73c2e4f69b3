package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// What a candidate counts beside another of its sentence that fits the question's words.
const (
	ofAnotherGroup = 0.4 // "2.2 in women" where the question asks for men, and another number is of them
	ofAPeriod      = 0.3 // a year that only bounds a period: "between 1900 and 2100"
)

// beside is less than 1 for a number where another one of its sentence is told of what the question names.
func (a *asking) beside(c *candidate, q *quantity) float64 {
	s := c.sentence
	if a.form == formCount && a.focus.counted >= 0 && !a.countsOwn(s, q) && !a.leavesOut(s, q) && !a.sizeAsked(s, q) {
		for i := range s.quantities {
			if a.countsOwn(s, &s.quantities[i]) {
				return ofOthers
			}
		}
	}
	if a.form == formCount && a.focus.counted >= 0 && a.ofOtherDoing(s, q) {
		return ofAnotherGroup
	}
	if s.acts(q) {
		return 1
	}
	group := a.groupOf(s, q)
	if group >= 0 && a.asksGroup(s, group) {
		return 1
	}
	if a.form == formCount && a.focus.counted >= 0 && a.ofOtherStretch(s, q) {
		return ofAnotherGroup
	}
	if group < 0 {
		return 1
	}
	for i := range s.quantities {
		if other := a.groupOf(s, &s.quantities[i]); other >= 0 && other != group && a.asksGroup(s, other) {
			return ofAnotherGroup
		}
	}
	return 1
}

// countsOwn says whether a number stands before the very noun that the question counts: "480 visitors".
func (a *asking) countsOwn(s *sentence, q *quantity) bool {
	from := s.behindWhole(q)
	for i := from; i < len(s.words) && i < from+4 && spaced(s.gap(i-1)); i++ {
		if s.words[i].key == a.question.words[a.focus.counted].key {
			return true
		}
		if isPreposition(strings.ToLower(s.at(i))) {
			break
		}
	}
	return false
}

// behindWhole returns the word behind a number and what it is a part of: behind "12 of 60" and "12 of the 60".
func (l *line) behindWhole(q *quantity) int {
	if i := q.end; i < len(l.words) && l.at(i) == "of" {
		if i++; l.isNumber(i) {
			return i + 1
		}
		if i+1 < len(l.words) && l.at(i) == "the" && l.isNumber(i+1) {
			return i + 2
		}
	}
	return q.end
}

// groupOf returns the word for what a number is told of, behind it and what it counts: "2.2 in women", "nine calves at 40 °C", "12 % of calves in
// the treated group"; -1: none.
func (a *asking) groupOf(s *sentence, q *quantity) int {
	end := q.end
	if q.unit.dim == dimNone {
		end = a.counts(s, q)
	}
	if end+1 >= len(s.words) || !spaced(strings.TrimPrefix(strings.TrimSpace(s.gap(end-1)), "%")+" ") {
		return -1
	}
	if s.at(end) == "of" {
		for last := min(end+4, len(s.words)-2); end < last && (s.at(end) == "of" || !isPreposition(s.at(end)) && spaced(s.gap(end))); {
			end++
		}
	}
	switch s.at(end) {
	case "in", "for", "among", "with", "on", "at", "under", "after", "without":
	default:
		return -1
	}
	if end++; end+1 < len(s.words) && s.words[end].cue&text.CueStop != 0 {
		end++ // the article
	}
	return end
}

// asksGroup says whether the question asks for the group that word i names: by that word, or as those that are compared with.
func (a *asking) asksGroup(s *sentence, i int) bool {
	if a.asks(s, i) {
		return a.lacks(&s.words[i]) == (s.at(i-1) == "without" || i > 1 && s.at(i-2) == "without")
	}
	return armOf(s.at(i)) == armControl && a.asksControl()
}

// lacks says whether the question asks for what is without a word: "cows without the additive".
func (a *asking) lacks(w *word) bool {
	l := &a.question
	for k := 1; k < len(l.words); k++ {
		if l.words[k].key == w.key && (l.at(k-1) == "without" || k > 1 && l.at(k-2) == "without") {
			return true
		}
	}
	return false
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

// circumstances returns the doses, times and years that the question itself names.
func (x *Extractor) circumstances(question *line) []quantity {
	all := x.quantities(question)
	out := all[:0]
	for i := range all {
		if q := &all[i]; q.role == roleYear || q.unit.dim != dimNone && q.unit.dim != dimPercent {
			out = append(out, *q)
		}
	}
	return out
}

// underOther is less than 1 for a number whose sentence tells another dose, time or year than the question, where another sentence of its
// document tells that of the question.
func (a *asking) underOther(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	for i := range a.under {
		asked := &a.under[i]
		if c.dim == asked.unit.dim && asked.role != roleYear || !c.sentence.tellsOther(asked, c.anchor) {
			continue
		}
		for k := range c.document.sentences {
			s := &c.document.sentences[k]
			if s.count(a.Extractor); s.tellsSame(asked) {
				return ofAnotherGroup
			}
		}
	}
	return 1
}

// alike says whether two quantities are of one role and dimension.
func (q *quantity) alike(p *quantity) bool { return q.role == p.role && q.unit.dim == p.unit.dim }

// tellsSame says whether a sentence has a quantity of the question.
func (s *sentence) tellsSame(asked *quantity) bool {
	for i := range s.quantities {
		if p := &s.quantities[i]; p.alike(asked) && p.equals(asked) {
			return true
		}
	}
	return false
}

// tellsOther says whether a sentence has another value in the place of a quantity of the question, beside the number at word except.
func (s *sentence) tellsOther(asked *quantity, except int) bool {
	other := false
	for i := range s.quantities {
		p := &s.quantities[i]
		if !p.alike(asked) || p.number == except {
			continue
		}
		if p.equals(asked) {
			return false
		}
		other = true
	}
	return other
}

// tellsAge says whether a time is an age: "aged 1 to 6 years", "8 years old", "7 months of age".
func (s *sentence) tellsAge(q *quantity) bool {
	for i := q.first - 1; i >= 0 && i >= q.first-3; i-- {
		switch strings.ToLower(s.at(i)) {
		case "aged", "age", "ages":
			return true
		case "to", "from", "between", "and", "was", "under", "over":
		default:
			if !s.isNumber(i) {
				i = 0
			}
		}
	}
	for i := q.end; i < len(s.words) && i < q.end+2; i++ {
		switch strings.ToLower(s.at(i)) {
		case "old", "age":
			return true
		}
	}
	return false
}

// isUnder says whether a quantity, behind "at", tells at what another one of its sentence was taken: "341 g a day at 60 mg/kg".
func (a *asking) isUnder(s *sentence, q *quantity) bool {
	if a.form != formQuantity || q.unit.dim == dimNone || q.unit.dim == a.dim || a.ofMatter() || a.questionOpensWith("at") || !s.behindAt(q) {
		return false
	}
	for i := range s.quantities {
		if p := &s.quantities[i]; p.number != q.number && p.role == rolePlain && p.unit.dim != dimNone && !s.behindAt(p) {
			return true
		}
	}
	return false
}
