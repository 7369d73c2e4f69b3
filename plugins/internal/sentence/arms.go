package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// armWords is how many words may lie between a number and the group that it is of.
const armWords = 8

// arms compares the numbers of two groups where one is of the subject: 1 where its number is the greater one, as in "19 % with A and
// 12 % with placebo", -1 where it is the lesser one, 0 without such a pair.
func (s *Sight) arms() float64 {
	numbers := s.amounts()
	for k, a := range numbers {
		for _, b := range numbers[k+1:] {
			if s.Tokens[a].Percent != s.Tokens[b].Percent {
				continue
			}
			more := sideOf(s.amount(a) - s.amount(b))
			if s.paired(a, b) {
				end := a
				if s.respective(b) {
					end = len(s.Tokens)
				}
				return s.before(end) * more
			}
			first, second := s.groupOf(a, b), s.groupOf(b, len(s.Tokens))
			if first > 0 && second > 0 {
				first = s.wholly(a, b)
				second = -first
			}
			if first*second < 0 {
				return first * more
			}
			if way := s.namedAhead(a, b); way != 0 {
				return way * more
			}
		}
	}
	return 0
}

// amounts returns the tokens of numbers that may be results of groups: no years, p values, intervals or group sizes.
func (s *Sight) amounts() (at []int) {
	for i := range s.Tokens {
		n := s.Tokens[i].Number
		if math.IsNaN(n) || isYear(n) || s.term[i] >= 0 || n == 95 && s.Tokens[i].Percent || s.Gap(i) == "-" {
			continue
		}
		if i+1 < len(s.Tokens) && (counted[s.Tokens[i+1].Word] || somebody[s.Tokens[i+1].Word]) && s.Gap(i) == " " {
			continue // "120 patients", "500 mg"
		}
		if i > 0 {
			if s.Tokens[i-1].Word == wordFrom && i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordTo {
				continue // "from 88 to 80": what it was before
			}
			if i > 1 && s.Tokens[i-1].Word == wordThe && s.Tokens[i-2].Word == wordOf {
				continue // "of the 47 % who knew"
			}
			if i > 1 && s.Tokens[i-1].Word == wordOf && !math.IsNaN(s.Tokens[i-2].Number) {
				continue // the whole of a part
			}
			if !math.IsNaN(s.Tokens[i-1].Number) && ranges(s.Gap(i-1)) {
				continue
			}
			if w := s.Tokens[i-1].Word; w == wordP || w == wordN || s.h.vocabulary.kinds.Of(w)&(kindInterval|kindRatio) != 0 {
				continue
			}
		}
		at = append(at, i)
	}
	return at
}

// amount returns the number at token i, or the share that "17 of 58" tells.
func (s *Sight) amount(i int) float64 {
	n := s.Tokens[i].Number
	if i+2 < len(s.Tokens) && s.Tokens[i+1].Word == wordOf && s.Tokens[i+2].Number > 0 {
		n /= s.Tokens[i+2].Number
	}
	return n
}

// ranges says whether what stands between two numbers makes them the ends of a range.
func ranges(gap string) bool {
	return strings.ContainsAny(gap, "-\u2013\u2014\u2212\u00b1")
}

// paired says whether two numbers stand side by side to be compared: "20 % vs 2 %".
func (s *Sight) paired(a, b int) bool {
	for i := a + 1; i < b; i++ {
		if s.Tokens[i].Cue&text.CueCompare == 0 && !(s.Tokens[i].Word == wordAnd && s.respective(b)) {
			return false
		}
	}
	return b > a+1
}

var wordAnd, wordRespectively = text.Hash([]byte("and")), text.Hash([]byte("respectively"))

// respective says whether "respectively" stands behind token i.
func (s *Sight) respective(i int) bool {
	for ; i < len(s.Tokens); i++ {
		if s.Tokens[i].Word == wordRespectively {
			return true
		}
	}
	return false
}

var controls = wordSet(`placebo control controls sham untreated nonusers standard usual`)

