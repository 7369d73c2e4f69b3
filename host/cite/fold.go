package cite

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var letters = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "æ", "ae", "Æ", "Ae", "œ", "oe", "đ", "d", "ð", "d", "þ", "th", "ı", "i")

// folded returns a text without accents.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(letters.Replace(s)))
}
