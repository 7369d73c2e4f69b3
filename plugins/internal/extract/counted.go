package extract

import "strings"

// What a number counts where the question asks how many.
const (
	ofWhole  = 0.6 // it counts all of them, and the sentence tells the size of the arm that is asked for
	unsaidOf = 0.9 // what it counts is said of a number ahead of it: "lost 4 sheep, the others 9"
)

// leavesOut says whether a number counts what one ahead of it does, without saying so: "9" of "lost 4 sheep, the others 9".
func (a *asking) leavesOut(s *sentence, q *quantity) bool {
	if a.focus.counted < 0 || q.unit.dim != dimNone || q.role != rolePlain || !s.standsAlone(q) && !s.acts(q) {
		return false
	}
	for i := range s.quantities {
		if p := &s.quantities[i]; p.end < q.first && p.unit.dim == dimNone && a.countsOwn(s, p) {
			return true
		}
	}
	return false
}

// ofOtherStretch says whether numbers that count the same follow each other, and what stands ahead of another one of them has more of the
// question: "hens on oats laid 14 eggs, hens on rye 9".
func (a *asking) ofOtherStretch(s *sentence, q *quantity) bool {
	own, most, first, from, alike := 0.0, 0.0, -1, 0, false
	for i := range s.quantities {
		p := &s.quantities[i]
		if p.unit.dim != dimNone || p.role != rolePlain {
			continue
		}
		if is := first >= 0 && s.standsAlone(p); is || a.countsOwn(s, p) {
			if first < 0 {
				first = p.first
			}
			v := a.metWithin(s, from, p.first)
			if is && s.resumes(from, p.first) {
				v += a.bestWithin(s, first)
			}
			own, most, alike = pick(p.number == q.number, v, own), max(most, v), alike || is
		}
		from = a.counts(s, p)
	}
	return alike && own < most
}

// resumes says whether words [from, to) stand for a noun that was named before: "those on rye".
func (l *line) resumes(from, to int) bool {
	for i := from; i < to; i++ {
		switch l.at(i) {
		case "those", "others", "ones":
			return true
		}
	}
	return false
}

// bestWithin returns the weight of the noun of the question that the first words of a sentence meet, up to word end.
func (a *asking) bestWithin(s *sentence, end int) float64 {
	best := 0.0
	for _, h := range s.hits {
		if h.word < end && !a.isVerb(&s.line, h.word) {
			best = max(best, h.quality*a.terms[h.term].weight)
		}
	}
	return best
}

// standsAlone says whether no noun follows a number: "nine at 130 Hz".
func (l *line) standsAlone(q *quantity) bool {
	if q.end >= len(l.words) || !spaced(l.gap(q.end-1)) {
		return true
	}
	word := strings.ToLower(l.at(q.end))
	return word == "and" || word == "or" || word == "but" || isPreposition(word)
}

// armReach is how many words ahead of the size of an arm may name it.
const armReach = 8

// sizeAsked says whether "(n = 206)" is the size of the arm that the question names, or of those that it counts.
func (a *asking) sizeAsked(s *sentence, q *quantity) bool {
	if q.role != roleSample || a.focus.counted < 0 || s.brackets[q.number] == 0 || !a.doneTo(s) {
		return false
	}
	open, arms := s.opens(q.number), s.sizes() > 1
	if !arms {
		return s.countedAhead(&a.question.words[a.focus.counted], open)
	}
	for _, h := range s.hits {
		if h.word < open && h.word >= open-armReach && !a.terms[h.term].head && !s.parts(h.word, open) && !a.isVerb(&s.line, h.word) {
			return true
		}
	}
	return false
}

// doneTo says whether a sentence has the verbs of the question; those of treatment may be left out.
func (a *asking) doneTo(s *sentence) bool {
	l, treated := &a.question, a.kinOf("treat")
	for i := a.focus.counted + 1; i < len(l.words); i++ {
		if (a.isVerb(l, i) || strings.HasSuffix(l.at(i), "ed")) && l.words[i].kin != treated && !a.hasTerm(s, i) {
			return false
		}
	}
	return true
}

// countedAhead says whether the noun that is counted, or one of its family, stands ahead of word i in its clause.
func (l *line) countedAhead(counted *word, i int) bool {
	for k := i - 1; k >= 0 && k >= i-armReach && l.words[k].clause == l.words[i-1].clause; k-- {
		if w := &l.words[k]; w.key == counted.key || w.kin != 0 && w.kin == counted.kin {
			return true
		}
	}
	return false
}

// sizes returns how many sizes of arms a sentence tells.
func (s *sentence) sizes() int {
	n := 0
	for i := range s.quantities {
		if s.quantities[i].role == roleSample {
			n++
		}
	}
	return n
}

// tellsSizeAsked says whether a sentence tells the size of the arm that the question names.
func (a *asking) tellsSizeAsked(s *sentence) bool {
	for i := range s.quantities {
		if a.sizeAsked(s, &s.quantities[i]) {
			return true
		}
	}
	return false
}

// toldElsewhere says whether a sentence lacks the word behind what is counted, "fever" of "how many calves had fever", where another
// sentence of its document with a number has it.
func (a *asking) toldElsewhere(c *candidate) bool {
	t := a.predicate()
	if t < 0 || c.sentence.met[t] > 0 {
		return false
	}
	for k := range c.document.sentences {
		s := &c.document.sentences[k]
		if s.met[t] == 0 {
			continue
		}
		if s.count(a.Extractor); len(s.quantities) > 0 {
			return true
		}
	}
	return false
}

// predicate returns the term that the question says of what it counts; -1: none.
func (a *asking) predicate() int {
	l := &a.question
	for i := a.focus.counted + 1; i < len(l.words) && !isPreposition(strings.ToLower(l.at(i))); i++ {
		if t := indexTerm(a.terms, l.words[i].key); t >= 0 && !a.isVerb(l, i) && !a.terms[t].head && l.words[i].number != l.words[i].number {
			return t
		}
	}
	return -1
}
