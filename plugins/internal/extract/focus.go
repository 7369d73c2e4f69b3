package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A focus is what a question asks for.
type focus struct {
	head
	asked      string // the question word: which, what, who, where, when, why, how
	from       int    // first word of the sentence that asks
	at         int    // the question word
	noun       int    // the noun that says the kind of answer, or the word that "how" measures; -1: none
	difference bool   // "by how much"
	copular    bool   // what IS X
	option     bool   // no question but an option
	agent      bool   // the subject of the verb is asked for
	relation   uint16 // the family of that verb
}

// adjectives that "how" measures.
var measures = []struct {
	head  head
	words string
}{
	{head{form: formCount}, `many`},
	{head{form: formQuantity}, `much large big high low strong good well great small deep abundant tall wide thick dense bright`},
	{head{form: formQuantity, dim: dimTime}, `long old soon quickly late early`},
	{head{form: formQuantity, dim: dimLength}, `far deep tall wide thick`},
	{head{form: formQuantity, dim: dimTemperature}, `hot warm cold`},
	{head{form: formQuantity, dim: dimMass}, `heavy`},
	{head{form: formQuantity, dim: dimSpeed}, `fast`},
	{head{form: formQuantity}, `often frequently`},
	{head{form: formPercent, dim: dimPercent}, `common prevalent likely frequent widespread rare accurate sensitive specific efficient`},
}

// focus reads what a question asks for.
func (x *Extractor) focus(l *line) focus {
	f := focus{noun: -1, at: -1}
	for s := len(l.Sentences) - 1; s >= 0 && f.at < 0; s-- {
		f.from, f.at, f.asked = l.asks(s)
	}
	if f.at < 0 {
		f.from, f.at = 0, 0
		x.nounOf(l, 0, &f)
		return f
	}
	switch f.asked {
	case "where":
		f.head = head{form: formPlace, kind: kindPlace}
	case "when":
		f.head = head{form: formDate}
	case "why":
		f.head = head{form: formCause}
	case "who", "whom", "whose":
		f.head = head{form: formEntity, kind: kindPerson}
	case "how":
		x.how(l, &f)
	default:
		x.what(l, &f)
	}
	x.relate(l, &f)
	return f
}

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

// how reads what "how" measures: an adjective, or else the manner.
func (x *Extractor) how(l *line, f *focus) {
	f.difference = f.at > 0 && strings.EqualFold(l.at(f.at-1), "by")
	next := ""
	if f.at+1 < len(l.words) {
		next = strings.ToLower(l.at(f.at + 1))
	}
	for _, m := range measures {
		for _, w := range strings.Fields(m.words) {
			if w == next && f.noun < 0 {
				f.head, f.noun = m.head, f.at+1
			}
		}
	}
	if f.noun >= 0 && f.at+2 < len(l.words) && isBe(l.at(f.at+2)) {
		named := focus{asked: f.asked, from: f.from, at: f.at, noun: -1, copular: true}
		if x.nounOf(l, f.at+3, &named); named.measured() && named.dim == dimNone || named.form == formPercent {
			f.head, f.noun = named.head, named.noun // "how large is the odds ratio"
			return
		}
	}
	switch {
	case f.noun >= 0 && next != "many" && next != "much" && next != "long" && endsIn(l, "relative", "compared", "than"):
		f.head = head{form: formEffect}
	case next == "many" || next == "much":
		x.counted(l, f)
	case next == "long" && f.at+2 < len(l.words) && isBe(l.at(f.at+2)):
		f.dim = dimNone // time or length
	case f.noun < 0:
		f.head = head{form: formMethod}
		if faring(l, f.at) {
			f.head = head{form: formEffect}
		}
	}
}

// counted reads the noun that "how many" counts, which may be a unit.
func (x *Extractor) counted(l *line, f *focus) {
	for i := f.at + 2; i < len(l.words) && i < f.at+4; i++ {
		s := l.at(i)
		if u, is := x.unitOf(s); is && u.dim != dimNone && len(s) > 3 {
			f.head, f.noun = head{form: formQuantity, dim: u.dim}, i
			return
		}
	}
	if f.form == formCount && f.at+2 < len(l.words) {
		f.noun = f.at + 2
		for f.noun+1 < len(l.words) && l.words[f.noun].cue&text.CueStop == 0 && l.words[f.noun+1].cue&text.CueStop == 0 && l.gap(f.noun) == " " && f.noun < f.at+4 {
			if l.isPlural(f.noun) && !l.words[f.noun].capital {
				break
			}
			f.noun++
		}
	}
}

func (l *line) isPlural(i int) bool {
	s := l.at(i)
	return len(s) > 3 && s[len(s)-1] == 's' && s[len(s)-2] != 's'
}

