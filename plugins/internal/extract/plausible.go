package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// What a candidate counts that its words show to be of something else than what is asked.
const (
	ofOthers    = 0.25 // its number counts or measures something else
	multiple    = 0.15 // it is so many times what is asked for
	condition   = 0.3  // it tells at what the value was taken
	conjoined   = 0.4  // it stands beside what the question names: "A and B" answers no question about B
	unnamedSpot = 0.35 // a place without a name
	unmet       = 0.4  // its sentence does not say what the question says that the thing does
	denied      = 0.3  // its sentence says that it is not so
	aside       = 0.1  // its sentence names it only to set it apart from what is so: "instead of A"
	elsewhere   = 0.15 // its sentence does not say what the question asks of the thing
)

// plausible is 1 for a candidate whose neighbours in its sentence agree with what is asked, and less for one of which they tell
// something else.
func (a *asking) plausible(c *candidate) float64 {
	switch a.form {
	case formQuantity, formCount, formPercent, formRatio, formDate:
		return a.measures(c)
	case formEffect:
		return a.lands(c)
	case formCause, formMethod:
		return a.explains(c)
	case formDefinition:
		return pick(a.defines(c.sentence), 1, undefined)
	case formPlace:
		switch {
		case c.end == c.first+1 && a.isKind(c.sentence.at(c.first)):
			return ofOthers
		case !c.sentence.words[c.end-1].capital && !c.sentence.words[c.first].capital && !c.sentence.ofBody(c.end-1):
			return unnamedSpot
		}
	}
	if a.agent && a.undone(c.sentence) {
		return elsewhere
	}
	if !a.denies() && c.sentence.denies(c.first, false) {
		return pick(c.sentence.apart(c.first), aside, denied)
	}
	if a.verb != nil && !a.does(c.sentence) {
		return elsewhere * a.conjunct(c)
	}
	return a.conjunct(c)
}

// conjunct is less than 1 for a noun phrase that "and" or "or" joins to a word of the question.
func (a *asking) conjunct(c *candidate) float64 {
	if a.form != formEntity && a.form != formAny || a.mentions("and", "besides", "together", "with", "both") {
		return 1
	}
	s := c.sentence
	if c.first > 1 && joining(s.at(c.first-1)) && a.asks(s, c.first-2) {
		return conjoined
	}
	if c.end+1 < len(s.words) && joining(s.at(c.end)) && a.asks(s, c.end+1) {
		return conjoined
	}
	return 1
}

// asks says whether the question has noun i itself.
func (a *asking) asks(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && h.quality >= meetsBare {
			return !a.isVerb(&s.line, i)
		}
	}
	return false
}

func joining(word string) bool { return word == "and" || word == "or" }

// mentions says whether the question has one of the words.
func (a *asking) mentions(words ...string) bool {
	for i := range a.question.words {
		for _, w := range words {
			if strings.EqualFold(a.question.at(i), w) {
				return true
			}
		}
	}
	return false
}

// isKind says whether a word only names a kind of answer, as "island" does of places.
func (x *Extractor) isKind(word string) bool {
	_, is := x.heads[text.Hash(singular(spelling.Fold(nil, strings.ToLower(word))))]
	return is
}

// unspoken is what a candidate counts of a document that does not speak of the subject, or of the object, of the question: of cats, where the
// question asks when rats came.
const unspoken = 0.4

// A part is words [first, end) of a question.
type part struct{ first, end int }

// spokenOf is less than 1 for a candidate of a document that does not speak of what the question does.
func (a *asking) spokenOf(c *candidate) float64 { return a.spoken(c.document) }

// spoken is less than 1 for a candidate of a document that has no word of the subject or of the object of the question.
func (a *asking) spoken(d *document) float64 {
	if d.spoken == 0 {
		d.spoken = 1
		for _, p := range a.about {
			if !a.speaks(d, p) {
				d.spoken *= unspoken
			}
		}
	}
	return d.spoken
}

// speaks says whether a document has a word of a part of the question, or nothing is searched for in that part.
func (a *asking) speaks(d *document, p part) bool {
	none := true
	for i := p.first; i < p.end; i++ {
		if t := indexTerm(a.terms, a.question.words[i].key); t >= 0 {
			if d.tells(t, &a.terms[t]) {
				return true
			}
			none = false
		}
	}
	return none
}

// subjects returns the subject and the object of the question where nothing but them follows its verbs: "rats" of "when did rats come",
// "fever" of "how many calves had fever".
func (a *asking) subjects() []part {
	var out []part
	if a.copular && a.noun >= 0 && a.noun+1 < len(a.question.words) && a.question.at(a.noun+1) == "of" {
		if p := a.phraseFrom(a.noun + 2); p.first < p.end {
			out = append(out, p)
		}
	}
	for i := a.at; i < len(a.question.words); i++ {
		word := strings.ToLower(a.question.at(i))
		asks := i > a.at && (isDo(word) || isBe(word) || isModal(word)) && !(a.copular && i == a.at+1)
		if !asks && !(i > a.at && a.isVerb(&a.question, i)) {
			continue
		}
		if p := a.phraseFrom(i + 1); p.first < p.end {
			out = append(out, p)
		}
	}
	return out
}

// isAnimal says whether a word that studies use for their subjects tells one kind of them from others.
func isAnimal(word string) bool {
	switch strings.ToLower(word) {
	case "rat", "rats", "mouse", "mice", "rabbit", "rabbits", "dog", "dogs", "pig", "pigs", "monkey", "monkeys":
		return true
	}
	return false
}

// phraseFrom returns the noun phrase of the question that begins at word i, without its article; an empty one if there is none whose words
// say something.
func (a *asking) phraseFrom(i int) part {
	l := &a.question
	for i < len(l.words) && ofOrDeterminer(l.at(i)) && !isPreposition(l.at(i)) {
		i++
	}
	p, says := part{i, i}, false
	for ; i < len(l.words) && a.inPhrase(l, i); i++ {
		t := indexTerm(a.terms, l.words[i].key)
		says = says || t >= 0 && !a.terms[t].head && (l.words[i].cue&text.CueGeneric == 0 || isAnimal(l.at(i))) && l.words[i].number != l.words[i].number
		p.end = i + 1
		if !joined(l.gap(i)) {
			break
		}
	}
	if !says {
		return part{}
	}
	return p
}
