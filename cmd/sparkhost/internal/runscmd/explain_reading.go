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

// keepSentence keeps what the record says last of a sentence.
func (e *explanation) keepSentence(event record.Event) error {
	var s record.Sentence
	if err := event.Decode(&s); err != nil {
		return err
	}
	at := slices.IndexFunc(e.Sentences, func(have record.Sentence) bool {
		return have.Document == s.Document && have.Field == s.Field && have.Start == s.Start
	})
	if at < 0 {
		e.Sentences = append(e.Sentences, s)
		return nil
	}
	e.Sentences[at] = s
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

func writeSentence(w io.Writer, s *record.Sentence) {
	id, _, _ := strings.Cut(s.Passage, "#")
	fmt.Fprintf(w, "  %.2f  “%s” (%s)\n", addressesOf(s), shell.Shorten(s.Text, 72), shell.Plain(id))
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(s.Parts)) {
		notes = append(notes, fmt.Sprintf("%s %.2f", name[strings.LastIndex(name, ".")+1:], s.Parts[name]))
	}
	if s.Because != "" {
		notes = append(notes, s.Because)
	}
	if len(notes) > 0 {
		fmt.Fprintf(w, "        %s\n", shell.Shorten(strings.Join(notes, ", "), 90))
	}
	if s.Stance != nil && *s.Stance != 0 {
		side := "supports"
		if *s.Stance < 0 {
			side = "contradicts"
		}
		fmt.Fprintf(w, "        %s %+.2f  %s\n", side, *s.Stance, shell.Shorten(s.Cue, 70))
	}
}
