package runscmd

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// shownSentences limits how many sentences that count are shown; json has all.
const shownSentences = 12

// A sentenceKey says which sentence an event is about.
type sentenceKey struct {
	document, field string
	start           int
}

// keepSentence keeps what the record says last of a sentence.
func (e *explanation) keepSentence(event record.Event) error {
	var s record.Sentence
	if err := event.Decode(&s); err != nil {
		return err
	}
	key := sentenceKey{s.Document, s.Field, s.Start}
	if at, known := e.sentences[key]; known {
		e.Sentences[at] = s
		return nil
	}
	e.sentences[key] = len(e.Sentences)
	e.Sentences = append(e.Sentences, s)
	return nil
}

// writeReading shows the sentences that counted, which part of the question each met and the side that it took, and then the best of
// those that did not count, with what they lack.
func (e *explanation) writeReading(w io.Writer) {
	var counted, missed []record.Sentence
	for _, s := range e.Sentences {
		if s.Counts {
			counted = append(counted, s)
		} else {
			missed = append(missed, s)
		}
	}
	if len(e.Sentences) == 0 {
		return
	}
	fmt.Fprintf(w, "\nreading: %d sentences address the question\n", len(counted))
	if slices.ContainsFunc(e.Sentences, takesSide) {
		fmt.Fprintln(w, "  “supports” and “contradicts” are about what the question claims, not about the answer.")
	}
	for _, s := range nearestFirst(counted, shownSentences) {
		writeSentence(w, &s)
	}
	if len(counted) > shownSentences {
		fmt.Fprintf(w, "  and %d more\n", len(counted)-shownSentences)
	}
	if len(missed) > 0 {
		fmt.Fprintln(w, "  closest sentences that do not count")
	}
	for _, s := range nearestFirst(missed, len(missed)) {
		writeSentence(w, &s)
	}
}

func nearestFirst(all []record.Sentence, n int) []record.Sentence {
	slices.SortStableFunc(all, func(a, b record.Sentence) int { return cmp.Compare(addressesOf(&b), addressesOf(&a)) })
	return all[:min(n, len(all))]
}

func addressesOf(s *record.Sentence) float64 {
	if s.Addresses == nil {
		return 0
	}
	return *s.Addresses
}

// takesSide says whether a sentence supports or contradicts what the question claims.
func takesSide(s record.Sentence) bool { return s.Stance != nil && *s.Stance != 0 }

func writeSentence(w io.Writer, s *record.Sentence) {
	id, _, _ := strings.Cut(s.Passage, "#")
	fmt.Fprintf(w, "  %s  “%s” (%s)\n", shell.Fixed(addressesOf(s), 2), shell.Shorten(s.Text, 72), shell.Plain(id))
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(s.Parts)) {
		notes = append(notes, name[strings.LastIndex(name, ".")+1:]+" "+shell.Fixed(s.Parts[name], 2))
	}
	if s.Because != "" {
		notes = append(notes, s.Because)
	}
	if len(notes) > 0 {
		fmt.Fprintf(w, "        %s\n", shell.Shorten(strings.Join(notes, ", "), 90))
	}
	if takesSide(*s) {
		side := "supports"
		if *s.Stance < 0 {
			side = "contradicts"
		}
		fmt.Fprintf(w, "        %s %s  %s\n", side, signed(*s.Stance, 2), shell.Shorten(s.Cue, 70))
	}
}
