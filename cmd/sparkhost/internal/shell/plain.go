package shell

import (
	"io"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// A visibleWriter writes text for people of which parts are a record's: what plugins, sources and users wrote reaches a
// terminal as [diag.Visible] shows it. Each Write holds whole characters.
type visibleWriter struct{ to io.Writer }

// Write implements io.Writer.
func (w visibleWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, diag.Visible(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Plain makes text of a corpus, a question or a plugin safe for a terminal: on one
// line, without control characters and without marks that reverse the direction of
// what follows. Output for programs (json, jsonl) keeps the text as it is.
func Plain(text string) string {
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

// Shorten makes text plain and cuts it to n runes.
func Shorten(text string, n int) string {
	text = Plain(text)
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// Visible returns a writer to w that escapes what would act on a terminal.
func Visible(w io.Writer) io.Writer { return visibleWriter{w} }
