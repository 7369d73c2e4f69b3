package extract

import "strings"

// relate finds the verb of which the subject is asked for, as in "which vector transmits": no auxiliary stands ahead of it.
func (x *Extractor) relate(l *line, f *focus) {
	if f.form != formEntity && f.form != formAny || f.at > f.from {
		return
	}
	for i := f.at + 1; i < len(l.words) && i < f.at+7; i++ {
		s := strings.ToLower(l.at(i))
		if isModal(s) && i == f.at+1 && i+1 < len(l.words) && x.verbs.Of(l.words[i+1].key) {
			continue
		}
		if isDo(s) || isBe(s) || isModal(s) || isPreposition(s) {
			return
		}
		if i > f.noun && (x.isVerb(l, i) || strings.HasSuffix(s, "ed") || i == f.at+1 && f.noun < 0 || i == f.at+2 && f.noun < 0) {
			f.agent, f.relation = true, l.words[i].kin
			return
		}
	}
}

// asks finds the question word of a sentence: the first one that no preposition and noun make a relative clause.
func (l *line) asks(sentence int) (from, at int, asked string) {
	from, at = -1, -1
	for i := range l.words {
		if l.Tokens[l.words[i].first].Sentence != sentence {
			continue
		}
		if from < 0 {
			from = i
		}
		s := strings.ToLower(l.at(i))
		switch s {
		case "which", "what", "who", "whom", "whose", "where", "when", "why", "how":
		default:
			continue
		}
		better := at < 0 || asked == "when" && at == from && !l.auxiliary(at+1) && (s == "which" || s == "what" || s == "how") || (asked == "when" || asked == "where" || asked == "whose" || asked == "who") && i > at && (s == "what" || s == "which" || s == "how") && !l.relative(i) && !l.joins(at, i)
		if better {
			at, asked = i, s
		}
	}
	return max(from, 0), at, asked
}

// auxiliary says whether word i makes a question of the word ahead of it.
func (l *line) auxiliary(i int) bool {
	return i < len(l.words) && (isDo(strings.ToLower(l.at(i))) || isBe(l.at(i)) || isModal(strings.ToLower(l.at(i))))
}

// relative says whether "which" at word i only joins a clause to the noun ahead of it.
func (l *line) relative(i int) bool {
	return i > 0 && strings.Contains(l.before(i), ",") && strings.ToLower(l.at(i)) == "which" && strings.ToLower(l.at(i-1)) != "to"
}

// joins says whether "which" at word i, behind a preposition, only joins a clause to a question that the word at opens: "where was the soil
// found on which it grew".
func (l *line) joins(at, i int) bool {
	return strings.EqualFold(l.at(i), "which") && isPreposition(l.at(i-1)) && !strings.Contains(l.before(i-1), ",") && l.auxiliary(at+1)
}

// What a noun phrase counts by the place that it has beside the verb that the question asks about.
const (
	otherRole   = 0.35 // it does what the question says that is done to it, or the other way round
	otherObject = 0.5  // it does so to something else
)

// patient finds the verb of a question that asks for its object, as in "which protein does FKBP12 bind": it stands behind "does" and the subject.
func (x *Extractor) patient(l *line, f *focus) {
	if f.form != formEntity && f.form != formAny || f.agent || f.asked != "what" && f.asked != "which" && f.asked != "whom" {
		return
	}
	i := f.at + 1
	for i < len(l.words) && !isDo(strings.ToLower(l.at(i))) {
		i++
	}
	for k := i + 2; k < len(l.words); k++ {
		if kin := l.words[k].kin; x.verbs.Of(l.words[k].key) && !derived(l.at(k)) && kin != 0 {
			f.object, f.relation = kin != x.kinOf("interact"), kin // of two that interact each does so with the other
			return
		}
	}
}

// role is less than 1 for a noun phrase that stands where the verb of the question has its subject and the question asks for its
// object: of "p53 is inhibited by MDM2, which regulates it", MDM2 does not answer what p53 regulates.
func (a *asking) role(c *candidate) float64 {
	if !a.object {
		return 1
	}
	s, wrong := c.sentence, false
	for i := range s.words {
		if s.words[i].kin != a.relation || i >= c.first && i < c.end {
			continue
		}
		switch {
		case !a.isVerb(&s.line, i):
			if i == c.end || i+1 < len(s.words) && s.at(i+1) == "of" && c.first > i && c.first < i+5 {
				return 1 // "γ-secretase inhibitor", "inhibition of γ-secretase"
			}
			wrong = true
		case s.passive(i):
			if c.end <= i {
				return 1
			}
			wrong = true
		case c.first > i:
			return 1
		default:
			wrong = true
		}
	}
	return pick(wrong, otherRole, 1)
}

// passive says whether word i is a participle behind a form of "be", with an adverb at most between them.
func (l *line) passive(i int) bool {
	return i > 0 && isBe(l.at(i-1)) || i > 1 && isBe(l.at(i-2)) || i+1 < len(l.words) && l.at(i+1) == "by"
}

// actsOnAsked says whether the object of the active verb at word i, up to the next verb, has a word of the question.
func (a *asking) actsOnAsked(s *sentence, i int) bool {
	for j := i + 1; j < len(s.words) && !a.isVerb(&s.line, j); j++ {
		for _, h := range s.hits {
			if h.word == j && !a.terms[h.term].head {
				return true
			}
		}
	}
	return false
}

// Of a question that asks nothing.
const (
	fewest   = 6 // words that a text must have to repeat itself
	ending   = 9 // words at its end that are looked at: there a question asks
	repeated = 3 // times that each of its words then stands in it, on average
	bare     = 2 // words that a text without a question word must have to ask for something
)

// asksNothing says whether a text is no question: one or two words said over and over, or a single word alone, of which nothing is asked.
func (a *asking) asksNothing() bool {
	words := a.question.words
	words = words[max(0, len(words)-ending):]
	seen := map[uint64]bool{}
	for i := range words {
		seen[words[i].key] = true
	}
	if n := len(words); n >= fewest && n >= repeated*len(seen) {
		return true
	}
	return a.asked == "" && len(a.terms) < bare
}
