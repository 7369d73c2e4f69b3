package stance

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// measureAmounts reads which way amounts go: ratios against 1, and two numbers that are compared.
//
//go:noinline
func (s *sight) measureAmounts(f *vector) {
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
func (s *sight) ratio(i int) float64 {
	for j := i + 1; j < min(len(s.Tokens), i+4); j++ {
		n := s.Tokens[j].Number
		if !math.IsNaN(n) && !s.Tokens[j].Percent && n < 50 && n != 95 && strings.ContainsAny(s.Text[s.Tokens[j].From:s.Tokens[j].To], ".") {
			return sideOf(n - 1)
		}
	}
	return 0
}

// versus returns the sign of the difference of the nearest numbers of one unit before and behind token i.
func (s *sight) versus(i int) float64 {
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
func (s *sight) measureClause(f *vector) {
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
func (s *sight) clause() text.Span {
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
