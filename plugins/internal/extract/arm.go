package extract

import (
	"math"
	"strings"
)

// Words for the arms of a comparison.
const (
	armNone = iota
	armControl
	armTested
)

func armOf(word string) int {
	switch strings.ToLower(word) {
	case "placebo", "control", "controls", "standard", "usual", "comparator", "untreated", "sham", "vehicle", "conventional", "unexposed", "noncarriers":
		return armControl
	case "experimental", "intervention", "treated", "active", "treatment", "exposed":
		return armTested
	}
	return armNone
}

// otherArm is what a number counts that belongs to the control, where the question does not ask for it.
const otherArm = 0.75

// arm is less than 1 for a number of the arm that the question does not ask for.
func (a *asking) arm(c *candidate) float64 {
	if math.IsNaN(c.value) {
		return 1
	}
	switch c.armBehind() {
	case armControl:
		return pick(a.asksControl(), 1, otherArm)
	case armTested:
		return pick(a.asksControl(), otherArm, 1)
	}
	return 1
}

// armBehind returns the arm that the words behind a number name.
func (c *candidate) armBehind() int {
	s := c.sentence
	for i := c.end; i < len(s.words) && i < c.end+8 && s.rivals(c, i) == 0; i++ {
		if strings.ContainsAny(s.before(i), ";") {
			break
		}
		if arm := armOf(s.at(i)); arm != armNone {
			return arm
		}
		switch strings.ToLower(s.at(i)) {
		case "than", "versus", "vs", "compared":
			return armNone
		case "group", "arm", "groups", "arms":
			return armTested // one that bears another name
		}
	}
	return armNone
}

// asksControl says whether the question asks for the control itself, not for a comparison with it.
func (a *asking) asksControl() bool {
	for i := range a.question.words {
		if armOf(a.question.at(i)) == armControl {
			return i == 0 || !comparesWith(strings.ToLower(a.question.at(i-1)))
		}
	}
	return a.mentions("without") // "cows without the additive"
}

func comparesWith(word string) bool {
	switch word {
	case "than", "versus", "vs", "to", "with", "over", "against":
		return true
	}
	return false
}

// brackets tells of each word the parenthesis that it stands in, from 1 on; 0: none.
func brackets(l *line) []int {
	out, last, depth := make([]int, len(l.words)), 0, 0
	for i := range l.words {
		if gap := l.before(i); strings.ContainsAny(gap, "()[]") {
			depth, last = nested(gap, depth, last)
		}
		if depth > 0 {
			out[i] = last
		}
	}
	return out
}

// nested follows the parentheses of a gap.
func nested(gap string, depth, last int) (int, int) {
	for _, c := range gap {
		switch c {
		case '(', '[':
			if depth++; depth == 1 {
				last++
			}
		case ')', ']':
			depth = max(depth-1, 0)
		}
	}
	return depth, last
}

// owned is how many words ahead of a parenthesis are what it tells of.
const owned = 3

// bracketed says whether a word goes with a quantity in another parenthesis than the candidate: it stands in that parenthesis, or right
// ahead of it, as "older" in "31 older men (mean age 70 years) and 32 younger ones (mean age 30 years)".
func (s *sentence) bracketed(c *candidate, word int) bool {
	own := s.brackets[c.anchor]
	for i := range s.quantities {
		q := &s.quantities[i]
		at := s.brackets[q.number]
		if !q.like(c) || at == 0 || at == own {
			continue
		}
		if s.brackets[word] == at {
			return true
		}
		open := s.opens(q.number)
		if own != 0 && word < open && word >= open-owned && !s.parts(word, open) {
			return true
		}
	}
	return false
}

// opens returns the first word of the parenthesis that word i stands in.
func (s *sentence) opens(i int) int {
	for i > 0 && s.brackets[i-1] == s.brackets[i] {
		i--
	}
	return i
}

// partOnly is how well a number fits that tells how many of a part there are which the question does not name.
const partOnly = 0.4

// countsPart says whether a number stands in a parenthesis that divides what the question counts, ahead of it: "60 patients (31 men and
// 29 women)".
func (a *asking) countsPart(s *sentence, q *quantity) bool {
	if s.brackets[q.number] == 0 {
		return false
	}
	open := s.opens(q.number)
	for i := range s.quantities {
		p := &s.quantities[i]
		if p.number < open && p.unit.dim == dimNone && s.brackets[p.number] == 0 && open-p.end < 8 && a.countedBetween(s, p.end, open) {
			return true
		}
	}
	return false
}

// countedBetween says whether one of words [from, to) is what the question counts.
func (a *asking) countedBetween(s *sentence, from, to int) bool {
	if a.focus.counted < 0 {
		return false
	}
	counted := &a.question.words[a.focus.counted]
	for i := from; i < to; i++ {
		if w := &s.words[i]; w.key == counted.key || w.kin != 0 && w.kin == counted.kin {
			return true
		}
	}
	return false
}

// hitBehind says whether the question has one of the words that follow a number up to the next mark.
func (a *asking) hitBehind(s *sentence, q *quantity) bool {
	for _, h := range s.hits {
		if h.word >= q.end && h.word < q.end+5 && !a.terms[h.term].head && s.marks[h.word] == s.marks[q.end] {
			return true
		}
	}
	return false
}
