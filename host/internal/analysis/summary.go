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
// passages stay as they are.
func summarised(passages []Chunk, s *policy.Summary) []Chunk {
	if *s == (policy.Summary{}) {
		return passages
	}
	pattern := signalPattern(s.Signals)
	var out []Chunk
	field, section, leads, chars := "", "", 0, 0
	for _, c := range passages {
		if c.Field != field || c.Section != section {
			field, section, leads, chars = c.Field, c.Section, 0, 0
		}
		keep := make([]bool, len(c.Sentences))
		for i, sen := range c.Sentences {
			text := sen.Of(c.Text)
			keep[i] = leads < s.LeadSentences || pattern != nil && pattern.MatchString(text)
			leads++
			if keep[i] = keep[i] && (s.MaxChars == 0 || chars == 0 || chars+len(text) <= s.MaxChars); keep[i] {
				chars += len(text)
			}
		}
		out = append(out, c.runsOf(keep)...)
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

// runsOf cuts a chunk into runs of sentences that are kept.
func (c Chunk) runsOf(keep []bool) []Chunk {
	var out []Chunk
	for i := 0; i < len(keep); i++ {
		if !keep[i] {
			continue
		}
		end := i
		for end+1 < len(keep) && keep[end+1] {
			end++
		}
		out = append(out, c.part(i, end))
		i = end
	}
	return out
}

// part is the chunk of the sentences from first to last.
func (c Chunk) part(first, last int) Chunk {
	start, end := c.Sentences[first].Start, c.Sentences[last].End
	out := Chunk{Passage: c.Passage}
	out.Text, out.Start, out.End = c.Text[start:end], c.Start+start, c.Start+end
	out.ID = fmt.Sprintf("%s:%d-%d", c.ID[:strings.LastIndexByte(c.ID, ':')], out.Start, out.End)
	for _, s := range c.Sentences[first : last+1] {
		s.Start, s.End = s.Start-start, s.End-start
		out.Words = append(out.Words, s.Words...)
		out.Sentences = append(out.Sentences, s)
	}
	return out
}
