package extract

import "strings"

// Bounds of a list whose parts numbers of another sentence are told of.
const (
	mostParts  = 6 // it has
	partReach  = 8 // words a part may have
	firstReach = 4 // words its first part may have, which nothing parts from what stands ahead of it
	listedBack = 3 // sentences ahead of the numbers
)

// listed is less than 1 for a number of a run whose parts a sentence ahead lists in the same order, where the question asks for another
// part: "Hens got oats, rye or hay. They laid 4, 7 and 5 eggs."
func (a *asking) listed(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	place, n := c.sentence.runOf(c.anchor)
	if n < 2 || n > mostParts {
		return 1
	}
	for back := 1; back <= listedBack; back++ {
		for i := range c.document.sentences {
			s := &c.document.sentences[i]
			if c.sentence.Place-s.Place != back {
				continue
			}
			if asked := a.askedPart(s, n); asked >= 0 {
				return pick(asked == place, 1, otherOne)
			}
		}
	}
	return 1
}

// runOf returns the place of a number in the run that it is in, and how many numbers the run has; 0: it is in none.
func (s *sentence) runOf(number int) (place, n int) {
	for _, run := range s.runs {
		for place, member := range run {
			if member == number {
				return place, len(run)
			}
		}
	}
	return 0, 0
}

// askedPart returns which of the n parts of the last list of a sentence the question asks for; -1: the sentence has no such list, or the
// question does not tell its parts apart.
func (a *asking) askedPart(s *sentence, n int) int {
	if s.parted[n] == 0 {
		s.parted[n] = int8(2 + a.findPart(s, n))
	}
	return int(s.parted[n]) - 2
}

// findPart looks for what askedPart returns.
func (a *asking) findPart(s *sentence, n int) int {
	var cuts [mostParts]int
	for last := len(s.words) - 1; last > 0; last-- {
		if !joining(s.at(last)) || !a.cutList(&s.line, last, cuts[:n-1]) {
			continue
		}
		best, asked, tied := 0.0, -1, false
		for part := range n {
			first, end := s.listPart(part, cuts[:n-1])
			switch sum := a.metWithin(s, first, end); {
			case sum > best:
				best, asked, tied = sum, part, false
			case sum == best:
				tied = true
			}
		}
		if asked >= 0 {
			if tied {
				return -1
			}
			return asked
		}
	}
	return -1
}

// cutList finds the words that part a list, the last of which is the conjunction at word last, and says whether it has so many. A verb ends it.
func (a *asking) cutList(l *line, last int, cuts []int) bool {
	place := len(cuts) - 1
	cuts[place] = last
	for k := last - 1; k > 0 && place > 0 && cuts[place]-k <= partReach && !a.isVerb(l, k); k-- {
		if joining(l.at(k)) || strings.Contains(l.before(k), ",") {
			place--
			cuts[place] = k
		}
	}
	return place == 0
}

// listPart returns the words of one part of a list. Its first part begins at a preposition, or at its number in a
// list of numbers, its last one ends ahead of one or at a mark.
func (l *line) listPart(part int, cuts []int) (first, end int) {
	if part == 0 {
		numbers := l.isNumber(cuts[0]) || joining(l.at(cuts[0])) && l.isNumber(cuts[0]+1)
		for first = cuts[0] - 1; first > 0 && first > cuts[0]-firstReach && !isPreposition(l.at(first)) && !(numbers && l.isNumber(first)); first-- {
		}
		return max(0, first), cuts[0]
	}
	first = cuts[part-1]
	if part < len(cuts) {
		return first, cuts[part]
	}
	for end = first + 1; end < len(l.words) && end < first+partReach && (end == first+1 || spaced(l.before(end)) && !isPreposition(l.at(end))); end++ {
	}
	return first, end
}

// isNumber says whether word i is there and a number.
func (l *line) isNumber(i int) bool {
	return i < len(l.words) && l.words[i].number == l.words[i].number
}

// metWithin returns the weight of the terms that words [first, end) of a sentence meet, without its verbs.
func (a *asking) metWithin(s *sentence, first, end int) float64 {
	sum := 0.0
	for t := range a.terms {
		best := 0.0
		for _, h := range s.hits {
			if h.term == t && h.word >= first && h.word < end && !a.terms[t].head && !a.isVerb(&s.line, h.word) {
				best = max(best, h.quality)
			}
		}
		sum += best * a.terms[t].weight
	}
	return sum
}