// before is 1 where the subject is the first group that is named ahead of token i, -1 where another is, 0 without the subject.
func (s *Sight) before(i int) float64 {
	first, subject := 0.0, false
	for j := range i {
		k := s.term[j]
		switch {
		case k >= 0 && s.h.sense.group>>k&1 != 0:
			subject = true
			if first == 0 {
				first = 1
			}
		case first == 0 && (controls[s.Tokens[j].Word] || s.compared(j)):
			first = -1
		}
	}
	return first * truth(subject)
}

// wholly compares two groups that share words of the subject, as early and late surgery do: 1 where the number at token a is of all that tells the
// subject and the one at token b is not, -1 the other way round, 0 where neither or both are.
func (s *Sight) wholly(a, b int) float64 {
	all := s.h.sense.group
	return truth(s.ofSubject(a, b) == all) - truth(s.ofSubject(b, len(s.Tokens)) == all)
}

// ofSubject returns the terms of the subject that are named behind the number at token i, before the next one at token end.
func (s *Sight) ofSubject(i, end int) (set uint64) {
	for j := i + 1; j < min(end, len(s.Tokens), i+1+armWords); j++ {
		if k := s.term[j]; k >= 0 {
			set |= 1 << k & s.h.sense.group
		}
	}
	return set
}

// counted are units of doses, and words beside those for people for what takes part in a study: a number ahead of one is no result.
var counted = wordSet(`mg g kg ug mcg iu ml l ppm adults residents infants adolescents individuals students schools plots sites`)

// namedAhead is 1 where the number at token a is of the subject and the one at token b of what it is compared with, -1 the other way round, where both
// are named ahead of their numbers: "A kept 94 % and B 87 %"; 0 elsewhere.
func (s *Sight) namedAhead(a, b int) float64 {
	if s.h.sense.than < 0 || s.toldBehind(a) || s.toldBehind(b) {
		return 0
	}
	return s.sideIn(0, a) * truth(s.sideIn(0, a)*s.sideIn(a, b) < 0)
}

// toldBehind says whether the group of the number at token i is told behind it: "32 % for A".
func (s *Sight) toldBehind(i int) bool {
	return i+1 < len(s.Tokens) && ofGroup[s.Tokens[i+1].Word] && s.Tokens[i+1].Word != wordOf
}

// sideIn is 1 where tokens [first, end) name the subject and nothing that it is compared with, -1 the other way round, 0 elsewhere.
func (s *Sight) sideIn(first, end int) float64 {
	own, other := false, false
	for j := first; j < end; j++ {
		k := s.term[j]
		own = own || k >= 0 && s.h.sense.group>>k&1 != 0
		other = other || s.compared(j)
	}
	return truth(own) - truth(other)
}

var ofGroup = wordSet(`with in for among of on after receiving given taking`)

// groupOf is 1 where the number at token i is of the subject, -1 where it is of another group, 0 where no group is named before the next
// number, at token end.
func (s *Sight) groupOf(i, end int) float64 {
	end = min(end, len(s.Tokens), i+1+armWords)
	other, opens := false, false
	for j := i + 1; j < end; j++ {
		if s.Tokens[j].Word == wordWithout {
			return -1 // "61 % without", "61 % without A"
		}
		if k := s.term[j]; k >= 0 && s.h.sense.group>>k&1 != 0 {
			return 1
		}
		other = other || controls[s.Tokens[j].Word] || opens && s.content(j) && s.term[j] < 0 || s.compared(j)
		opens = opens || ofGroup[s.Tokens[j].Word]
	}
	return -truth(other)
}

// compared says whether token i is of what the hypothesis compares its subject with.
func (s *Sight) compared(i int) bool {
	k := s.term[i]
	return k >= 0 && s.h.sense.than >= 0 && s.h.terms[k].token > s.h.sense.than && s.h.terms[k].cue == 0 && s.h.sense.object>>k&1 == 0
}
