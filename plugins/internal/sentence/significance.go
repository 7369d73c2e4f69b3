package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// alpha is the usual level of significance.
const alpha = 0.05

// A statistic is a p-value or a confidence interval.
type statistic struct {
	token       int
	p           bool // no interval
	significant bool // it leaves chance out
}

// statistics returns those of the sentence, in their order.
func (s *Sight) statistics() (found []statistic) {
	for i := range s.Tokens {
		if significant, is := s.pValue(i); is {
			found = append(found, statistic{i, true, significant})
		} else if significant, is := s.intervalAt(i); is {
			found = append(found, statistic{i, false, significant})
		}
	}
	return found
}

var (
	wordP  = text.Hash([]byte("p"))
	wordN  = text.Hash([]byte("n"))
	wordS  = text.Hash([]byte("s"))
	wordNS = text.Hash([]byte("ns"))
)

// pValue reads "p < 0.05", "N.S." and their like at token i; false: none is there.
func (s *Sight) pValue(i int) (significant, is bool) {
	t := &s.Tokens[i]
	if t.Word == wordNS || t.Word == wordN && i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordS && t.To-t.From == 1 {
		return false, true
	}
	if t.Word != wordP || i+1 >= len(s.Tokens) {
		return false, false
	}
	p, gap := s.Tokens[i+1].Number, s.Gap(i)
	if strings.HasSuffix(gap, ".") { // ".03"
		p /= math.Pow10(s.Tokens[i+1].To - s.Tokens[i+1].From)
	}
	if i+2 < len(s.Tokens) && s.Tokens[i+2].Number == 10 && strings.ContainsAny(s.Gap(i+1), "×·*") { // "3×10(-7)"
		p = 0
	}
	switch {
	case math.IsNaN(p) || p > 1 || i+3 < len(s.Tokens) && s.Tokens[i+2].Word == wordFor && ofFit[s.Tokens[i+3].Word]: // "p = 0.6 for heterogeneity"
		return false, false
	case strings.Contains(gap, ">") || strings.Contains(gap, "≥"):
		return false, true
	case p <= alpha && (strings.ContainsAny(gap, "<=") || strings.Contains(gap, "≤")):
		return true, true
	}
	return false, strings.Contains(gap, "=")
}

// Words for what tells how studies or groups fit each other.
var ofFit = wordSet(`heterogeneity interaction`)

// intervalAt reads a confidence interval at token i; false: none is there. It is significant if it leaves the neutral value out, 1 of a ratio and 0 of a
// difference.
func (s *Sight) intervalAt(i int) (significant, is bool) {
	if s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindInterval == 0 {
		return false, false
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
		return false, false
	}
	neutral := 0.0
	for j := max(0, i-8); j < i; j++ {
		if s.namesRatio(j) {
			neutral = 1
		}
	}
	return neutral < ends[0] || ends[1] < neutral, true
}

// namesRatio says whether token i names a ratio: "OR", "hazard", "risk" of "relative risk".
func (s *Sight) namesRatio(i int) bool {
	t := &s.Tokens[i]
	if s.h.vocabulary.kinds.Of(t.Word)&kindRatio != 0 {
		return capitalsOrWord(s.Text[t.From:t.To])
	}
	return risks[t.Word] && i > 0 && s.Tokens[i-1].Word == wordRelative
}

var risks, wordRelative = wordSet(`risk risks`), text.Hash([]byte("relative"))

// measureStatistics fills in what p-values and the first interval tell; of p-values one that is significant counts.
func (s *Sight) measureStatistics(f *Features) {
	for _, t := range s.statistics() {
		way := 2*float32(truth(t.significant)) - 1
		switch {
		case t.p && f[fP] <= 0:
			f[fP] = way
		case !t.p && f[fInterval] == 0:
			f[fInterval] = way
		}
	}
}

// insignificantIn says whether a clause tells something of the object that is not significant: by the statistic of its own that stands nearest behind the
// object, or else by words.
func (s *Sight) insignificantIn(c text.Span) bool {
	if t, is := s.statisticIn(c); is {
		return !t.significant
	}
	f := &s.Features
	told := f[fP] < 0 || f[fInterval] < 0 && f[fP] == 0 || f[fNotSignificant] > 0 // where something is significant, an interval is of something else
	return told && !s.notable(c) && !s.otherInsignificant(c)
}

// statisticIn returns the statistic that measures what a clause tells of the object: of those that measure something in it the first one behind the object, else
// the last; of a p-value and an interval of the same thing the p-value. False: none does.
func (s *Sight) statisticIn(c text.Span) (best statistic, is bool) {
	object, at := -1, -1
	for i := c.First; i < c.End; i++ {
		if s.hasObject(i, i+1) {
			object = i
		}
	}
	for _, t := range s.statistics() {
		end := s.measuredAt(t.token)
		if end < c.First || end >= c.End || is && at >= object && (end > at || best.p) {
			continue
		}
		best, at, is = t, end, true
	}
	return best, is
}

var wordSignificance = text.Hash([]byte("significance"))

var nonsignificant = wordSet(`insignificant insignificantly nonsignificant nonsignificantly`)

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

// otherInsignificant says whether all that is insignificant, in words or numbers, is another thing, of a clause of its own: "systolic pressure fell; diastolic
// pressure did not change significantly".
func (s *Sight) otherInsignificant(c text.Span) bool {
	other := false
	for i := range s.Tokens {
		if t := &s.Tokens[i]; nonsignificant[t.Word] || t.Cue&text.CueSignificant != 0 && denied(s.denials, i) {
			if !s.ofOtherThing(i, c) {
				return false
			}
			other = true
		}
	}
	for _, t := range s.statistics() {
		if !t.significant {
			if !s.ofOtherThing(s.measuredAt(t.token), c) {
				return false
			}
			other = true
		}
	}
	return other
}

// ofOtherThing says whether what is told up to token i, outside of a clause, is told of something that the hypothesis does not speak of.
func (s *Sight) ofOtherThing(i int, c text.Span) bool {
	if i >= c.First && i < c.End || s.takesUp(i) || s.subjectIn(s.Tokens[i].Clause) {
		return false
	}
	return s.foreign(s.Tokens[i].Clause, func(j int) bool { return j <= i })
}

// measuredAt returns the token that ends what the statistic at token i measures: the one ahead of its parenthesis, and of other numbers.
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
	return !math.IsNaN(t.Number) || s.namesRatio(i) || t.Cue == text.CueStop || ofRatio[t.Word]
}

// Words that stand with a ratio.
var ofRatio = wordSet(`risk risks relative adjusted pooled`)

// subjectIn says whether a clause holds a word of the subject.
func (s *Sight) subjectIn(clause int) bool {
	for i := range s.Tokens {
		if s.Tokens[i].Clause == clause && s.hasSubject(i, i+1) {
			return true
		}
	}
	return false
}

// takesUp says whether the clause of token i takes up by then what was told ahead, with "which" or as a difference: "longer, a difference that failed to reach
// significance".
func (s *Sight) takesUp(i int) bool {
	for j := i; j >= 0 && s.Tokens[j].Clause == s.Tokens[i].Clause; j-- {
		if w := s.Tokens[j].Word; relative[w] || w == wordDifference {
			return true
		}
	}
	return false
}

var wordDifference = text.Hash([]byte("difference"))
