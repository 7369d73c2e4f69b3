package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// alpha is the usual level of significance.
const alpha = 0.05

// cueFeatures are cues with their features: as they stand, and denied.
var cueFeatures = [...]struct {
	cue           text.Cue
	plain, denied int
}{
	{text.CueSignificant, fSignificant, fNotSignificant},
	{text.CueSame, fSame, fDiffer},
	{text.CueDiffer, fDiffer, fSame},
	{text.CueRelate, fRelates, fUnrelated},
	{text.CueFavour, fFavour, fDisfavour},
	{text.CueDisfavour, fDisfavour, fFavour},
	{text.CueHedge, fHedge, fHedge},
	{text.CueRefutation, fRefutes, fRefutes},
	{text.CueConclude, fConcludes, fConcludes},
	{text.CueAim, fAims, fAims},
	{text.CueTurn, fTurn, fTurn},
	{text.CueBelief, fReported, fReported},
}

var kindFeatures = [...]struct {
	kind kind
	at   int
}{
	{kindReported, fReported}, {kindSubjective, fSubjective}, {kindFirst, fFirst}, {kindEvery, fEvery}, {kindSome, fSome},
	{kindOnly, fOnly}, {kindCause, fCause}, {kindLinked, fLinked}, {kindFuture, fFuture}, {kindConclusion, fConcludes},
}

// measureCues reads what the words tell by themselves.
//
//go:noinline
func (s *Sight) measureCues(f *Features) {
	v := s.h.vocabulary
	for i := range s.Tokens {
		t := &s.Tokens[i]
		k := v.kinds.Of(t.Word)
		if nonsignificant[t.Word] {
			f[fNotSignificant] = 1
		}
		no := denied(s.denials, i)
		if t.Word == wordSignificance && no {
			f[fNotSignificant] = 1 // "failed to reach significance"
		}
		for _, c := range cueFeatures {
			switch {
			case t.Cue&c.cue == 0:
			case no:
				f[c.denied] = 1
			default:
				f[c.plain] = 1
			}
		}
		for _, c := range kindFeatures {
			if k&c.kind != 0 {
				f[c.at] = 1
			}
		}
		if i > 0 && k&kindPseudo != 0 && s.Tokens[i-1].Cue&text.CueNegation != 0 {
			f[fPseudo] = 1
		}
		s.probability(f, i)
		s.interval(f, i, k)
	}
	if asks(s.Reading) {
		f[fAsks] = 1
	}
}

var wordSignificance = text.Hash([]byte("significance"))

var nonsignificant = wordSet(`insignificant insignificantly nonsignificant nonsignificantly`)

var (
	wordP  = text.Hash([]byte("p"))
	wordN  = text.Hash([]byte("n"))
	wordS  = text.Hash([]byte("s"))
	wordNS = text.Hash([]byte("ns"))
)

// probability reads "p < 0.05", "N.S." and their like at token i.
func (s *Sight) probability(f *Features, i int) {
	t := &s.Tokens[i]
	if t.Word == wordNS || t.Word == wordN && i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordS && t.To-t.From == 1 {
		f[fP] = -1
	}
	if t.Word != wordP || i+1 >= len(s.Tokens) {
		return
	}
	p, gap := s.Tokens[i+1].Number, s.Gap(i)
	if strings.HasSuffix(gap, ".") { // ".03"
		p /= math.Pow10(s.Tokens[i+1].To - s.Tokens[i+1].From)
	}
	if i+2 < len(s.Tokens) && s.Tokens[i+2].Number == 10 && strings.ContainsAny(s.Gap(i+1), "×·*") { // "3×10(-7)"
		p = 0
	}
	switch {
	case math.IsNaN(p) || p > 1 || f[fP] > 0:
	case strings.Contains(gap, ">") || strings.Contains(gap, "≥"):
		f[fP] = -1
	case p <= alpha && (strings.ContainsAny(gap, "<=") || strings.Contains(gap, "≤")):
		f[fP] = 1
	case strings.Contains(gap, "="):
		f[fP] = -1
	}
}

// interval reads a confidence interval at token i: whether it holds the neutral value, 1 of a ratio and 0 of a difference.
func (s *Sight) interval(f *Features, i int, k kind) {
	if k&kindInterval == 0 || f[fInterval] != 0 {
		return
	}
	var ends []float64
	for j := i + 1; j < min(len(s.Tokens), i+6) && len(ends) < 2; j++ {
		if n := s.Tokens[j].Number; !math.IsNaN(n) && !s.Tokens[j].Percent {
			if g := s.Gap(j - 1); strings.HasSuffix(g, " -") || strings.HasSuffix(g, "−") || strings.HasSuffix(g, "(-") {
				n = -n
			}
			ends = append(ends, n)
		}
	}
	if len(ends) < 2 || ends[0] > ends[1] {
		return
	}
	neutral := 0.0
	for j := max(0, i-8); j < i; j++ {
		if s.h.vocabulary.kinds.Of(s.Tokens[j].Word)&kindRatio != 0 {
			neutral = 1
		}
	}
	f[fInterval] = 1
	if ends[0] <= neutral && neutral <= ends[1] {
		f[fInterval] = -1
	}
}

// measureNumbers compares numbers: those of the hypothesis that the sentence holds, and others in their place.
//
//go:noinline
func (s *Sight) measureNumbers(f *Features) {
	held, conflicts, years := 0.0, 0.0, 0.0
	for k := range s.h.terms {
		t := &s.h.terms[k]
		if math.IsNaN(t.number) {
			continue
		}
		if s.match[k] > 0 {
			held++
			continue
		}
		for i := range s.Tokens {
			u := &s.Tokens[i]
			if math.IsNaN(u.Number) || s.term[i] >= 0 {
				continue
			}
			if isYear(t.number) && isYear(u.Number) {
				years = 1
			} else if s.sameUnit(t.token, i) {
				conflicts++
				break
			}
		}
	}
	for i := range s.Tokens {
		if !math.IsNaN(s.Tokens[i].Number) {
			f[fNumbers]++
		}
		if s.Tokens[i].Percent {
			f[fPercents] = 1
		}
	}
	f[fNumbers] = min(1, f[fNumbers]/5)
	n := float64(s.h.numbers)
	f[fNumberHeld], f[fNumberConflict], f[fYearConflict] = float32(Share(held, n)), float32(Share(conflicts, n)), float32(years)
}

func isYear(n float64) bool { return n >= 1500 && n < 2100 && n == math.Trunc(n) }

// sameUnit says whether a number of the hypothesis and one of the sentence have the same unit: % or the next word.
func (s *Sight) sameUnit(own, i int) bool {
	a, b := &s.h.Tokens[own], &s.Tokens[i]
	if a.Percent || b.Percent {
		return a.Percent && b.Percent
	}
	return own+1 < len(s.h.Tokens) && i+1 < len(s.Tokens) && s.h.Tokens[own+1].Stem == s.Tokens[i+1].Stem
}
