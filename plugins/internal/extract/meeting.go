package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// denies says whether the question asks for what is not so.
func (a *asking) denies() bool {
	for i := a.focus.from; i < len(a.question.words); i++ {
		switch strings.ToLower(a.question.at(i)) {
		case "not", "no", "absent", "without", "lack", "lacked", "lacks", "never", "except", "fail", "failed", "fails", "spared", "unaffected", "unchanged":
			return true
		}
	}
	return false
}

// A meeting is how a sentence meets an option.
type meeting struct {
	value   float64
	negated bool
	words   string
}

// meetWords finds the words that tell an option from the others in a sentence, and raises the credit of each term.
func (a *asking) meetWords(d *document, s *sentence, o *option, denied bool, credits []float64) meeting {
	met := make([]float64, len(o.terms))
	hits := meetAll(&s.line, o.terms, nil, met)
	hits = d.expand(s, o.terms, hits, met)
	of := 0.0
	for t := range o.terms {
		of += o.terms[t].weight
	}
	if of == 0 {
		return meeting{}
	}
	best, most, told := meeting{}, 0.0, a.toldCause(s)
	for _, h := range hits {
		share := o.around(hits, h) / of
		c := candidate{document: d, sentence: s, first: h.word, end: h.word + 1, anchor: h.word, value: math.NaN(), fit: 1}
		rate, negated := told*a.rate(&c), isNegation(&s.words[h.word]) || s.denies(h.word, denied)
		if negated == denied {
			credits[h.term] = max(credits[h.term], rate*h.quality)
		}
		v := rate * share * share
		if telling := v * h.quality * o.terms[h.term].weight; telling > most {
			most = telling
			best = meeting{value: v, words: s.at(h.word), negated: negated}
		}
	}
	return best
}

// around returns the weight of the terms that stand around a word which meets a term; those count less that stand further from it
// than in the option.
func (o *option) around(hits []hit, at hit) float64 {
	best := make([]float64, len(o.terms))
	for _, h := range hits {
		away := float64(max(h.word-at.word, at.word-h.word))
		apart := float64(max(h.term-at.term, at.term-h.term))
		best[h.term] = max(best[h.term], h.quality*min(1, (3+3*apart)/(1+away)))
	}
	sum := 0.0
	for t := range best {
		sum += best[t] * o.terms[t].weight
	}
	return sum
}

// denies says whether a word is denied: a negation stands up to eight words ahead of it and nothing turns the sentence between them, or, if both
// sides count, up to six words behind it.
func (s *sentence) denies(word int, both bool) bool {
	for i := word - 1; i >= 0 && i >= word-8; i-- {
		w := &s.words[i]
		if w.cue&text.CueTurn != 0 || strings.ContainsAny(s.gap(i), ";:") {
			break
		}
		if w.cue&text.CueNegation != 0 {
			return true
		}
	}
	for i := word + 1; both && i < min(word+7, len(s.words)) && s.words[i].clause == s.words[word].clause; i++ {
		if s.words[i].cue&(text.CueNegation|text.CueSame) != 0 {
			return true
		}
	}
	return false
}
