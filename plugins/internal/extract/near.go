package extract

import (
	"math"
	"slices"
	"strings"
)

// Distances are in words.
const (
	between     = 5   // that another quantity adds which may answer
	elided      = 2   // that it adds to a word ahead, which may hold for what follows: "31 % lost a lamb on clover, 12 % on hay"
	common      = 0.1 // share of a distance that counts where a word stands ahead of all quantities: it is of all of them
	otherOne    = 0.4 // what a word counts that is of another member of a series
	otherClause = 0.8 // what a word of another clause counts
	focusWeight = 2   // how much more the words beside the question word's noun count: they describe the answer
)

// near returns the weighted share of the terms that stand near the candidate in its sentence.
func (a *asking) near(c *candidate) float64 {
	best := make([]float64, len(a.terms))
	for _, h := range c.sentence.hits {
		best[h.term] = max(best[h.term], h.quality*a.nearness(c, h.word))
	}
	sum, of := 0.0, 0.0
	for t := range a.terms {
		weight := a.terms[t].weight
		if a.terms[t].focus {
			weight *= focusWeight
		}
		sum += best[t] * weight
		of += weight
	}
	if of == 0 {
		return 0
	}
	return sum / of
}

// nearness is 1 for a word of the candidate and falls with the distance.
func (a *asking) nearness(c *candidate, word int) float64 {
	away, share := c.away(word), 1.0
	if math.IsNaN(c.value) {
		if c.sentence.words[word].clause != c.sentence.words[c.anchor].clause {
			share = otherClause
		}
		return share / (1 + away/a.Reach)
	}
	s := c.sentence
	if first := s.firstLike(c); word < first {
		ahead := float64(first - word)
		away = ahead + common*(away-ahead)
		if r, place := s.seriesAt(c); r != nil {
			if is, _ := r.belongs(word, place); !is {
				share = otherOne
			}
		}
	} else if last := s.lastOfSeries(c); word > last && last >= 0 {
		away = float64(word - last) // what follows a series is of all of it
	} else {
		away += pick(word < c.first, elided, between) * s.rivals(c, word)
		if s.ofAnother(c, word) {
			share = otherOne
		}
	}
	if s.bracketed(c, word) {
		share = min(share, otherOne)
	}
	if s.words[word].clause != s.words[c.anchor].clause {
		share *= otherClause
	}
	return share / (1 + away/a.Reach)
}

// away returns how many words stand between a candidate and a word.
func (c *candidate) away(word int) float64 {
	switch {
	case word < c.first:
		return float64(c.first - word - 1)
	case word >= c.end:
		return float64(word - c.end)
	}
	return 0
}

// firstLike returns the word of the first quantity that is of the candidate's type.
func (s *sentence) firstLike(c *candidate) int {
	for i := range s.quantities {
		if s.quantities[i].like(c) {
			return s.quantities[i].first
		}
	}
	return c.first
}

// like says whether a quantity might answer in a candidate's place: it tells a result in the same dimension.
func (q *quantity) like(c *candidate) bool {
	return (q.role == rolePlain || q.role == roleRatio) && q.unit.dim == c.dim
}

// rivals returns how many quantities that might answer in a candidate's place stand between it and a word.
func (s *sentence) rivals(c *candidate, word int) float64 {
	n := 0.0
	for i := range s.quantities {
		q := &s.quantities[i]
		if q.like(c) && (q.number > word && q.number < c.first || q.number >= c.end && q.number < word) {
			n++
		}
	}
	return n
}

// ofAnother says whether a word between a candidate and another such quantity belongs to that one: a comma or "and" parts it from
// the candidate, nothing from the other.
func (s *sentence) ofAnother(c *candidate, word int) bool {
	for i := range s.quantities {
		q := &s.quantities[i]
		switch {
		case !q.like(c):
		case q.number < word && word < c.first && s.parts(word, c.first) && !s.parts(q.end-1, word),
			q.first > word && word >= c.end && s.parts(c.end-1, word) && !s.parts(word, q.first):
			return true
		}
	}
	return false
}

// parts says whether a mark or conjunction stands between words i and j.
func (s *sentence) parts(i, j int) bool {
	if i >= j {
		return false
	}
	return s.marks[j] > s.marks[i] || i+1 < j && s.joints[j] > s.joints[i+1]
}

// countParts counts the marks and conjunctions ahead of each word, once.
func (s *sentence) countParts() {
	s.marks, s.joints, s.brackets = make([]int, len(s.words)+1), make([]int, len(s.words)+1), brackets(&s.line)
	for i := range s.words {
		s.marks[i+1], s.joints[i+1] = s.marks[i], s.joints[i]
		if strings.ContainsAny(s.gap(i), ",;") {
			s.marks[i+1]++
		}
		switch s.at(i) {
		case "and", "or", "but", "while", "whereas", "versus", "vs":
			s.joints[i+1]++
		}
	}
}

// seriesAt returns the series that a candidate is in, and its place there.
func (s *sentence) seriesAt(c *candidate) (*series, int) {
	for i := range s.series {
		if place := slices.Index(s.series[i].members, c.anchor); place >= 0 {
			return &s.series[i], place
		}
	}
	return nil, 0
}

// lastOfSeries returns the word of the last number of the series that a candidate is in; -1: it is in none.
func (s *sentence) lastOfSeries(c *candidate) int {
	r, _ := s.seriesAt(c)
	if r == nil {
		return -1
	}
	return r.members[len(r.members)-1]
}
