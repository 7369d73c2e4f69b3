package cli

import (
	"strings"
	"unicode"
)

// plain makes text of a corpus, a question or a plugin safe for a terminal: on one
// line, without control characters and without marks that reverse the direction of
// what follows. Output for programs (json, jsonl) keeps the text as it is.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// shorten makes text plain and cuts it to n runes.
func shorten(text string, n int) string {
	text = plain(text)
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
