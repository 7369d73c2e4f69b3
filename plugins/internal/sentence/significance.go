package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

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
