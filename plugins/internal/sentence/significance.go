package sentence

import (
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// insignificant says whether the sentence tells that what it found is not significant. Where something was, an interval is of something else.
func (s *Sight) insignificant() bool {
	f := &s.Features
	return f[fP] < 0 || f[fInterval] < 0 && f[fP] == 0 || f[fNotSignificant] > 0
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
		f[fP], s.byChance = -1, append(s.byChance, i)
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
		f[fP], s.byChance = -1, append(s.byChance, i)
	case p <= alpha && (strings.ContainsAny(gap, "<=") || strings.Contains(gap, "≤")):
		f[fP] = 1
	case strings.Contains(gap, "="):
		f[fP], s.byChance = -1, append(s.byChance, i)
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
		f[fInterval], s.byChance = -1, append(s.byChance, i)
	}
}

// notable says whether a clause calls what it tells significant: another clause then tells what is not.
func (s *Sight) notable(c text.Span) (is bool) {
	for i := c.First; i < c.End; i++ {
		if t := &s.Tokens[i]; t.Cue&text.CueSignificant != 0 || nonsignificant[t.Word] {
			if is = t.Cue&text.CueSignificant != 0 && !denied(s.denials, i); !is {
				return false
			}
		}
	}
	return is
}

// otherInsignificant says whether what is called insignificant is another thing, of a clause of its own: "systolic pressure fell; diastolic pressure did not
// change significantly".
func (s *Sight) otherInsignificant(c text.Span) bool {
	other := false
	for i := range s.Tokens {
		switch t := &s.Tokens[i]; {
		case slices.Contains(s.byChance, i):
			i = s.measuredAt(i)
		case !nonsignificant[t.Word] && !(t.Cue&text.CueSignificant != 0 && denied(s.denials, i)):
			continue
		}
		if i >= c.First && i < c.End || !s.foreign(s.Tokens[i].Clause, func(j int) bool { return j <= i }) || s.takesUp(i) || s.subjectIn(s.Tokens[i].Clause) {
			return false
		}
		other = true
	}
	return other
}

// measuredAt returns the token that ends what the p-value or interval at token i measures: the one ahead of its parenthesis, and of other numbers.
func (s *Sight) measuredAt(i int) int {
	end := i - 1
	for j := i; j > 0 && !strings.Contains(s.Gap(j-1), ")"); j-- {
		if strings.Contains(s.Gap(j-1), "(") {
			end = j - 1
			break
		}
	}
	for end > 0 && s.figures(end) {
		end--
	}
	return max(end, 0)
}

// figures says whether token i is a number, the name of a ratio, or a word such as "with" and "of" that stands between them.
func (s *Sight) figures(i int) bool {
	t := &s.Tokens[i]
	return !math.IsNaN(t.Number) || s.h.vocabulary.kinds.Of(t.Word)&kindRatio != 0 || t.Cue == text.CueStop || ofRatio[t.Word]
}

var wordDifference = text.Hash([]byte("difference"))

// Words that stand with a ratio.
var ofRatio = wordSet(`risk risks adjusted pooled`)

// subjectIn says whether a clause holds a word of the subject.
func (s *Sight) subjectIn(clause int) bool {
	for i := range s.Tokens {
		if s.Tokens[i].Clause == clause && s.hasSubject(i, i+1) {
			return true
		}
	}
	return false
}

// takesUp says whether the clause of token i speaks of a difference that was told ahead: "longer, a difference that failed to reach significance".
func (s *Sight) takesUp(i int) bool {
	for j := i - 1; j >= 0 && s.Tokens[j].Clause == s.Tokens[i].Clause; j-- {
		if w := s.Tokens[j].Word; relative[w] || w == wordDifference {
			return true
		}
	}
	return false
}
