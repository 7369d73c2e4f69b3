package extract

import "strings"

// numbered makes a question for what something is, "what was the clutch of the tits", one for a quantity where a sentence tells a number of
// it: "the clutch was 9 eggs".
func (a *asking) numbered() {
	noun := a.definedNoun()
	if noun < 0 {
		return
	}
	for i := range a.documents {
		for k := range a.documents[i].sentences {
			if q := a.numberOf(&a.documents[i].sentences[k], a.question.words[noun].key); q != nil {
				a.focus.head, a.focus.noun = head{form: formQuantity, dim: q.unit.dim}, noun
				if q.rate {
					a.focus.dim = dimOther
				}
				return
			}
		}
	}
}

// definedNoun returns the noun A of "what is the A of B"; -1: the question is of another form.
func (a *asking) definedNoun() int {
	l, noun := &a.question, a.at+3
	if a.form != formDefinition || !a.copular || noun >= len(l.words) || !strings.EqualFold(l.at(noun-1), "the") {
		return -1
	}
	for noun+1 < len(l.words) && !isPreposition(strings.ToLower(l.at(noun+1))) {
		noun++
	}
	if noun+1 >= len(l.words) || l.words[noun].capital {
		return -1
	}
	return noun
}

// valueReach is how many words may stand between a noun and the verb that tells its value.
const valueReach = 10

// numberOf returns the quantity that a sentence tells to be the value of a noun: "the clutch of the tits averaged 9 eggs"; nil: none.
func (a *asking) numberOf(s *sentence, noun uint64) *quantity {
	for i := range s.words {
		if s.words[i].key != noun {
			continue
		}
		for k := i + 1; k+1 < min(len(s.words), i+valueReach); k++ {
			if !tellsValue(s.at(k)) || s.words[k].clause != s.words[i].clause {
				continue
			}
			s.count(a.Extractor)
			for j := range s.quantities {
				if q := &s.quantities[j]; (q.first == k+1 || q.first == k+2) && q.role == rolePlain && s.inDigits(q) {
					return q
				}
			}
		}
	}
	return nil
}

// tellsValue says whether a number behind this verb is the value of its subject.
func tellsValue(verb string) bool {
	switch verb {
	case "averaged", "averages", "reached", "reaches", "exceeded", "exceeds", "totalled", "totaled", "equals", "equalled", "amounted":
		return true
	}
	return isBe(verb)
}

// isPH says whether a number is a pH or goes on with a list of them: "at pH 8.1, 7.8 and 7.5".
func (s *sentence) isPH(q *quantity) bool {
	is := false
	for i := range s.quantities {
		p := &s.quantities[i]
		if p.first > 0 && strings.EqualFold(s.at(p.first-1), "ph") {
			is = true
		} else if is {
			is, _ = s.continues(&s.quantities[i-1], p)
		}
		if p.number == q.number {
			return is && q.unit.dim == dimNone
		}
	}
	return false
}

// otherQualified is what a number counts whose sentence tells of the attribute of another sort: of the tensile strength, where the document tells
// the compressive one that is asked for.
const otherQualified = 0.5

// ofQualified is less than 1 for a number of a sentence that has the noun of the question without the word that qualifies it, where another sentence
// of its document has both.
func (a *asking) ofQualified(c *candidate) float64 {
	if a.form != formQuantity && a.form != formPercent || a.asked == "how" || a.noun < 0 || c.value != c.value {
		return 1
	}
	words := a.qualified()
	if len(words) < 2 || words[0].shift != 0 || !c.sentence.has(words[1].key) || c.sentence.has(words[0].key) {
		return 1
	}
	for i := range c.document.sentences {
		s := &c.document.sentences[i]
		if s.has(words[1].key) && s.has(words[0].key) {
			return otherQualified
		}
	}
	return 1
}

// has says whether a line has a word.
func (l *line) has(key uint64) bool {
	for i := range l.words {
		if l.words[i].key == key {
			return true
		}
	}
	return false
}

// asksDegree says whether the question asks how strong or how large something is, which no time tells.
func (a *asking) asksDegree() bool {
	if a.asked != "how" || a.noun != a.at+1 {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "strong", "large", "big", "high", "low", "small", "great", "dense", "bright", "abundant":
		return true
	}
	return false
}
