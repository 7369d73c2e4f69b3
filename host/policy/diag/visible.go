package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const escape = '\x1b' // begins what a terminal takes as a command

// Visible writes as escapes (\u202e, \x1b) what a terminal would act on instead of showing it: control characters, marks that
// turn the direction of writing, ends of lines that are none of a file, bytes that are not text. Line feeds, tabs and the characters in
// keep stay.
func Visible(text string, keep ...rune) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1, r < utf8.RuneSelf && acts(r) && !kept(r, keep):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case acts(r) && !kept(r, keep):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}

func acts(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

func kept(r rune, keep []rune) bool {
	for _, k := range keep {
		if r == k {
			return true
		}
	}
	return false
}
