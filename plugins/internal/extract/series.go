package extract

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
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

// asksWhole says whether the question counts all of which a sentence counts some: what the sentence meets of it is said of the whole, as
// "took ginger" in "12 of 60 sailors who took ginger were sick".
func (a *asking) asksWhole(s *sentence, whole *quantity) bool {
	end := s.stretchEnd(whole)
	for t := range a.terms {
		if a.terms[t].head || s.met[t] == 0 || a.isCounted(t) {
			continue
		}
		if !s.meetsWithin(t, whole.end, end) {
			return false
		}
	}
	return true
}

// isCounted says whether a term is the noun that the question counts.
func (a *asking) isCounted(t int) bool {
	return a.focus.counted >= 0 && a.terms[t].key == a.question.words[a.focus.counted].key
}

// meetsWithin says whether words [first, end) of a sentence meet a term.
func (s *sentence) meetsWithin(t, first, end int) bool {
	for _, h := range s.hits {
		if h.term == t && h.word >= first && h.word < end {
			return true
		}
	}
	return false
}

// stretchEnd returns the word behind what a sentence says of a number: the next number that counts, or the end.
func (s *sentence) stretchEnd(q *quantity) int {
	for i := s.behindWhole(q); i < len(s.words); i++ {
		if p := s.quantityAt(i); p != nil && p.unit.dim == dimNone && p.role == rolePlain {
			return i
		}
	}
	return len(s.words)
}

// saidOf returns the weight of the question's words that a sentence says of a number behind it.
func (a *asking) saidOf(s *sentence, q *quantity) float64 {
	sum, first, end := 0.0, s.behindWhole(q), s.stretchEnd(q)
	for t := range a.terms {
		if !a.terms[t].head && !a.isCounted(t) && s.meetsWithin(t, first, end) {
			sum += a.terms[t].weight
		}
	}
	return sum
}

// ofOtherDoing says whether a sentence goes on from a number with its noun to others without it, and says more of the question of another
// one of them: of "twenty stations, and four lie under ground" where it asks how many lie under ground, and of "12 of 60 who took ginger and 33
// of 60 who took sugar" where it asks for sugar.
func (a *asking) ofOtherDoing(s *sentence, q *quantity) bool {
	own, most, leads, alone := a.saidOf(s, q), 0.0, false, false
	for i := range s.quantities {
		p := &s.quantities[i]
		if p.unit.dim != dimNone || p.role != rolePlain {
			continue
		}
		does := leads && s.acts(p) || s.behindWhole(p) > p.end
		leads, alone = leads || a.countsOwn(s, p), alone || does
		if does || a.countsOwn(s, p) {
			most = max(most, a.saidOf(s, p))
		}
	}
	return alone && own < most && (a.countsOwn(s, q) || s.acts(q) || s.behindWhole(q) > q.end)
}

// acts says whether a verb follows a number of more than one and no noun, which would be a plural: "sixty sank in the storm".
func (l *line) acts(q *quantity) bool {
	i := q.end
	if q.value >= 2 && i < len(l.words) && isBe(l.at(i)) {
		return true
	}
	if q.value < 2 || i >= len(l.words) || !spaced(l.gap(i-1)) || l.words[i].cue&text.CueStop != 0 || isPreposition(l.at(i)) {
		return false
	}
	if word := strings.ToLower(l.at(i)); strings.HasSuffix(word, "s") || in(plurals, word) {
		return false
	}
	return i+1 == len(l.words) || !spaced(l.gap(i)) || l.words[i+1].cue&text.CueStop != 0 || isPreposition(l.at(i+1))
}

// plurals are those that do not end in "s".
const plurals = "men women children people sheep fish mice geese feet teeth oxen deer cattle larvae bacteria fungi nuclei genera species data"
