package extract

import (
	"math"
	"strings"
)

// Of options that a sentence gives a value each, where the question asks for the greatest or the least.
const (
	leastRanked = 3    // it has to give so many, or all of them, a value
	rankedScore = 0.5  // and to address the question so well, as a share of the best sentence
	optionMet   = 0.75 // share of an option's weight that its words there have
	outranked   = 0.7  // what the support of the others counts then
)

// rank raises the option that has the greatest value in a sentence that gives one to each, or the least, as the question asks: "TRPV1 opened above
// 43 °C, TRPV2 above 52 °C and TRPV3 above 33 °C".
func (a *asking) rank(options []option, out []Bearing) {
	e := a.extreme()
	if e.way == 0 || len(options) < 2 {
		return
	}
	s, chosen := a.ranking(options, e)
	if s == nil {
		return
	}
	most := 0.0
	for i := range out {
		most = max(most, out[i].Support)
		if i != chosen {
			out[i].Support *= outranked
		}
	}
	if o := &out[chosen]; most > 0 {
		o.Support, o.Contradict, o.Row, o.Words = most, 0, s.Row, options[chosen].Text
	}
}

// ranking returns the sentence that gives the options values and addresses the question best, and the option of the extreme one; nil: none does.
func (a *asking) ranking(options []option, e extreme) (best *sentence, chosen int) {
	most := 0.0
	for k := range a.documents {
		for i := range a.documents[k].sentences {
			most = max(most, a.documents[k].sentences[i].score)
		}
	}
	score := rankedScore * most
	for k := range a.documents {
		for i := range a.documents[k].sentences {
			s := &a.documents[k].sentences[i]
			if s.score < score || best != nil && s.score == score {
				continue
			}
			s.count(a.Extractor)
			if c := s.extremeOf(options, e); c >= 0 {
				best, chosen, score = s, c, s.score
			}
		}
	}
	return best, chosen
}

// An extreme is the end of an order that a question asks for.
type extreme struct {
	way  float64   // 1: the one with most, -1: with least; 0: none is asked for
	only dimension // of the values that the word is about; dimNone: of any
}

// extremes holds no "best" or "strongest": of acids, the strongest has the least pKa.
var extremes = map[string]extreme{
	"most": {way: 1}, "highest": {way: 1}, "largest": {way: 1}, "greatest": {way: 1}, "biggest": {way: 1},
	"least": {way: -1}, "lowest": {way: -1}, "smallest": {way: -1}, "fewest": {way: -1},
	"longest": {1, dimTime}, "shortest": {-1, dimTime}, "tallest": {1, dimLength}, "deepest": {1, dimLength}, "shallowest": {-1, dimLength},
	"heaviest": {1, dimMass}, "lightest": {-1, dimMass}, "fastest": {1, dimSpeed}, "slowest": {-1, dimSpeed},
	"hottest": {1, dimTemperature}, "warmest": {1, dimTemperature}, "coldest": {-1, dimTemperature}, "coolest": {-1, dimTemperature},
}

// fits says whether values of a dimension have the order: a length may be long as a time may.
func (e extreme) fits(d dimension) bool {
	return e.only == dimNone || d == e.only || e.only == dimTime && d == dimLength
}

// extreme returns the end that the question asks for.
func (a *asking) extreme() (e extreme) {
	for i := a.focus.from; i < len(a.question.words) && e.way == 0; i++ {
		e = extremes[strings.ToLower(a.question.at(i))]
	}
	return e
}

// extremeOf returns the option with the extreme value of those that a sentence gives to options one by one, all behind them or all ahead; -1: it gives
// too few, or two have the same.
func (s *sentence) extremeOf(options []option, e extreme) int {
	at, n := make([]int, len(options)), 0
	for i := range options {
		if at[i] = s.lastOf(&options[i]); at[i] >= 0 {
			n++
		}
	}
	if n < min(leastRanked, len(options)) {
		return -1
	}
	for _, behind := range []bool{true, false} {
		best, most, tied, dim, given := -1, math.Inf(-1), false, dimension(0), 0
		for i := range at {
			if at[i] < 0 {
				continue
			}
			q := s.valueBeside(at, at[i], behind)
			if q == nil || !e.fits(q.unit.dim) || given > 0 && q.unit.dim != dim {
				break
			}
			given, dim = given+1, q.unit.dim
			switch v := e.way * q.base(); {
			case v > most:
				best, most, tied = i, v, false
			case v == most:
				tied = true
			}
		}
		if given == n && !tied {
			return best
		}
	}
	return -1
}

// lastOf returns the last word of a sentence by which it names an option; -1: it does not.
func (s *sentence) lastOf(o *option) int {
	if o.meta != metaNo || len(o.amounts) > 0 || o.equal >= 0 {
		return -1
	}
	met := make([]float64, len(o.terms))
	last := -1
	for _, h := range meetAll(&s.line, o.terms, nil, met) {
		if h.quality >= meetsBare && o.terms[h.term].weight > 0 {
			last = max(last, h.word)
		}
	}
	if o.credit(met) < optionMet {
		return -1
	}
	return last
}

// valueBeside returns the quantity nearest to word i behind it or ahead, with no option named between; nil: none.
func (s *sentence) valueBeside(at []int, i int, behind bool) (best *quantity) {
	next := -1
	if behind {
		next = len(s.words)
	}
	for _, other := range at {
		if behind && other > i {
			next = min(next, other)
		} else if !behind && other >= 0 && other < i {
			next = max(next, other)
		}
	}
	for k := range s.quantities {
		q := &s.quantities[k]
		if behind && q.number > i && q.number < next && best == nil || !behind && q.number < i && q.number > next {
			best = q
		}
	}
	return best
}
