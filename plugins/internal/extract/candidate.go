package extract

import (
	"math"
	"slices"
	"strings"
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

// numbers returns the quantities of a sentence.
//
//go:noinline // within its caller it would make a function whose blocks take a compiler long
func (a *asking) numbers(d *document, s *sentence) []candidate {
	s.count(a.Extractor)
	var out []candidate
	for i := range s.quantities {
		q := &s.quantities[i]
		fit := a.fitsQuantity(s, q)
		if fit == 0 || i > 0 && s.endsRange(&s.quantities[i-1], q) {
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
		} else if i+1 < len(s.quantities) && s.endsRange(q, &s.quantities[i+1]) {
			_, c.to = s.bytes(c.first, s.quantities[i+1].end)
		}
		c.from, c.to = signs(s.line.Text, c.from, c.to)
		c.from = min(c.from, s.limit(q))
		out = append(out, c)
	}
	switch a.form {
	case formDate:
		out = append(out, a.months(d, s)...)
	case formPercent:
		out = append(out, a.parts(d, s, dimPercent)...)
	case formRatio:
		if a.multiples() {
			out = append(out, a.parts(d, s, dimFold)...)
		}
	}
	return out
}

// endsRange says whether a number is the upper end of a range, which its lower end answers with: "370 to 400 km", "0.01%-0.03%".
func (l *line) endsRange(a, b *quantity) bool {
	return (a.unitEnd > 0 || a.unit.dim != dimNone && a.unit.dim == b.unit.dim) && l.isRange(a, b)
}

// inWords is how well a share that is told by words, "one in five", answers where a percentage is asked for.
const inWords = 0.9

// parts returns the shares or multiples that a sentence tells, unless it tells them by a number of that dimension, too.
func (a *asking) parts(d *document, s *sentence, dim dimension) []candidate {
	var out []candidate
	for i := range s.shares {
		q := &s.shares[i]
		if q.unit.dim != dim || q.apart || slices.ContainsFunc(s.quantities, func(p quantity) bool { return p.unit.dim == dim && p.role == rolePlain }) {
			continue
		}
		c := a.span(d, s, q.first, q.end, q.number, inWords)
		c.value, c.dim, c.group = q.value, dim, string(rune('a'+dim))+roundKey(q.value)
		out = append(out, c)
	}
	return out
}

// multiples says whether the question asks how many times as much: "by what factor".
func (a *asking) multiples() bool {
	return a.noun >= 0 && strings.EqualFold(a.question.at(a.noun), "factor")
}

// ofMonth is how well a month without a year answers when something is.
const ofMonth = 0.9

// months returns the months of a sentence that no year follows, with the days beside them.
func (a *asking) months(d *document, s *sentence) []candidate {
	var out []candidate
	for i := range s.words {
		if !isMonth(s.at(i)) || !s.words[i].capital || i+1 < len(s.words) && s.words[i+1].number > 31 {
			continue
		}
		first := i
		for first > 0 && s.words[first-1].number <= 31 && spaced(s.gap(first-1)) {
			first--
		}
		c := a.span(d, s, first, i+1, i, ofMonth)
		c.group = strings.ToLower(s.at(i))
		out = append(out, c)
	}
	return out
}

// count finds the quantities of a sentence, once.
func (s *sentence) count(x *Extractor) {
	if s.marks == nil {
		s.quantities = x.quantities(&s.line)
		s.shares = x.shares(&s.line, s.quantities)
		s.series, s.runs = s.seriesOf()
		s.countParts()
	}
}

// counts takes the noun behind a bare number into the span if the question counts it.
func (a *asking) counts(s *sentence, q *quantity) int {
	end := q.end
	for i := q.end; i < len(s.words) && i < q.end+4 && spaced(s.gap(i-1)) && math.IsNaN(s.words[i].number); i++ {
		if a.focus.counted >= 0 && s.words[i].key == a.question.words[a.focus.counted].key {
			return i + 1
		}
	}
	return end
}

// nouns returns the noun phrases of a sentence that say something new.
//
//go:noinline // within its caller it would make a function whose blocks take a compiler long
func (a *asking) nouns(d *document, s *sentence) []candidate {
	var out []candidate
	for _, c := range a.chunks(&s.line) {
		first, end := a.trim(s, c)
		if first >= end {
			continue
		}
		fit := a.fitsEntity(d, s, first, end) * a.named(s, first, end) * a.agency(s, first, end) * a.otherName(s, first) * a.describesKind(s, first, end)
		n := candidate{document: d, sentence: s, first: first, end: end, anchor: end - 1, fit: fit, value: math.NaN()}
		n.from, n.to = s.bytes(first, end)
		n.group = strings.ToLower(s.line.Text[n.from:n.to])
		out = append(out, n)
	}
	if a.causal() && a.kind == kindAny {
		out = append(out, a.causes(d, s)...)
	}
	a.preferKinded(s, out)
	return out
}

// unkinded is what a noun phrase counts beside another one of its sentence that the noun of the question follows or ends.
const unkinded = 0.75

// preferKinded lowers the fit of the others where one noun phrase is said to be of the kind that is asked for, as in "the XY domain".
func (a *asking) preferKinded(s *sentence, all []candidate) {
	has := false
	for i := range all {
		c := &all[i]
		has = has || c.fit >= clearly && a.novelty(c) == 1 && a.ofKind(s, c)
	}
	for i := range all {
		if has && !a.ofKind(s, &all[i]) {
			all[i].fit *= unkinded
		}
	}
}

// clearly is how well a noun phrase must fit for others to count less beside it.
const clearly = 0.8

// ofKind says whether a candidate ends with the noun of the question or stands right ahead of it.
func (a *asking) ofKind(s *sentence, c *candidate) bool {
	for _, h := range s.hits {
		if a.terms[h.term].head && h.quality == 1 && (h.word == c.end-1 || h.word == c.end && spaced(s.gap(c.end-1))) {
			return true
		}
	}
	return false
}

// signs takes a currency sign ahead of a number into its span, and behind it a percent sign or the end of a parenthesis that it opens.
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
	if strings.Count(text[from:to], "(") > strings.Count(text[from:to], ")") && strings.HasPrefix(text[to:], ")") {
		to++
	}
	return from, to
}

// cut shortens words [first, end) to what an answer may have.
func (l *line) cut(first, end int) int {
	end = min(end, first+4*most)
	for end > first+1 && len(strings.Fields(l.quote(first, end))) > most {
		end--
	}
	return end
}

// roundKey writes a value with three digits, so that quantities give equal keys that several works round alike.
func roundKey(v float64) string {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return "0"
	}
	exp := math.Floor(math.Log10(math.Abs(v)))
	return itoa(int64(math.Round(v/math.Pow(10, exp-2)))) + "e" + itoa(int64(exp))
}
