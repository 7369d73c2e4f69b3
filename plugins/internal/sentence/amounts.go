package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// measureAmounts reads which way amounts go: ratios against 1, and two numbers that are compared.
//
//go:noinline
func (s *Sight) measureAmounts(f *Features) {
	way := sideOf(s.h.tone)
	for i := range s.Tokens {
		if s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindRatio != 0 && f[fRatio] == 0 && capitalsOrWord(s.Text[s.Tokens[i].From:s.Tokens[i].To]) {
			f[fRatio] = float32(s.ratio(i))
		}
		if s.Tokens[i].Cue&text.CueCompare != 0 && f[fVersus] == 0 {
			f[fVersus] = float32(s.versus(i))
		}
	}
	f[fRatioAgree], f[fVersusAgree] = f[fRatio]*float32(way), f[fVersus]*float32(way)
}

// capitalsOrWord tells the abbreviation of a ratio, as in "OR", from the plain word "or".
func capitalsOrWord(w string) bool { return len(w) > 3 || w[0] >= 'A' && w[0] <= 'Z' }

// ratio returns the side of 1 on which the ratio named at token i lies; 0: not told.
func (s *Sight) ratio(i int) float64 {
	for j := i + 1; j < min(len(s.Tokens), i+4); j++ {
		n := s.Tokens[j].Number
		if !math.IsNaN(n) && !s.Tokens[j].Percent && n < 50 && n != 95 && strings.ContainsAny(s.Text[s.Tokens[j].From:s.Tokens[j].To], ".") {
			return sideOf(n - 1)
		}
	}
	return 0
}

// versus returns the sign of the difference of the nearest numbers of one unit before and behind token i.
func (s *Sight) versus(i int) float64 {
	before, behind := -1, -1
	for j := i - 1; j >= 0 && j > i-8 && before < 0; j-- {
		if !math.IsNaN(s.Tokens[j].Number) {
			before = j
		}
	}
	for j := i + 1; j < len(s.Tokens) && j < i+8 && behind < 0; j++ {
		if !math.IsNaN(s.Tokens[j].Number) {
			behind = j
		}
	}
	if before < 0 || behind < 0 || s.Tokens[before].Percent != s.Tokens[behind].Percent {
		return 0
	}
	return sideOf(s.Tokens[before].Number - s.Tokens[behind].Number)
}

