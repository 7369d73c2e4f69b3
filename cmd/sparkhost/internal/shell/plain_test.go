package shell

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTextFromOutsideCannotSpeakToTheTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"two\nlines\tand  spaces":  "two lines and spaces",
		"\x1b[31mred\x1b[0m":       "[31mred [0m",
		"c1 \u009b31m and bell\a.": "c1 31m and bell .",
		"turn \u202eround\u202c":   "turn round",
		"line\u2028separator":      "line separator",
		"Ω stays, so does 10⁻³":    "Ω stays, so does 10⁻³",
	} {
		assert.Equal(t, want, Plain(in))
	}
	assert.Equal(t, "abc…", Shorten("abcdef", 4))
	assert.Equal(t, "abcd", Shorten("abcd", 4))
}
