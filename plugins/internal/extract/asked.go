package extract

import "strings"

// relate finds the verb of which the subject is asked for, as in "which vector transmits": no auxiliary stands ahead of it.
func (x *Extractor) relate(l *line, f *focus) {
	if f.form != formEntity && f.form != formAny || f.at > f.from {
		return
	}
	for i := f.at + 1; i < len(l.words) && i < f.at+7; i++ {
		s := strings.ToLower(l.at(i))
		if isModal(s) && i == f.at+1 && i+1 < len(l.words) && x.verbs[l.words[i+1].key] {
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
		better := at < 0 || asked == "when" && at == from && !l.auxiliary(at+1) && (s == "which" || s == "what" || s == "how") || (asked == "when" || asked == "where" || asked == "whose" || asked == "who") && i > at && (s == "what" || s == "which" || s == "how") && !l.relative(i)
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
