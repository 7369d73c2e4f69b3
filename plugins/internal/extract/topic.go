package extract

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// otherTopic is what an option counts in a document that speaks of less of what the question is about than another one does: of tarn
// snails, where the question asks of pond snails.
const otherTopic = 0.5

// topics returns what the question is about: the subject behind "do", "is" or "can", the object of a verb that stands right behind the
// question word and its noun, and of each what "of" adds to it: "snails" and "ponds" of "what do snails of ponds eat". Of "what is the antidote of cyanide"
// it is "cyanide".
func (a *asking) topics() []part {
	l, under := &a.question, a.at > a.focus.from && isPreposition(strings.ToLower(a.question.at(a.at-1)))
	for i := a.at + 1; i < len(l.words); i++ {
		switch word := strings.ToLower(l.at(i)); {
		case a.copular && word == "of":
			return a.withOf(a.topicFrom(i + 1))
		case isDo(word):
			return a.withOf(a.subjectFrom(i+1, true))
		case (isBe(word) || isModal(word)) && !a.copular:
			if a.verbBehind() == 0 || under {
				return a.withOf(a.subjectFrom(i+1, isModal(word) || under))
			}
			return nil // "which gene is lost"
		}
	}
	if verb := a.verbBehind(); verb > 0 {
		return a.withOf(a.topicFrom(verb + 1))
	}
	return nil
}

// verbBehind returns where the verb stands of a question that asks for its subject: behind the question word, its noun and "of these"; 0: the
// question has another form.
func (a *asking) verbBehind() int {
	l, i := &a.question, a.at+1
	if a.asked != "what" && a.asked != "which" && a.asked != "who" || a.copular {
		return 0
	}
	if a.noun >= i {
		i = a.noun + 1
	} else if i+1 < len(l.words) && strings.EqualFold(l.at(i), "of") {
		i += 2
	}
	if i >= len(l.words) || isPreposition(strings.ToLower(l.at(i))) {
		return 0
	}
	return i
}

// withOf returns a part and those that "of" adds to it.
func (a *asking) withOf(p part) (out []part) {
	l := &a.question
	for p.first < p.end {
		out = append(out, p)
		if p.end >= len(l.words) || !strings.EqualFold(l.at(p.end), "of") {
			break
		}
		p = a.topicFrom(p.end + 1)
	}
	return out
}

// subjectFrom returns the noun phrase that begins at word i. Of one behind "do" the last word is the verb, unless a verb follows: "snow
// finches" of "where do snow finches nest".
func (a *asking) subjectFrom(i int, verb bool) part {
	p, l := a.topicFrom(i), &a.question
	follows := p.end < len(l.words) && (a.isVerb(l, p.end) || a.verbs.Of(l.words[p.end].key) || in("of that which who", strings.ToLower(l.at(p.end))))
	if verb && !follows && p.end > p.first+1 {
		p.end--
	}
	return p
}

// topicFrom returns the noun phrase of the question that begins at word i, without its article and participles.
func (a *asking) topicFrom(i int) part {
	l := &a.question
	for i < len(l.words) && a.introduces(i) {
		i++
	}
	p := part{i, i}
	for ; i < len(l.words) && a.inPhrase(l, i); i++ {
		p.end = i + 1
	}
	return p
}

// introduces says whether word i of the question only leads to a noun: an article, "activated" and "fully" of "fully activated powder",
// "making" of "of making cells".
func (a *asking) introduces(i int) bool {
	l, word, next := &a.question, strings.ToLower(a.question.at(i)), ""
	if i+1 < len(l.words) {
		next = strings.ToLower(l.at(i + 1))
	}
	switch {
	case strings.HasSuffix(word, "ly"):
		return strings.HasSuffix(next, "ed")
	case strings.HasSuffix(word, "ing"):
		return strings.EqualFold(l.at(i-1), "of") && next != "" && !isPreposition(next)
	}
	return ofOrDeterminer(word) && !isPreposition(word) || strings.HasSuffix(word, "ed")
}

// weight returns how telling the words of a part are, or those of them that a document has.
func (a *asking) weight(p part, d *document) float64 {
	sum, l := 0.0, &a.question
	for i := p.first; i < p.end; i++ {
		w := &l.words[i]
		t := indexTerm(a.terms, w.key)
		if t < 0 || a.terms[t].head || w.shift != 0 || strings.EqualFold(l.at(i), "best") || w.number == w.number || w.cue&text.CueGeneric != 0 && !isAnimal(l.at(i)) {
			continue
		}
		if d == nil || d.tells(t, &a.terms[t]) {
			sum += a.terms[t].weight
		}
	}
	return sum
}

// onTopic is 0 for a document without a word of the last topic of the question, and less than 1 for one that speaks of less of all topics
// than another document. What it says of an option says nothing for the question.
func (a *asking) onTopic(d *document) float64 {
	most := 0.0
	for i := range a.documents {
		o := &a.documents[i]
		if o.topical < 0 {
			o.topical = a.topicalShare(o)
		}
		most = max(most, o.topical)
	}
	return pick(d.topical == 0, 0, pick(d.topical < most, otherTopic, 1))
}

// ofTopic is 0 for a number of a document that has nothing of a topic of the question, or not its name, where another document has it, and
// less than 1 for one of a document that has less of it.
func (a *asking) ofTopic(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	share := a.onTopic(c.document)
	if share == 0 && !slices.ContainsFunc(a.documents, func(d document) bool { return d.topical > 0 }) {
		return 1
	}
	return share * a.withProper(c.document)
}

// withProper is 0 for a document without a proper name of a topic, "Dorr" of "Mount Dorr", that another document has.
func (a *asking) withProper(d *document) float64 {
	for _, p := range a.topic {
		for i := p.first; i < p.end; i++ {
			w := &a.question.words[i]
			t := indexTerm(a.terms, w.key)
			if t < 0 || !w.capital || d.tells(t, &a.terms[t]) {
				continue
			}
			for k := range a.documents {
				if a.documents[k].tells(t, &a.terms[t]) {
					return 0
				}
			}
		}
	}
	return 1
}

// topicalShare returns the share of the topics' words that a document has; 0: it has none of the last topic, "nurses" of "the sleep of nurses".
func (a *asking) topicalShare(d *document) float64 {
	sum, of := 0.0, 0.0
	for k, p := range a.topic {
		w, all := a.weight(p, d), a.weight(p, nil)
		if w == 0 && all > 0 && k == len(a.topic)-1 {
			return 0
		}
		sum, of = sum+w, of+all
	}
	if of == 0 {
		return 1
	}
	return sum / of
}

// outside returns the parts of a question that share no word with words [from, to).
func outside(parts []part, from, to int) []part {
	return slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.first < to && p.end > from })
}
