package extract

import "strings"

// Ways to name another thing beside the one that is asked about.
const (
	ofBearer   = 0 // what a value counts that is said of "traps for the vole" where the vole's is asked for
	otherLabel = 0 // and of a document on antifreeze B, where antifreeze C is meant
)

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

// labelled is less than 1 for a candidate of a document that gives a noun of the question another letter than the question does.
func (a *asking) labelled(c *candidate) float64 {
	l := &a.question
	for i := 1; i < len(l.words); i++ {
		if !l.lettered(i) {
			continue
		}
		own, other := c.document.letters(l, i)
		if other && !own {
			return otherLabel
		}
	}
	return 1
}

// lettered says whether word i is a single capital that tells one of several of the noun ahead of it: "antifreeze B".
func (l *line) lettered(i int) bool {
	s := l.at(i)
	return len(s) == 1 && s[0] >= 'A' && s[0] <= 'Z' && l.before(i) == " " && len(l.at(i-1)) > 2 && !isPreposition(l.at(i-1))
}

// letters says whether a document has the noun ahead of word i of a question with that letter, and whether it has it with another one.
func (d *document) letters(question *line, i int) (own, other bool) {
	noun, letter := question.words[i-1].key, question.at(i)
	lines := []*line{&d.title}
	for k := range d.sentences {
		lines = append(lines, &d.sentences[k].line)
	}
	for _, l := range lines {
		for k := 1; k < len(l.words); k++ {
			if l.words[k-1].key == noun && l.lettered(k) {
				own, other = own || l.at(k) == letter, other || l.at(k) != letter
			}
		}
	}
	return own, other
}
