package extract

import (
	"strings"

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