// faring says whether "how" asks for an outcome: "how did mice fare", "how does X affect Y".
func faring(l *line, at int) bool {
	for i := at + 1; i < len(l.words); i++ {
		switch strings.ToLower(l.at(i)) {
		case "affect", "affects", "affected", "fare", "fares", "fared", "influence", "influences", "influenced", "change", "changes", "changed", "differ", "differs", "differed",
			"compare", "compares", "alter", "alters", "altered", "impact", "impacts", "respond", "responds", "responded", "react", "reacts":
			return true
		}
	}
	return false
}

// what reads the noun behind "what" or "which", or what the verb asks for.
func (x *Extractor) what(l *line, f *focus) {
	i := f.at + 1
	if i >= len(l.words) {
		return
	}
	next := strings.ToLower(l.at(i))
	switch {
	case next == "happens" || next == "happened" || next == "became" || next == "becomes":
		f.head = head{form: formEffect}
		return
	case isDo(next) && endsIn(l, "do", "to", "with", "for"):
		f.head = head{form: formEffect}
		return
	case isModal(next) && endsIn(l, "done") || next == "way" || next == "means":
		f.head = head{form: formMethod}
		return
	case f.asked == "what" && isBe(next):
		f.copular = true
		if f.at > f.from && isPreposition(strings.ToLower(l.at(f.at-1))) {
			return // "from what is X made"
		}
		x.nounOf(l, i+1, f)
		if f.noun < 0 {
			f.head = head{form: formDefinition}
		}
		return
	case isDo(next) || isBe(next) || isModal(next):
		return
	}
	x.nounOf(l, i, f)
	if f.noun < 0 && f.asked == "what" && x.kinOf("cause") == l.words[i].kin {
		f.head = head{form: formEntity}
	}
}

// nounOf looks from word i on for the noun that says the kind of answer: the last one of a noun phrase, so that
// "cell-cycle phosphatase" asks for a protein.
func (x *Extractor) nounOf(l *line, i int, f *focus) {
	var folded []byte
	for end := min(i+7, len(l.words)); i < end; i++ {
		s := strings.ToLower(l.at(i))
		if isBe(s) || isDo(s) || isModal(s) || f.noun >= 0 && (l.words[i].cue&text.CueStop != 0 || x.isVerb(l, i)) || !f.copular && isPreposition(s) && s != "of" {
			return
		}
		folded = spell(folded[:0], s)
		if h, is := x.heads[text.Hash(singular(folded))]; is && !(h.form == formEntity && f.noun >= 0 && f.measured()) {
			f.head, f.noun = h, i
			x.refineMedian(l, f, i)
		} else if strings.HasSuffix(s, "ase") && len(s) > 5 {
			f.head, f.noun = head{form: formEntity, kind: kindProtein}, i
		}
		if f.noun >= 0 && !spaced(l.gap(i)) {
			return
		}
	}
}

// refineMedian turns "median survival" and "survival time" into times.
func (x *Extractor) refineMedian(l *line, f *focus, i int) {
	s := strings.ToLower(l.at(i))
	if s != "survival" && s != "follow" {
		return
	}
	for j := max(i-3, 0); j < min(i+2, len(l.words)); j++ {
		switch strings.ToLower(l.at(j)) {
		case "median", "mean", "average", "time", "overall", "duration":
			f.head = head{form: formQuantity, dim: dimTime}
		case "rate", "probability", "chance":
			f.head = head{form: formPercent, dim: dimPercent}
			return
		}
	}
}

// kinOf is the family of a word.
func (x *Extractor) kinOf(w string) uint16 { return x.kin[stemOf(spell(nil, w))] }

func endsIn(l *line, words ...string) bool {
	for i := range l.words {
		for _, w := range words {
			if strings.EqualFold(l.at(i), w) && i > 1 {
				return true
			}
		}
	}
	return false
}

func isBe(s string) bool {
	switch strings.ToLower(s) {
	case "is", "are", "was", "were", "be", "been", "being":
		return true
	}
	return false
}

func isDo(s string) bool { return s == "do" || s == "does" || s == "did" }

func isModal(s string) bool {
	switch s {
	case "can", "could", "should", "would", "will", "may", "might", "must", "has", "have", "had":
		return true
	}
	return false
}

func isPreposition(s string) bool {
	switch s {
	case "of", "in", "on", "at", "by", "for", "with", "from", "to", "into", "onto", "upon", "over", "under", "between", "among", "within", "during", "after",
		"before", "since", "until", "about", "as", "via", "per", "through", "against", "than", "across", "along", "around", "without", "near", "toward", "towards":
		return true
	}
	return false
}
