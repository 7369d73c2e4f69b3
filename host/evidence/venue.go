package evidence

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NormalizeVenue folds the spellings of one venue: case, accents and punctuation do not count, "&" is
// "and", a leading "the" goes, and so do a remark in parentheses and the year of a conference.
// "The Lancet (London, England)" is "lancet", "CVPR 2020" is "cvpr". It is empty for a text without letters.
func NormalizeVenue(s string) string {
	s = strings.ReplaceAll(withoutRemarks(s), "&", " and ")
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var kept []string
	for i, w := range words {
		if isYear(w) || i == 0 && w == "the" && len(words) > 1 {
			continue
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// withoutRemarks drops what stands in parentheses, unless that is all there is.
func withoutRemarks(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case r == '(':
			depth++
			b.WriteByte(' ')
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	if strings.TrimSpace(b.String()) == "" {
		return s
	}
	return b.String()
}

// isYear says whether a word is a year of our time.
func isYear(w string) bool {
	return len(w) == 4 && (w[:2] == "19" || w[:2] == "20") && w[2] >= '0' && w[2] <= '9' && w[3] >= '0' && w[3] <= '9'
}
