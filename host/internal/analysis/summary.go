package analysis

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// summarised keeps the sentences that a summary takes (S2-15): of each section the first ones, and those
// that report a measurement. Sentences that follow each other stay one passage. Without a summary all
// passages stay as they are, and those of abstracts where the policy reads abstracts whole.
func summarised(passages []Passage, s *policy.Summary) []Passage {
	if *s == (policy.Summary{}) {
		return passages
	}
	pattern := signalPattern(s.Signals)
	var out []Passage
	field, section, leads, chars := "", "", 0, 0
	for _, p := range passages {
		if p.Field == "abstract" && !s.Abstracts {
			out = append(out, p)
			continue
		}
		if p.Field != field || p.Section != section {
			field, section, leads, chars = p.Field, p.Section, 0, 0
		}
		keep := make([]bool, len(p.Sentences))
		for i, sen := range p.Sentences {
			text := sen.Of(p.Text)
			keep[i] = leads < s.LeadSentences || pattern != nil && pattern.MatchString(text)
			leads++
			if keep[i] = keep[i] && (s.MaxChars == 0 || chars == 0 || chars+len(text) <= s.MaxChars); keep[i] {
				chars += len(text)
			}
		}
		out = append(out, p.runsOf(keep)...)
	}
	return out
}

// signalPattern finds sentences that report a measurement; nil: none do.
func signalPattern(name string) *regexp.Regexp {
	switch name {
	case "as_written":
		return evidence.HighSignalAsWritten()
	case "corrected":
		return evidence.HighSignal()
	}
	return nil
}

// runsOf cuts a passage into runs of sentences that are kept.
func (p Passage) runsOf(keep []bool) []Passage {
	var out []Passage
	for i := 0; i < len(keep); i++ {
		if !keep[i] {
			continue
		}
		end := i
		for end+1 < len(keep) && keep[end+1] {
			end++
		}
		out = append(out, p.part(i, end))
		i = end
	}
	return out
}

// part returns the passage of the sentences from first to last.
func (p Passage) part(first, last int) Passage {
	start, end := p.Sentences[first].Start, p.Sentences[last].End
	out := Passage{Passage: p.Passage}
	out.Text, out.Start, out.End = p.Text[start:end], p.Start+start, p.Start+end
	out.ID = fmt.Sprintf("%s:%d-%d", p.ID[:strings.LastIndexByte(p.ID, ':')], out.Start, out.End)
	for _, s := range p.Sentences[first : last+1] {
		s.Start, s.End = s.Start-start, s.End-start
		out.Words = append(out.Words, s.Words...)
		out.Sentences = append(out.Sentences, s)
	}
	return out
}
