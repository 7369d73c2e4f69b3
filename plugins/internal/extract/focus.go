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
	counted    int    // the noun of what is counted; -1: none
	noun       int    // the noun that says the kind of answer, or the word that "how" measures; -1: none
	difference bool   // "by how much"
	copular    bool   // what IS X
	option     bool   // no question but an option
	agent      bool   // the subject of the verb is asked for
	object     bool   // what is done to it is asked for: "what does p53 regulate"
	relation   uint16 // the family of the verb of either
	verb       *word  // what is done with the answer: "stored" of "what is stored in the hump"; nil: nothing
	made       bool   // what something is made of is asked for
}

// adjectives that "how" measures.
var measures = []struct {
	head  head
	words string
}{
	{head{form: formCount}, `many`},
	{head{form: formQuantity}, `much large big high low strong good well great small abundant dense bright`},
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
	f := focus{noun: -1, at: -1, counted: -1}
	for s := len(l.Sentences) - 1; s >= 0 && f.at < 0; s-- {
		f.from, f.at, f.asked = l.asks(s)
	}
	if f.at < 0 {
		f.from, f.at = 0, 0
		x.nounOf(l, 0, &f)
		f.copular = f.noun >= 0 // "melting point of tungsten" asks what it is
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
	l.asksByVerb(&f)
	x.relate(l, &f)
	x.patient(l, &f)
	if f.form == formCount && f.noun >= 0 && !l.partitive(f.at) {
		f.counted = f.noun
		many := f.noun > 0 && strings.EqualFold(l.at(f.noun-1), "many") // "how many visitors of the wall" counts visitors
		if f.noun+2 < len(l.words) && l.at(f.noun+1) == "of" && !many {
			f.counted = f.noun + 2 // "the number of neurons"
		}
	}
	return f
}

// asksByVerb reads what "cost" and "weigh" ask for, as in "what does a hip screw cost" and "how much did it weigh".
func (l *line) asksByVerb(f *focus) {
	if f.form != formAny && f.form != formQuantity || f.dim != dimNone {
		return
	}
	for i := f.at + 1; i < len(l.words); i++ {
		if !isDo(strings.ToLower(l.at(i))) {
			continue
		}
		for k := i + 1; k < len(l.words); k++ {
			switch strings.ToLower(l.at(k)) {
			case "cost":
				f.head = head{form: formQuantity, dim: dimMoney}
			case "weigh":
				f.head = head{form: formQuantity, dim: dimMass}
			}
		}
		return
	}
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
		x.nounOf(l, f.at+3, &named)
		measured := named.measured() && named.dim == dimNone || named.form == formPercent
		if measured && !strings.EqualFold(l.at(named.noun-1), "on") {
			f.head, f.noun = named.head, named.noun // "how large is the odds ratio", not "how deep is the lake on average"
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
		f.noun = l.behindOf(f.at + 2)
		for f.noun+1 < len(l.words) && l.words[f.noun].cue&text.CueStop == 0 && l.words[f.noun+1].cue&text.CueStop == 0 && l.gap(f.noun) == " " && f.noun < f.at+4 {
			if l.isPlural(f.noun) && !l.words[f.noun].capital || x.isVerb(l, f.noun+1) {
				break
			}
			f.noun++
		}
	}
}

// behindOf returns the word behind "of" and "of the" at word i, and i where neither stands there: "how many of the mothers" counts mothers.
func (l *line) behindOf(i int) int {
	if !strings.EqualFold(l.at(i), "of") {
		return i
	}
	for i+1 < len(l.words) && l.words[i].cue&text.CueStop != 0 {
		i++
	}
	return i
}
