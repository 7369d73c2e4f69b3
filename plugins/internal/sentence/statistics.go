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
