package outcome

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
)

// marksIn returns the words of a quote that decide: those of the answer, or of the cue of its stance.
func (r *Run) marksIn(p *state.Passage, s *state.Sentence) []record.Mark {
	words := []string{r.Answer.Marks[p]}
	if words[0] == "" {
		words = cited(s.Cue)
	}
	var out []record.Mark
	for _, w := range words {
		if at := indexOfWord(s.Text, w); w != "" && at >= 0 {
			out = append(out, record.Mark{Start: at, End: at + len(w)})
		}
	}
	slices.SortFunc(out, func(a, b record.Mark) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// cited returns the words that a finding's text puts in single quotes: they stand in the sentence that it points at.
func cited(text string) []string {
	var out []string
	parts := strings.Split(text, "'")
	for i := 1; i < len(parts)-1; i += 2 {
		out = append(out, parts[i])
	}
	return out
}

// indexOfWord returns where words stand in a text by themselves, and if they nowhere do, where they stand within others: "restricted" before it is that of
// "unrestricted"; -1: nowhere.
func indexOfWord(text, words string) int {
	for at := 0; at <= len(text); {
		next := strings.Index(text[at:], words)
		if next < 0 {
			break
		}
		start, end := at+next, at+next+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !ofWord(before) && !ofWord(after) {
			return start
		}
		at = start + 1
	}
	return strings.Index(text, words)
}

func ofWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