func sideOf(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// measureClause reads the clause that holds most of the hypothesis.
//
//go:noinline
func (s *Sight) measureClause(f *Features) {
	c := s.clause()
	if c.End == c.First {
		return
	}
	var local []direction
	for _, d := range s.found {
		if d.token >= c.First && d.token < c.End {
			local = append(local, d)
		}
	}
	for _, d := range s.denials {
		if d.token >= c.First && d.token < c.End && !s.elsewhere(d.token) {
			f[fLocalDenied] = 1
		}
	}
	tone := toneOf(local)
	f[fLocalTone], f[fLocalAgree] = float32(tone), float32(tone*s.h.tone)
	f[fLocalValence] = float32(valenceOf(s.Reading, s.h.vocabulary, c) * s.h.valence)
}

// clause returns the span of the clause that holds most weight of the hypothesis.
func (s *Sight) clause() text.Span {
	best, span := 0.0, text.Span{}
	for i := 0; i < len(s.Tokens); {
		end := i + 1
		for end < len(s.Tokens) && s.Tokens[end].Clause == s.Tokens[i].Clause {
			end++
		}
		if w := s.h.weigh(s.held(i, end)); w > best {
			best, span = w, text.Span{First: i, End: end}
		}
		i = end
	}
	return span
}

// otherAmount says whether the sentence says all that the hypothesis does but for its one number, in the place of which it has another of the same
// unit, and denies nothing: "lasts 30 hours" for "lasts 12 hours". Of several numbers of that unit none is known to be the one.
func (s *Sight) otherAmount() bool {
	if own, n := oneIn(&s.h.Reading), oneIn(s.Reading); own != 0 && n != 0 && own != n {
		return len(s.denials) == 0 && s.Cover >= repeatsAll
	}
	k := s.h.onlyNumber()
	if k < 0 || s.match[k] > 0 || len(s.denials) > 0 || s.Cover*s.h.total < repeatsAll*(s.h.total-s.h.terms[k].weight) {
		return false
	}
	own, others := s.h.terms[k].token, 0
	for i := range s.Tokens {
		if n := s.Tokens[i].Number; !math.IsNaN(n) && s.sameUnit(own, i) {
			if others++; s.h.allows(own, n) || s.inRange(i, s.h.Tokens[own].Number) {
				return false
			}
		}
	}
	return others == 1
}

// inRange says whether the number at token i is an end of a range that holds n: "between 8 and 120", "8 to 120 mg", "8 mg to 120 mg".
func (s *Sight) inRange(i int, n float64) bool {
	own := s.Tokens[i].Number
	low, high := s.otherEnd(i, -1), s.otherEnd(i, 1)
	return low <= n && n <= own || own <= n && n <= high
}

// otherEnd returns the number with which the one at token i makes a range, ahead of it (-1) or behind (1); NaN: it makes none.
func (s *Sight) otherEnd(i, step int) float64 {
	joined, and := false, false
	for j := i + step; j >= 0 && j < len(s.Tokens) && max(j-i, i-j) <= rangeWords; j += step {
		t := &s.Tokens[j]
		joined, and = joined || t.Word == wordTo || ranges(s.Gap(min(j, j-step))), and || t.Word == wordAnd
		if math.IsNaN(t.Number) {
			continue
		}
		if first := min(i, j); joined || and && first > 0 && s.Tokens[first-1].Word == wordBetween {
			return t.Number
		}
		break
	}
	return math.NaN()
}

// rangeWords is how many words the second end of a range may stand behind the first one: "8 mg to 120".
const rangeWords = 3

var wordBetween = text.Hash([]byte("between"))

// oneIn returns the first word that stands behind "one in", as in "one in five"; 0: none. Such words carry no number.
func oneIn(r *text.Reading) uint64 {
	for i := 2; i < len(r.Tokens); i++ {
		if r.Tokens[i-2].Word == wordOne && r.Tokens[i-1].Word == wordIn && tenths[r.Tokens[i].Word] {
			return r.Tokens[i].Word
		}
	}
	return 0
}

var tenths = wordSet(`two three four five six seven eight nine ten twenty hundred thousand`)

// Words ahead of a number that it is a bound of, or only near.
var (
	overWords  = wordSet(`over above exceed exceeds exceeding least more greater beyond`)
	underWords = wordSet(`under below less fewer most within lower`)
	aboutWords = wordSet(`about approximately around roughly nearly almost close some circa`)
)

// nearly is how far a number may be from one that is told with "about", as a share.
const nearly = 0.15

// allows says whether the hypothesis leaves room for number n in place of the one at token i: "over 100" does so for 200.
func (h *Hypothesis) allows(i int, n float64) bool {
	own := h.Tokens[i].Number
	for j := max(0, i-2); j < i; j++ {
		w := h.Tokens[j].Word
		if overWords[w] && n >= own || underWords[w] && n <= own || aboutWords[w] && math.Abs(n-own) <= nearly*own {
			return true
		}
	}
	return false
}

// onlyNumber returns the term of the hypothesis that is a number, no year and not a part of a name; -1: none or several are.
func (h *Hypothesis) onlyNumber() int {
	at := -1
	for k := range h.terms {
		t := &h.terms[k]
		if math.IsNaN(t.number) {
			continue
		}
		if at >= 0 || isYear(t.number) || t.token > 0 && h.Gap(t.token-1) == "-" {
			return -1
		}
		at = k
	}
	return at
}
