package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// measures judges a quantity by the words around it.
func (a *asking) measures(c *candidate) float64 {
	s := c.sentence
	if a.form == formDate && a.bounds(c) {
		return ofAPeriod
	}
	q := s.quantityAt(c.anchor)
	if q == nil {
		return 1
	}
	if share := a.beside(c, q); share < 1 {
		return share
	}
	if q.unit.dim == dimTime && s.tellsAge(q) && !a.mentions("age", "ages", "aged", "old") {
		return ofOthers
	}
	if a.isUnder(s, q) {
		return condition
	}
	next := ""
	if q.end < len(s.words) && spaced(s.gap(q.end-1)) {
		next = strings.ToLower(s.at(q.end))
	}
	if (next == "times" || next == "fold" || next == "x") && !a.difference && !a.often() && a.form != formRatio && !a.mentions("times", "fold", "factor") {
		return multiple
	}
	if next == "to" && q.end+1 < len(s.words) && s.words[q.end+1].number == 1 && a.form != formRatio {
		return multiple // "ten to one"
	}
	if c.value == 1 && q.first > 1 && s.at(q.first-1) == "to" && s.words[q.first-2].number > 0 && a.form != formRatio {
		return multiple
	}
	if c.value == 1 && c.end == c.first+1 && s.words[c.first].cue&text.CueStop != 0 {
		return ofOthers // "one" mostly counts nothing
	}
	if a.ofOtherExtent(next) {
		return pick(next == "from", 0, ofOthers)
	}
	if a.form == formCount && a.focus.counted >= 0 && a.countsOther(s, q) {
		return ofOthers
	}
	if a.ofExtentElsewhere(c) || a.form == formCount && a.focus.counted >= 0 && a.toldElsewhere(c) {
		return unmet
	}
	if a.form == formQuantity && a.asked != "how" && !a.tellsDone(s) {
		return pick(a.namesThing(s), 0, unmet)
	}
	if (q.unit.dim == dimTemperature || q.unit.dim == dimPressure) && q.unit.dim != a.dim && s.behindAt(q) && !a.questionOpensWith("at") {
		return condition
	}
	return 1
}

// tellsDone says whether a sentence has the word that ends the clause of "do" in the question, mostly its verb: "melt" of "at what
// temperature does tungsten melt". It is true where the question has no "do".
func (a *asking) tellsDone(s *sentence) bool {
	l, from := &a.question, -1
	for i := a.at; i < len(l.words); i++ {
		w := strings.ToLower(l.at(i))
		switch {
		case from < 0 && isDo(w):
			from = i
		case w == "of": // what it adds to the subject
		case from >= 0 && i > from+1 && (isPreposition(w) || w == "that" || w == "which" || w == "when" || strings.Contains(l.before(i), ",")):
			return a.hasTerm(s, i-1)
		}
	}
	return from < 0 || a.hasTerm(s, len(l.words)-1)
}

// namesThing says whether a sentence names the thing of the question. One that names it and does not say what the question asks
// of it speaks of something else; one that names neither goes on from the sentence before.
func (a *asking) namesThing(s *sentence) bool {
	for t := range a.terms {
		if !a.terms[t].head && s.met[t] > 0 {
			return true
		}
	}
	return false
}

// hasTerm says whether a sentence meets word i of the question; a word that is no term is met by any.
func (a *asking) hasTerm(s *sentence, i int) bool {
	t := indexTerm(a.terms, a.question.words[i].key)
	return t < 0 || s.met[t] > 0
}

// behindAt says whether "at" stands ahead of a quantity, or of one that "and" joins to it: "at 296 K and 1 bar".
func (s *sentence) behindAt(q *quantity) bool {
	if q.first == 0 {
		return false
	}
	if s.at(q.first-1) == "and" {
		for i := range s.quantities {
			if s.quantities[i].end == q.first-1 {
				return s.behindAt(&s.quantities[i])
			}
		}
	}
	return strings.EqualFold(s.at(q.first-1), "at")
}

// countsOther says whether a noun follows a number that is not what the question counts: "100 billion neurons" where genes are asked for.
func (a *asking) countsOther(s *sentence, q *quantity) bool {
	counted := &a.question.words[a.focus.counted]
	if counted.kin != 0 && counted.kin == a.kinOf("people") {
		return false // smokers, men and nurses are people
	}
	last := -1
	for i := q.end; i < len(s.words) && i < q.end+4 && spaced(s.gap(i-1)); i++ {
		w := &s.words[i]
		if w.key == counted.key || w.kin != 0 && w.kin == counted.kin {
			return false
		}
		if w.cue&text.CueStop != 0 || a.isVerb(&s.line, i) {
			break
		}
		last = i
	}
	return last >= 0 && s.isPlural(last) && s.words[last].cue&text.CueGeneric == 0
}

// quantityAt returns the quantity whose number is word i; nil: there is none.
func (s *sentence) quantityAt(i int) *quantity {
	for k := range s.quantities {
		if s.quantities[k].number == i {
			return &s.quantities[k]
		}
	}
	return nil
}

// questionOpensWith says whether the question word follows this preposition: "at what pressure".
func (a *asking) questionOpensWith(word string) bool {
	return a.at > 0 && strings.EqualFold(a.question.at(a.at-1), word)
}

// ofBearer is what a value counts that is said of "traps for the vole" where the vole's is asked for.
const ofBearer = 0

// bearer is less than 1 for a value that a sentence tells of something else, with the thing of the question behind a preposition: "traps for
// the vole weighed 400 g" where it asks how much the vole weighs.
func (a *asking) bearer(c *candidate) float64 {
	s, verb := c.sentence, a.lastDone()
	if verb < 0 || c.value != c.value {
		return 1
	}
	for i := 1; i < c.first; i++ {
		w := &s.words[i]
		if w.key != a.question.words[verb].key || w.clause != s.words[c.first].clause {
			continue
		}
		return pick(a.behindPreposition(s, i), ofBearer, 1)
	}
	return 1
}

// lastDone returns the word that ends the clause of "do" in the question, mostly its verb; -1: there is none.
func (a *asking) lastDone() int {
	l := &a.question
	for i := a.at; i < len(l.words); i++ {
		if isDo(strings.ToLower(l.at(i))) {
			return len(l.words) - 1
		}
	}
	return -1
}

// behindPreposition says whether the question's subject stands ahead of the verb at word i only behind a preposition, which a noun that the
// question lacks leads.
func (a *asking) behindPreposition(s *sentence, verb int) bool {
	for i := verb - 1; i > 0; i-- {
		switch word := strings.ToLower(s.at(i)); {
		case s.words[i].clause != s.words[verb].clause, a.isVerb(&s.line, i):
			return false
		case in("for with from near beside against by", word):
			return a.hitsWithin(s, i+1, verb) && !a.hitsWithin(s, 0, i)
		}
	}
	return false
}
