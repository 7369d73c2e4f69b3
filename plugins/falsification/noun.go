package main

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// relating are words that relate a subject to an object: between the two they are the verb.
const relating = text.CueRelate | text.CueNegation | text.CueTurn | text.CueCompare

// nounPhrase returns the longest run of words of a text that are neither closed-class words nor verbs that relate or direct, the last of
// equals: in a statement that is what is acted on. A text without such a run is its own phrase.
func nounPhrase(of string) string {
	read := text.Read(of)
	first, last, begin := 0, -1, 0
	for i := range read.Tokens {
		t := &read.Tokens[i]
		if i > 0 && strings.ContainsAny(read.Gap(i-1), ",;:()") {
			begin = i
		}
		if t.Cue&(text.CueStop|relating) != 0 || t.Shift != 0 && i+1 < len(read.Tokens) {
			begin = i + 1
			continue
		}
		if i-begin >= last-first {
			first, last = begin, i
		}
	}
	if last < first {
		return of
	}
	return read.Quote(first, last)
}
