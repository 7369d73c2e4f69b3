package extract

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A candidate is a span of a sentence that may answer.
type candidate struct {
	document   *document
	sentence   *sentence
	first, end int     // words
	from, to   int     // bytes
	anchor     int     // the word that distances count from
	fit        float64 // 0..1, how well it is of the type asked for
	value      float64 // in base units; NaN: no quantity
	dim        dimension
	group      string // equal for equal answers
	score      float64
}

// most is how many words, parted by white space, an answer may have.
const most = 15

// candidates gathers what may answer from one sentence.
func (a *asking) candidates(d *document, s *sentence) []candidate {
	switch a.form {
	case formQuantity, formCount, formPercent, formRatio, formDate:
		return a.numbers(d, s)
	case formMethod:
		return a.phrases(d, s, methodCues)
	case formCause:
		return a.phrases(d, s, causeCues)
	case formOrder:
		return a.phrases(d, s, orderCues)
	case formEffect, formDefinition:
		return a.clauses(d, s)
	}
	return a.nouns(d, s)
}

// numbers are the quantities of a sentence.
func (a *asking) numbers(d *document, s *sentence) []candidate {
	s.count(a.Extractor)
	var out []candidate
	for i := range s.quantities {
		q := &s.quantities[i]
		fit := a.fitsQuantity(s, q)
		if fit == 0 {
			continue
		}
		c := candidate{document: d, sentence: s, first: q.first, end: q.end, anchor: q.number, fit: fit, value: q.base(), dim: q.unit.dim}
		if q.unit.dim == dimNone {
			c.end = a.counts(s, q)
		}
		c.group = string(rune('a'+q.unit.dim)) + roundKey(c.value)
		c.from, c.to = s.bytes(c.first, c.end)
		if q.unitEnd > 0 {
			_, c.to = s.bytes(c.first, q.unitEnd)
		}
		c.from, c.to = signs(s.line.Text, c.from, c.to)
		out = append(out, c)
	}
	return out
}

// count finds the quantities of a sentence, once.
func (s *sentence) count(x *Extractor) {
	if s.quantities == nil {
		s.quantities = x.quantities(&s.line)
		s.series = s.seriesOf()
	}
}

// counts takes the noun behind a bare number into the span if the question counts it.
func (a *asking) counts(s *sentence, q *quantity) int {
	end := q.end
	for i := q.end; i < len(s.words) && i < q.end+4 && spaced(s.gap(i-1)); i++ {
		if a.focus.noun >= 0 && s.words[i].key == a.question.words[a.focus.noun].key {
			return i + 1
		}
	}
	return end
}

// nouns are the noun phrases of a sentence that say something new.
func (a *asking) nouns(d *document, s *sentence) []candidate {
	var out []candidate
	for _, c := range a.chunks(&s.line) {
		first, end := a.trim(s, c)
		if first >= end {
			continue
		}
		fit := a.fitsEntity(d, s, first, end) * a.named(s, first, end) * a.agency(s, first, end) * a.otherName(s, first)
		n := candidate{document: d, sentence: s, first: first, end: end, anchor: end - 1, fit: fit, value: math.NaN()}
		n.from, n.to = s.bytes(first, end)
		n.group = strings.ToLower(s.line.Text[n.from:n.to])
		out = append(out, n)
	}
	return out
}

// trim cuts words that the question has from the ends of a chunk.
func (a *asking) trim(s *sentence, c chunk) (first, end int) {
	first, end = c.first, c.end
	for first < end && a.known(s, first) {
		first++
	}
	for end > first && a.known(s, end-1) {
		end--
	}
	if first == end {
		return first, end
	}
	switch end = c.end; a.kind {
	case kindGene, kindProtein, kindDrug, kindOrganism:
		for end > first+1 && !s.words[end-1].name && (isEvent(s.at(end-1)) || a.known(s, end-1) && !a.describes(s, end-1)) {
			end--
		}
	}
	return first, end
}

// unsaid is what a noun phrase counts that its sentence does not say to be of the kind that is asked for.
const unsaid = 0.9

// named is 1 for a phrase that has the noun of the kind asked for in it or beside it, or that stands in a list of examples.
func (a *asking) named(s *sentence, first, end int) float64 {
	for _, h := range s.hits {
		if a.terms[h.term].head && h.word >= first-2 && h.word < end+2 {
			return 1
		}
	}
	for i := max(first-2, 0); i < first; i++ {
		switch s.at(i) {
		case "called", "termed", "named", "namely", "such", "including", "like":
			return 1
		}
	}
	if end < len(s.words) && (s.at(end) == "which" || s.at(end) == "that") {
		return 1
	}
	if end+1 < len(s.words) && isBe(s.at(end)) {
		switch s.at(end + 1) {
		case "a", "an", "the":
			return 1
		}
	}
	return unsaid
}

// renamed is what a noun phrase counts that is only another name for what the question names.
const renamed = 0.5

