// Package coverage says how much of an answer the evidence carries: of the statements that the answer makes itself, not of the question
// that it was asked (U10, U35).
package coverage

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Statements returns the statements of an answer's text: its sentences, and the clauses that "and", "but" or a semicolon join. A text without
// any is one statement.
func Statements(text string) []string {
	var out []string
	for _, s := range evidence.Sentences(text) {
		out = append(out, clauses(s.Of(text))...)
	}
	if len(out) == 0 {
		return []string{text}
	}
	return out
}

// leastWords counts the words that each side of a joined sentence needs to say something of its own.
const leastWords = 4

// clauses parts a sentence where it goes on to say something else.
func clauses(sentence string) []string {
	for _, by := range []string{"; ", ", and ", ", but ", " and ", " but "} {
		first, rest, found := strings.Cut(sentence, by)
		if found && len(strings.Fields(first)) >= leastWords && len(strings.Fields(rest)) >= leastWords {
			return append([]string{first}, clauses(rest)...)
		}
	}
	return []string{sentence}
}

// Share returns the share of statements that are carried; 0 without any.
func Share(statements []string, carried func(string) bool) float64 {
	n := 0
	for _, s := range statements {
		if carried(s) {
			n++
		}
	}
	if len(statements) == 0 {
		return 0
	}
	return float64(n) / float64(len(statements))
}
