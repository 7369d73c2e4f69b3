package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A Bearing is how what was read bears on one option.
type Bearing struct {
	Support, Contradict float64 // 0..1
	Row                 int     // of the sentence that supports most; -1: none
	Words               string  // of the option that it meets, as written there
	Against             int     // row of the sentence that contradicts most; -1: none
	Equal               int     // index of an earlier option that says the same; -1: none
	Also                []Also  // sentences of other works that support it at least half as much, best first
}

// An Also is the sentence of another work that supports an option.
type Also struct {
	Row     int
	Words   string // of the option that it meets
	Support float64
}

// Options tells how what was read bears on each option.
func (x *Extractor) Options(q *Question, sentences []Sentence, w Weights) ([]Bearing, Result) {
	a := x.ask(q, sentences, w)
	options := x.readOptions(q)
	out := make([]Bearing, len(options))
	for i := range out {
		out[i] = Bearing{Row: -1, Against: -1, Equal: options[i].equal}
	}
	if a.asksNothing() {
		return out, Result{}
	}
	a.weigh(options, out, 1)
	a.rank(options, out)
	result := a.bridge(func(sub *asking, trust float64) { sub.weigh(options, out, trust) })
	settle(options, out)
	for i := range out {
		out[i].others()
	}
	return out, result
}

// weigh raises the bearing of each option to what the documents give it, times trust.
func (a *asking) weigh(options []option, out []Bearing, trust float64) {
	denied := a.denies()
	for k := range a.documents {
		d := &a.documents[k]
		for i := range options {
			if o := &options[i]; o.meta == metaNo {
				a.weighIn(d, o, &out[i], denied != o.denied, trust)
			}
		}
	}
}

// weighIn weighs one option in one document: by the sentence that meets it best, and by what all sentences together meet.
func (a *asking) weighIn(d *document, o *option, b *Bearing, denied bool, trust float64) {
	topical := a.onTopic(d)
	if topical == 0 {
		return
	}
	credits := make([]float64, len(o.terms))
	best := Also{Row: -1}
	for k := range d.sentences {
		s := &d.sentences[k]
		said, sum := a.stated(s), credits
		if said < reported {
			sum = make([]float64, len(credits)) // hearsay adds nothing to what the others meet
		}
		var m meeting
		if len(o.amounts) > 0 {
			m = a.meetQuantity(d, s, o, denied)
		} else {
			m = a.meetWords(d, s, o, denied, sum)
		}
		m.value *= trust * said * topical
		if m.negated != denied && !denied {
			b.oppose(m, s.Row)
			continue
		}
		if m.negated != denied {
			m.value *= 0.5
		}
		b.favour(m, s.Row)
		if m.value > best.Support {
			best = Also{s.Row, m.words, min(m.value, 1)}
		}
	}
	if best.Row >= 0 {
		b.Also = append(b.Also, best)
	}
	if m := (meeting{value: trust * topical * o.credit(credits)}); b.Row >= 0 && m.value > b.Support {
		b.Support = min(m.value, 1)
	}
}

// credit returns the weighted mean of what the terms were credited with.
func (o *option) credit(credits []float64) float64 {
	sum, of := 0.0, 0.0
	for t := range credits {
		sum += credits[t] * o.terms[t].weight
		of += o.terms[t].weight
	}
	if of == 0 {
		return 0
	}
	return sum / of
}

func (b *Bearing) favour(m meeting, row int) {
	if m.value > b.Support {
		b.Support, b.Row, b.Words = min(m.value, 1), row, m.words
	}
}

func (b *Bearing) oppose(m meeting, row int) {
	if m.value > b.Contradict {
		b.Contradict, b.Against = min(m.value, 1), row
	}
}

// mostAlso is how many other works are named that support an option.
const mostAlso = 2

// others keeps the best of the works beside the one that supports the option most.
func (b *Bearing) others() {
	b.Also = slices.DeleteFunc(b.Also, func(o Also) bool { return o.Row == b.Row || o.Support < b.Support/2 })
	slices.SortStableFunc(b.Also, func(x, y Also) int { return cmp.Compare(y.Support, x.Support) })
	b.Also = b.Also[:min(mostAlso, len(b.Also))]
}

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
		rate, negated := told*a.rate(&c), isNegation(&s.words[h.word]) || s.denies(h.word, denied) || a.deniedOf(s, h.word) || a.opposes(s, h.word)
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
