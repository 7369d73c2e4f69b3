package query

import (
	"strings"
	"unicode"
)

// Words cuts a text into its words in lower case, as sources count them.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsNumber(c) && !unicode.IsMark(c)
	})
}
