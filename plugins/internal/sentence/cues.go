package sentence

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

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
	}
	s.measureStatistics(f)
	if asks(s.Reading) {
		f[fAsks] = 1
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
			} else if s.sameUnit(t.token, i) && !s.inRange(i, t.number) && !s.h.allows(t.token, u.Number) {
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
