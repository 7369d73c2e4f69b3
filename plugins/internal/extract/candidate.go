package extract

import (
	"math"
	"strings"

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
	group      string  // equal for equal answers
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
	if s.quantities == nil {
		s.quantities = a.quantities(&s.line)
	}
	var out []candidate
	for i := range s.quantities {
		q := &s.quantities[i]
		fit := a.fitsQuantity(s, q)
		if fit == 0 {
			continue
		}
		c := candidate{document: d, sentence: s, first: q.first, end: q.end, anchor: q.number, fit: fit, value: q.base()}
		if q.unit.dim == dimNone {
			c.end = a.counts(s, q)
		}
		c.group = string(rune('a'+q.unit.dim)) + roundKey(c.value)
		c.from, c.to = s.bytes(c.first, c.end)
		c.from, c.to = signs(s.line.Text, c.from, c.to)
		out = append(out, c)
	}
	return out
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
		fit := a.fitsEntity(s, first, end)
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
	return first, c.end
}

// known says whether the question itself has word i, or its abbreviation.
func (a *asking) known(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && h.quality >= meetsBare {
			return true
		}
	}
	return s.words[i].cue&(text.CueStop|text.CueGeneric) != 0 && !s.words[i].name
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