// otherName is less than 1 for a phrase in a parenthesis behind a word of the question, as in "govitecan (IMMU-132)", or
// right behind that parenthesis.
func (a *asking) otherName(s *sentence, first int) float64 {
	if i := s.ahead(first); i >= 0 && a.known(s, i) && !a.describes(s, i) {
		return renamed
	}
	return 1
}

// ahead is the word ahead of the parenthesis that word i is in or stands right behind; -1: there is none.
func (l *line) ahead(i int) int {
	if strings.Contains(l.before(i), ")") && !strings.ContainsAny(l.before(i), ",;.") {
		i--
	}
	for ; i > 0; i-- {
		gap := l.before(i)
		if strings.ContainsAny(gap, "([") {
			if strings.ContainsAny(gap, ",;.") {
				return -1
			}
			return i - 1
		}
		if strings.ContainsAny(gap, ")]") {
			return -1
		}
	}
	return -1
}

// describes says whether a word stands for the kind of answer, or for what the question says of the answer itself.
func (a *asking) describes(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (a.terms[h.term].head || a.terms[h.term].focus) {
			return true
		}
	}
	return false
}

// otherPlace is what a noun phrase counts that does not stand where the agent of the asked verb would.
const otherPlace = 0.8

// agency is 1 for a noun phrase that stands where what the question asks for does: as the agent behind "by" or
// "due to", or as the subject ahead of the verb that is asked about; else less.
func (a *asking) agency(s *sentence, first, end int) float64 {
	if !a.agent {
		return 1
	}
	if s.opened(first) {
		return a.related(s)
	}
	for i := end; i < len(s.words) && i < end+2; i++ {
		if s.words[i].kin != 0 && s.words[i].kin == a.relation && a.isVerb(&s.line, i) {
			return 1
		}
	}
	return otherPlace * a.related(s)
}

// unrelated is what a candidate counts whose sentence does not have the verb that is asked about, or one of its family.
const unrelated = 0.6

func (a *asking) related(s *sentence) float64 {
	if a.relation == 0 {
		return 1
	}
	for i := range s.words {
		if s.words[i].kin == a.relation {
			return 1
		}
	}
	return unrelated
}

// opened says whether a word of cause or agency stands up to three words ahead of a phrase.
func (l *line) opened(first int) bool {
	for i := first - 1; i >= 0 && i >= first-3; i-- {
		switch l.at(i) {
		case "by", "due", "because", "from", "attributable", "attributed":
			return true
		case "the", "a", "an", "to", "of", "its", "their":
		default:
			return false
		}
	}
	return false
}

// known says whether the question itself has word i, its abbreviation or a word for much the same.
func (a *asking) known(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (h.quality >= meetsBare || !s.words[i].name && !a.terms[h.term].head) {
			return true
		}
	}
	if s.words[i].name {
		return a.has(s.at(i)) || a.initialled(s.at(i))
	}
	return s.words[i].cue&(text.CueStop|text.CueGeneric) != 0
}

// has says whether a name is a part of the question: "FGF19" of "FGF19-7".
func (a *asking) has(name string) bool {
	for i := range a.question.Tokens {
		if strings.EqualFold(a.question.Quote(i, i), name) {
			return true
		}
	}
	return false
}

// initialled says whether the capitals of a name are the initials of words of the question: "WT1" of "Wilms tumour".
func (a *asking) initialled(name string) bool {
	var caps []rune
	for _, c := range name {
		if unicode.IsLetter(c) {
			caps = append(caps, unicode.ToLower(c))
		}
	}
	words := a.question.words
	for i := 0; len(caps) > 1 && i+len(caps) <= len(words); i++ {
		if a.initial(i, caps) {
			return true
		}
	}
	return false
}

func (a *asking) initial(i int, letters []rune) bool {
	for k, c := range letters {
		first, _ := utf8.DecodeRuneInString(a.question.at(i + k))
		if unicode.ToLower(first) != c {
			return false
		}
	}
	return true
}

// signs takes a currency sign ahead of a number into its span, and a percent sign behind it.
func signs(text string, from, to int) (int, int) {
	for _, sign := range []string{"$", "€", "£", "−", "~", "∼"} {
		if strings.HasSuffix(text[:from], sign) {
			from -= len(sign)
			break
		}
	}
	if rest := strings.TrimLeft(text[to:], " \u00a0\u2009"); strings.HasPrefix(rest, "%") {
		to = len(text) - len(rest) + 1
	}
	return from, to
}

// cut shortens words [first, end) to what an answer may have.
func (l *line) cut(first, end int) int {
	for end > first+1 && len(strings.Fields(l.quote(first, end))) > most {
		end--
	}
	return end
}

// roundKey writes a value so that equal quantities give equal keys.
func roundKey(v float64) string {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return "0"
	}
	exp := math.Floor(math.Log10(math.Abs(v)))
	return itoa(int64(math.Round(v/math.Pow(10, exp-4)))) + "e" + itoa(int64(exp))
}
