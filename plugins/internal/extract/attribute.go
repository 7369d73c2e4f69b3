package extract

import (
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
