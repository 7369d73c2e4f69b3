package extract

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// bridge tries each entity that the question may describe in place of its description, and hands
// what is then asked to each, with how far the entity is to be trusted. It says what to search for.
func (a *asking) bridge(each func(sub *asking, trust float64)) Result {
	from, to := a.described()
	if to == from {
		return Result{}
	}
	description, asked := a.divideTerms(from, to)
	if len(description) == 0 || len(asked) == 0 {
		return Result{}
	}
	var result Result
	seeker := *a
	seeker.terms, seeker.kind = description, a.kindOf(from, to)
	for i, m := range seeker.middles(description) {
		if i == 0 {
			result.Bridge = m.name
		}
		if i < proposed {
			result.Queries = append(result.Queries, a.search(m.name, from, to))
		}
		sub := *a
		sub.terms = append(slices.Clone(m.words), asked...)
		sub.documents, sub.topic = nil, outside(a.topic, from, to)
		for _, d := range a.documents {
			if d.names(&m.words[0]) {
				d.look(sub.terms)
				sub.documents = append(sub.documents, d)
			}
		}
		each(&sub, leastTrust+(1-leastTrust)*m.score)
	}
	return result
}

// kindOf returns the kind of entity that words [from, to) describe: that of the first noun that has one.
func (a *asking) kindOf(from, to int) kind {
	for i := from; i < to; i++ {
		if h, is := a.heads[text.Hash(singular(spelling.Fold(nil, a.question.at(i))))]; is && h.form == formEntity {
			return h.kind
		}
	}
	return kindAny
}

// names says whether a document has a word.
func (d *document) names(t *term) bool {
	if d.title.names(t) {
		return true
	}
	for i := range d.sentences {
		if d.sentences[i].names(t) {
			return true
		}
	}
	return false
}

func (l *line) names(t *term) bool {
	for i := range l.words {
		if key := l.words[i].key; key == t.key || t.alt != 0 && key == t.alt {
			return true
		}
	}
	return false
}

// described returns the part of the question that describes an entity without naming it: the sentences ahead of the one that
// asks, or a relative clause.
func (a *asking) described() (from, to int) {
	if a.focus.from > 3 {
		return 0, a.focus.from
	}
	l := &a.question
	for i := a.focus.at + 2; i < len(l.words); i++ {
		switch strings.ToLower(l.at(i)) {
		case "that", "whose":
			if a.definite(i - 1) {
				return i - 1, l.relativeEnd(i)
			}
		case "which":
			if isPreposition(strings.ToLower(l.at(i-1))) && a.definite(i-2) {
				return max(i-2, 0), l.relativeEnd(i)
			}
		}
	}
	return 0, 0
}

// definite says whether word i is a noun for one entity: "the kinase", not "patients".
func (a *asking) definite(i int) bool {
	l := &a.question
	h, is := a.heads[text.Hash(singular(spelling.Fold(nil, l.at(max(i, 0)))))]
	if !is || h.form != formEntity || l.isPlural(i) || h.kind != kindGene && h.kind != kindProtein && h.kind != kindDrug && h.kind != kindOrganism {
		return false
	}
	for k := i - 1; k >= 0 && k > i-4; k-- {
		if s := strings.ToLower(l.at(k)); s == "the" || s == "a" || s == "an" || s == "one" {
			return true
		}
	}
	return false
}

// relativeEnd returns where a relative clause that begins at word i ends: at the next comma, or where the text does.
func (l *line) relativeEnd(i int) int {
	for ; i < len(l.words); i++ {
		if strings.ContainsAny(l.gap(i), ",;") {
			return i + 1
		}
	}
	return len(l.words)
}

// divideTerms parts the terms into those of the description, words [from, to) of the question, and the others.
func (a *asking) divideTerms(from, to int) (description, asked []term) {
	inside, outside := map[uint64]bool{}, map[uint64]bool{}
	for i := range a.question.words {
		if i >= from && i < to {
			inside[a.question.words[i].key] = true
		} else {
			outside[a.question.words[i].key] = true
		}
	}
	for _, t := range a.terms {
		if inside[t.key] {
			description = append(description, t)
		}
		if outside[t.key] {
			asked = append(asked, t)
		}
	}
	return description, asked
}

// search returns a query for an entity and what is asked of it.
func (a *asking) search(name string, from, to int) string {
	var b strings.Builder
	b.WriteString(name)
	for i := range a.question.words {
		w := &a.question.words[i]
		if (i < from || i >= to) && indexTerm(a.terms, w.key) >= 0 {
			b.WriteByte(' ')
			b.WriteString(a.question.at(i))
		}
	}
	return b.String()
}
