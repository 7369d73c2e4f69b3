package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A Bearing is how what was read bears on one option.
type Bearing struct {
	Support, Contradict float64 // 0..1
	Row                 int     // of the sentence that supports most; -1: none
	Words               string  // of the option that it meets, as written there
	Against             int     // row of the sentence that contradicts most; -1: none
	Equal               int     // index of an earlier option that says the same; -1: none
}

// An option is what tells one choice from the others.
type option struct {
	line
	terms      []term
	quantities []quantity
	meta       meta
	equal      int
	denied     bool // the option itself says that something is not so
}

// A meta is an option that speaks of the other options.
type meta uint8

const (
	metaNo meta = iota
	metaAll
	metaNone
)

// Options tells how what was read bears on each option.
func (x *Extractor) Options(q *Question, sentences []Sentence, w Weights) ([]Bearing, Result) {
	a := x.ask(q, sentences, w)
	options := x.readOptions(q)
	out := make([]Bearing, len(options))
	for i := range out {
		out[i] = Bearing{Row: -1, Against: -1, Equal: options[i].equal}
	}
	a.weigh(options, out, 1)
	result := a.bridge(func(sub *asking, trust float64) { sub.weigh(options, out, trust) })
	settle(options, out)
	return out, result
}

// readOptions reads the options; of each, terms and quantities are what tells it from the others.
func (x *Extractor) readOptions(q *Question) []option {
	out := make([]option, len(q.Options))
	for i, s := range q.Options {
		o := &out[i]
		o.line, o.meta, o.equal = x.line(s), metaOf(s), -1
		o.quantities = x.quantities(&o.line)
		for k := range o.words {
			o.denied = o.denied || isNegation(&o.words[k])
		}
		o.terms = x.terms(&o.line, &focus{noun: -1, at: -1, option: true}, q.Rarity)
		for j := range i {
			if o.equal < 0 && same(&out[j], o) {
				o.equal = j
			}
		}
	}
	for i := range out {
		out[i].contrast(out)
	}
	return out
}

// same says whether two options are equal but for case, marks and words without content.
func same(a, b *option) bool {
	if len(a.quantities) > 0 && len(a.quantities) == len(b.quantities) {
		for i := range a.quantities {
			if !a.quantities[i].equals(&b.quantities[i]) {
				return false
			}
		}
	} else if len(a.quantities) != len(b.quantities) {
		return false
	}
	return slices.EqualFunc(a.terms, b.terms, func(s, t term) bool { return s.key == t.key }) && (len(a.terms) > 0 || len(a.quantities) > 0 || a.Text == b.Text)
}

// contrast lowers the weight of terms by the share of the other options that have them.
func (o *option) contrast(all []option) {
	weights := make([]float64, len(o.terms))
	left := 0.0
	for t := range o.terms {
		others, of := 0.0, 0.0
		for i := range all {
			if p := &all[i]; p != o && p.equal < 0 && p.meta == metaNo {
				of++
				if indexTerm(p.terms, o.terms[t].key) >= 0 {
					others++
				}
			}
		}
		weights[t] = o.terms[t].weight
		if of > 0 {
			weights[t] *= 1 - others/of
		}
		left += weights[t]
	}
	if left == 0 {
		return
	}
	for t := range o.terms {
		o.terms[t].weight = weights[t]
	}
}

// metaOf recognises "all of the above" and "none of these".
func metaOf(s string) meta {
	s = strings.ToLower(strings.Trim(s, " ."))
	switch {
	case strings.HasPrefix(s, "all of the") || s == "all" || strings.HasPrefix(s, "all the above"):
		return metaAll
	case strings.HasPrefix(s, "none of the") || s == "none" || s == "neither" || strings.HasPrefix(s, "none of these"):
		return metaNone
	}
	return metaNo
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
	credits := make([]float64, len(o.terms))
	for k := range d.sentences {
		s := &d.sentences[k]
		var m meeting
		if len(o.quantities) > 0 {
			m = a.meetQuantity(d, s, o)
		} else {
			m = a.meetWords(d, s, o, denied, credits)
		}
		m.value *= trust
		if m.negated != denied && !denied {
			b.oppose(m, s.Row)
			continue
		}
		if m.negated != denied {
			m.value *= 0.5
		}
		b.favour(m, s.Row)
	}
	if m := (meeting{value: trust * o.credit(credits)}); b.Row >= 0 && m.value > b.Support {
		b.Support = min(m.value, 1)
	}
}

// credit is the weighted mean of what the terms were credited with.
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

// meetQuantity finds a number of the option in a sentence, by value and unit.
func (a *asking) meetQuantity(d *document, s *sentence, o *option) meeting {
	s.count(a.Extractor)
	var best meeting
	for i := range s.quantities {
		q := &s.quantities[i]
		for j := range o.quantities {
			if !o.quantities[j].equals(q) {
				continue
			}
			unlike := pick(o.quantities[j].unit.dim != dimNone && q.unit.dim == dimNone, unitless, 1)
			c := candidate{document: d, sentence: s, first: q.first, end: q.end, anchor: q.number, value: q.base(), dim: q.unit.dim, fit: unlike * roleShare(q.role) / float64(len(o.quantities))}
			if v := a.rate(&c) * c.fit * a.arm(&c); v > best.value {
				best = meeting{value: v, words: s.quote(q.first, q.end)}
			}
		}
	}
	return best
}

// unitless is what a number without unit counts for an option with one.
const unitless = 0.4

// roleShare is how much a number of that role counts.
func roleShare(r role) float64 {
	switch r {
	case roleBound, rolePValue, roleSpread:
		return 0.3
	}
	return 1
}

// equals says whether two quantities are the same: values within half of the last of three digits, in the same dimension. A number
// without unit equals one with a unit by its value as written.
func (q *quantity) equals(p *quantity) bool {
	if q.unit.dim == p.unit.dim {
		return close(q.base(), p.base())
	}
	return (q.unit.dim == dimNone || p.unit.dim == dimNone) && close(q.value, p.value)
}

func close(a, b float64) bool { return math.Abs(a-b) <= 0.0005*max(math.Abs(a), math.Abs(b)) }

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
	best, most := meeting{}, 0.0
	for _, h := range hits {
		share := o.around(hits, h) / of
		c := candidate{document: d, sentence: s, first: h.word, end: h.word + 1, anchor: h.word, value: math.NaN(), fit: 1}
		rate, negated := a.rate(&c), s.denies(h.word, denied)
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

// around is the weight of the terms that stand around a word which meets a term; those count less that stand further from it
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

// settle fills in options that speak of others, and equal ones.
func settle(options []option, out []Bearing) {
	least := 1.0
	for i := range options {
		if options[i].meta == metaNo {
			least = min(least, out[i].Support)
		}
	}
	for i := range options {
		switch options[i].meta {
		case metaAll:
			out[i].Support = least
		case metaNone:
			out[i].Support = 0
		}
		if e := options[i].equal; e >= 0 {
			out[i].Support, out[i].Contradict = out[e].Support, out[e].Contradict
		}
	}
}
