package extract

import (
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
