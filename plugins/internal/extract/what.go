package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

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
		if f.noun < 0 && !x.done(l, i+1, f) {
			f.head = head{form: formDefinition}
		}
		return
	case isDo(next) || isBe(next) || isModal(next):
		return
	}
	if f.asked == "what" && x.isVerb(l, i) && !l.helped(i+1) {
		return // "what causes gout" asks for no disease
	}
	if next == "factor" && f.at > 0 && strings.EqualFold(l.at(f.at-1), "by") {
		f.head, f.noun = head{form: formRatio}, i // a multiple, not a protein
		return
	}
	if next == "of" && i+2 < len(l.words) && in("these those them", l.at(i+1)) && !x.isKind(l.at(i+2)) {
		return // "which of these raised the yield"
	}
	x.nounOf(l, i, f)
	if f.noun < 0 && f.asked == "what" && x.kinOf("cause") == l.words[i].kin {
		f.head = head{form: formEntity}
	}
}

// helped says whether a form of "be" or "do" or a modal stands at or behind word i.
func (l *line) helped(i int) bool {
	for ; i < len(l.words); i++ {
		if s := strings.ToLower(l.at(i)); isBe(s) || isDo(s) || isModal(s) {
			return true
		}
	}
	return false
}

// participles lists those that do not end in "ed".
const participles = " made built found kept held seen given taken caught sent lost grown driven bound eaten drawn spent fed hidden known "

// done reads "what is the Moon made of" and "what is stored in the hump": the noun is asked for with which something is done.
func (x *Extractor) done(l *line, i int, f *focus) bool {
	for ; i < len(l.words); i++ {
		s := strings.ToLower(l.at(i))
		if !strings.HasSuffix(s, "ed") && !strings.Contains(participles, " "+s+" ") {
			continue
		}
		if i+1 < len(l.words) && !isPreposition(strings.ToLower(l.at(i+1))) {
			continue
		}
		f.head, f.verb = head{form: formAny}, &l.words[i]
		f.made = (s == "made" || s == "composed" || s == "built" || s == "formed") && i+1 < len(l.words) && madeOf(l.at(i+1))
		return true
	}
	return false
}

func madeOf(preposition string) bool {
	return preposition == "of" || preposition == "from" || preposition == "out"
}

// nounOf looks from word i on for the noun that says the kind of answer: the last one of a noun phrase, so that
// "cell-cycle phosphatase" asks for a protein.
func (x *Extractor) nounOf(l *line, i int, f *focus) {
	var folded []byte
	for end := min(i+7, len(l.words)); i < end; i++ {
		s := strings.ToLower(l.at(i))
		if isBe(s) || isDo(s) || isModal(s) || f.noun >= 0 && (l.words[i].cue&text.CueStop != 0 || x.isVerb(l, i)) || (!f.copular || i > f.at+2) && isPreposition(s) && s != "of" {
			return
		}
		folded = spelling.Fold(folded[:0], s)
		if h, is := l.compound(i); is {
			f.head, f.noun = h, i
		} else if h, is := x.heads[text.Hash(singular(folded))]; is && !(h.form == formEntity && f.noun >= 0 && f.measured()) {
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
