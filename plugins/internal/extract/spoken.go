package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// unspoken is what a candidate counts of a document that does not speak of the subject, or of the object, of the question: of cats, where the
// question asks when rats came.
const unspoken = 0.4

// A part is words [first, end) of a question.
type part struct{ first, end int }

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
