package extract

import (
	"math"
	"slices"
	"strings"
)

// A series is a run of quantities that are told in the order of what they are of: "lower on A than on B (3.9 vs 5.4)", or
// with "respectively".
type series struct {
	members []int // words of their numbers
	cuts    []int // words that part what they are of, ascending
}

// seriesOf finds the series of a sentence, leaving out bounds and tests, and the runs of numbers that are told of no list in it.
func (s *sentence) seriesOf() (out []series, runs [][]int) {
	var told []*quantity
	for i := range s.quantities {
		if q := &s.quantities[i]; q.role == rolePlain || q.role == roleRatio {
			told = append(told, q)
		}
	}
	for i := 0; i < len(told); {
		end, versus := i+1, false
		for end < len(told) {
			joined, is := s.continues(told[end-1], told[end])
			if !joined {
				break
			}
			versus = versus || is
			end++
		}
		n, ordered := end-i, s.respectively(told[end-1].end)
		if n > 1 && (versus || ordered || n > 2) {
			members := make([]int, n)
			for k, q := range told[i:end] {
				members[k] = q.number
			}
			if cuts := s.cutsBefore(told[i].first, n-1, versus); len(cuts) == n-1 && (versus || ordered) {
				out = append(out, series{members, cuts})
			} else if !versus {
				runs = append(runs, members)
			}
		}
		i = end
	}
	return out, runs
}

// continues says whether quantity b goes on with the list that a is in, and whether "versus" joins them.
func (l *line) continues(a, b *quantity) (joined, versus bool) {
	if b.first-a.end > 8 || b.first < a.end {
		return false, false
	}
	for i := a.end; i < b.first; i++ {
		switch strings.ToLower(l.at(i)) {
		case "vs", "versus", "v":
			return true, true
		case "and", "or":
			joined = true
		}
	}
	return joined || strings.Trim(l.gap(a.end-1), " %\u00a0\u2009") == "," && b.first == a.end, false
}

func (s *sentence) respectively(i int) bool {
	for end := min(i+9, len(s.words)); i < end; i++ {
		if s.at(i) == "respectively" {
			return true
		}
	}
	return false
}

// cutsBefore returns the last n words ahead of word i that part a list. Of "versus" the comparison counts before any "and".
func (s *sentence) cutsBefore(i, n int, versus bool) []int {
	if n == 1 && versus {
		for k := i - 1; k > 0 && k > i-comparisonReach; k-- {
			switch strings.ToLower(s.at(k)) {
			case "than", "versus", "vs", "compared":
				return []int{k}
			}
		}
	}
	cuts := make([]int, 0, n)
	for i--; i > 0 && len(cuts) < n; i-- {
		switch strings.ToLower(s.at(i)) {
		case "than", "and", "versus", "vs", "or", "compared":
			cuts = append(cuts, i)
		default:
			if len(cuts) > 0 && strings.Contains(s.before(i), ",") {
				cuts = append(cuts, i) // "oats, rye and hay"
			}
		}
	}
	slices.Reverse(cuts)
	return cuts
}

// comparisonReach is how far ahead of two numbers the comparison may stand that they tell.
const comparisonReach = 16

// How far from the first cut of a series a word may stand to belong to its first member; one further ahead is common to all.
const seriesReach = 8

// belongs says whether a word ahead of a series is of its member at place n of 0…; shared: it is of all.
func (r *series) belongs(word, n int) (is, shared bool) {
	if word < r.cuts[0]-seriesReach {
		return true, true
	}
	place := 0
	for _, cut := range r.cuts {
		if word > cut {
			place++
		}
	}
	return place == n, false
}

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
	way := a.extreme()
	if way == 0 || len(options) < 2 {
		return
	}
	s, chosen := a.ranking(options, way)
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
func (a *asking) ranking(options []option, way float64) (best *sentence, chosen int) {
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
			if c := s.extremeOf(options, way); c >= 0 {
				best, chosen, score = s, c, s.score
			}
		}
	}
	return best, chosen
}

// extreme is 1 where the question asks for the one that has most, -1 for the least, 0 where it asks for neither.
func (a *asking) extreme() float64 {
	for i := a.focus.from; i < len(a.question.words); i++ {
		switch strings.ToLower(a.question.at(i)) {
		case "most", "highest", "largest", "greatest", "longest", "biggest", "best", "fastest", "strongest", "hottest", "heaviest", "deepest", "tallest", "warmest":
			return 1
		case "least", "lowest", "smallest", "fewest", "shortest", "slowest", "weakest", "coldest", "lightest", "shallowest", "coolest":
			return -1
		}
	}
	return 0
}

// extremeOf returns the option with the extreme value of those that a sentence gives to options one by one, all behind them or all ahead; -1: it gives
// too few, or two have the same.
func (s *sentence) extremeOf(options []option, way float64) int {
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
			if q == nil || given > 0 && q.unit.dim != dim {
				break
			}
			given, dim = given+1, q.unit.dim
			switch v := way * q.base(); {
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
